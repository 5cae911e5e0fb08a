"""Drawings of MIL: pure functions from a view to SVG, HTML forms and text. Nothing here decides anything."""
