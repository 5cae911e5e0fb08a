"""A module that judges."""
