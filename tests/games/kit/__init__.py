"""What the tests of all games share: a game joins with a few lines of its own.

tables.py   a table put into a position by hand
boards.py   what must hold for the drawings of every game
judging.py  what must hold for the judgement of every game's bot
outlines.py exact geometry of drawn maps
"""
