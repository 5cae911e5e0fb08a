"""Time is Gold (M-18.3 to M-18.8): some slots carry a printed black token below the white one."""
