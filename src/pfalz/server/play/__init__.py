"""Tables being played: in memory, under their locks, with clocks, bots and notices."""
