"""Benchmarks of the tables (`python -m pfalz.server.bench`)."""
