"""Landsknechte (W-30)."""
