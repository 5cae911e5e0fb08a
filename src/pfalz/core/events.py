"""Events: what happened, and who may know.

An event kind names its parameters with the kind of thing each of them is (a seat, a region, a number),
so that texts, the browser and modules read them the same way. Parameters listed as `secret` are shown
only to the seat in the parameter `to`; everybody else gets HIDDEN in their place.
"""

from __future__ import annotations

from pfalz.core.state import HIDDEN, Args

Event = tuple["EventKind", Args]


class EventKind:
    """A kind of event: a name in the past tense, typed parameters, and its audience."""

    def __init__(
        self, name: str, params: tuple[tuple[str, str], ...], to: str, secret: tuple[str, ...]
    ) -> None:
        self.name = name
        self.params = params
        names = [param for param, _ in params]
        self.to = names.index(to) if to else -1
        self.secret = tuple(names.index(name) for name in secret)

    def seen_by(self, args: Args, seat: int) -> Args:
        """The arguments as `seat` may know them."""
        if not self.secret or args[self.to] == seat:
            return args
        return tuple(HIDDEN if i in self.secret else value for i, value in enumerate(args))


def event(name: str, *, to: str = "", secret: tuple[str, ...] = (), **params: str) -> EventKind:
    """Declare an event: `event("chest_taken", seat="seat", chest="chest")`."""
    return EventKind(name, tuple(params.items()), to, secret)
