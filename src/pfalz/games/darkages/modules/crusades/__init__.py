"""Crusades (DM14): units beside the map, and a roll of all who have sent some."""
