"""A game for the tests of the judge: it has a bot.py, one of its modules has one, the other has none."""
