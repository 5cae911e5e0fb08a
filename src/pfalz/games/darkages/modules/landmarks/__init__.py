"""Landmarks: two more rulers, and buildings that serve whoever controls their area (DM3)."""
