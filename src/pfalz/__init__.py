"""Pfalz: four board games of the Holy Roman Empire in one engine."""

__version__ = "0.1.0"
