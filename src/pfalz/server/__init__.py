"""The tables: HTTP, push, storage, accounts, clocks, notifications and bots in worker processes."""
