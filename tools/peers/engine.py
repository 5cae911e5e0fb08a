"""catanatron on its own: random games, one after the other; choices a second with at least two options."""

from __future__ import annotations

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer


class Counting(RandomPlayer):  # type: ignore[misc]
    """Counts what it had to choose."""

    choices = 0

    def decide(self, game, playable_actions):  # type: ignore[no-untyped-def]
        """One of them."""
        Counting.choices += len(playable_actions) > 1
        return super().decide(game, playable_actions)


def main() -> None:
    """Play for some seconds of processor time."""
    seconds, seed = float(sys.argv[1]), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        random.seed(seed)
        Game([Counting(color) for color in list(Color)[:4]], seed=seed).play()
        seed += 1
    print(json.dumps({"rate": Counting.choices / (time.process_time() - begun)}))


if __name__ == "__main__":
    main()
