"""The database: SQLite or PostgreSQL, its schema, and the one thread that writes."""
