"""A small network that judges positions: what every seat may expect at the end, from one seat's view.

One hidden layer over everything, and beside it a linear layer that begins as the game's own judgement: an
untrained network judges as the game does. Outputs are utilities between 0 and 1, the viewer's first, then
whoever sits next. Weights are plain arrays in an `.npz` file with a card that says how they were made; a file
made for another encoding is refused.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from pfalz.bots.base import BotError
from pfalz.bots.features import Floats
from pfalz.core.encoding import Encoding

FORMAT: Final = 2
STORED: Final = ("inputs", "scale", "hidden", "hidden_bias", "out", "skip", "bias")


@dataclass
class Card:
    """How a network was made, and how strong it is."""

    game: str
    players: int
    fingerprint: str = ""
    encoding: int = Encoding.VERSION
    format: int = FORMAT
    seed: str = ""
    games: int = 0
    hours: float = 0.0
    margin: float = 1.0
    """Points by which somebody is clearly ahead at the end: the unit of margins."""
    strength: list[dict[str, Any]] = field(default_factory=list)
    """Matches on fresh seeds: opponent, games, share of wins, its 95 % interval."""


class Network:
    """Weights and the way through them."""

    def __init__(self, card: Card, arrays: dict[str, Any]) -> None:
        self.card = card
        self.inputs: Any = arrays["inputs"].astype(np.int64)
        """Numbers of the floats of the widest encoding that are looked at."""
        self.scale: Floats = arrays["scale"].astype(np.float32)
        """What the inputs besides the encoding are multiplied by."""
        self.hidden: Floats = arrays["hidden"].astype(np.float32)
        self.hidden_bias: Floats = arrays["hidden_bias"].astype(np.float32)
        self.out: Floats = arrays["out"].astype(np.float32)
        self.skip: Floats = arrays["skip"].astype(np.float32)
        self.bias: Floats = arrays["bias"].astype(np.float32)

    @classmethod
    def untrained(
        cls, card: Card, inputs: Any, known: Floats, judged: Floats, units: int, rng: np.random.Generator
    ) -> Network:
        """A network that judges as the game does. `known` are examples of the inputs besides the encoding,
        `judged` is what the game says of them: a sum of them, each so many times, found by least squares."""
        players = card.players
        width = known.shape[1]
        scale = (1.0 / np.maximum(np.abs(known).mean(0), 1.0)).astype(np.float32)
        scale[-players:] = 1.0 / card.margin
        size = len(inputs) + width
        skip = np.zeros((size, players), np.float32)
        for seat in range(1, players):
            skip[size - players + seat, seat] = 1.0
        examples = (known * scale).astype(np.float64)
        skip[len(inputs) :, 0] = np.linalg.lstsq(examples, judged / card.margin, rcond=1e-6)[0]
        return cls(
            card,
            {
                "inputs": np.asarray(inputs),
                "scale": scale,
                "hidden": rng.normal(0.0, 0.05, (size, units)),
                "hidden_bias": np.zeros(units),
                "out": np.zeros((units, players)),
                "skip": skip,
                "bias": np.zeros(players),
            },
        )

    def weights(self) -> list[Floats]:
        """What is learned."""
        return [self.hidden, self.hidden_bias, self.out, self.skip, self.bias]

    def judged(self, x: Floats) -> Floats:
        """For each row of inputs the utilities of all seats, the viewer's first."""
        return self.after_first(x @ self.first())

    def first(self) -> Floats:
        """What each input brings to the hidden units, and past them to the utilities."""
        return np.concatenate([self.hidden, self.skip], axis=1)

    def after_first(self, sums: Floats) -> Floats:
        """The utilities of all seats, for each row of what all inputs bring together."""
        units = len(self.hidden_bias)
        inner = np.maximum(sums[:, :units] + self.hidden_bias, 0.0)
        return sigmoid(inner @ self.out + sums[:, units:] + self.bias)

    def save(self, path: Path) -> None:
        """Write weights and card; half precision is enough to play."""
        arrays = {name: getattr(self, name) for name in STORED}
        small: dict[str, Any] = {
            name: array.astype(np.int32 if name == "inputs" else np.float16) for name, array in arrays.items()
        }
        small["scale"] = self.scale
        card = np.frombuffer(json.dumps(asdict(self.card)).encode(), np.uint8)
        with path.open("wb") as file:
            np.savez(file, card=card, **small)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read a network; what is not one is refused."""
        try:
            with np.load(path, allow_pickle=False) as stored:
                card = Card(**json.loads(bytes(stored["card"]).decode()))
                if card.format != FORMAT:
                    raise BotError("weights_format", file=path.name, found=card.format)
                return cls(card, {name: stored[name] for name in STORED})
        except (OSError, KeyError, ValueError, TypeError) as error:
            raise BotError("weights_broken", file=path.name, why=str(error)) from error


def sigmoid(x: Floats) -> Floats:
    """Between 0 and 1."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(x, -30.0, 30.0))), np.float32)
