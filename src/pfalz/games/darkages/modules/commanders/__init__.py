"""Commanders (DM6): figures that are no units and help an army once between two passes."""
