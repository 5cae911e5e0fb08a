"""What a host does from the command line: run the server, back it up, look after its tables."""
