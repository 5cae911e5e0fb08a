"""Lordlings and Raiders (module 1): the solo game against the lordlings and the Magyar horde."""
