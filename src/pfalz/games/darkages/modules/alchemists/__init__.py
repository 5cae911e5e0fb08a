"""Alchemists: resources become gold (DM4)."""
