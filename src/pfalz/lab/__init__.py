"""The laboratory: simulations between bots, and the index of rule clauses."""
