"""Pfalz: four board games of the Holy Roman Empire in one engine."""

from pfalz import compiled

__version__ = "0.1.0"

compiled.use()
