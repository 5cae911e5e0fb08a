"""Drawings of Dark Ages: pure functions from a view to SVG and to text. Nothing here decides anything."""
