"""Events: what happened, and who may know.

An event kind names its parameters with the kind of thing each of them is (a seat, a region, a number),
so that texts, the browser and modules read them the same way. Parameters listed as `secret` are shown
only to the seat in the parameter `to` (to nobody without one); everybody else gets HIDDEN in their place.
The last parameter may be a list, its kind ending in `*`; it is shown or hidden as a whole.
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
        self.listed = len(params) - 1 if params and params[-1][1].endswith("*") else -1

    def seen_by(self, args: Args, seat: int) -> Args:
        """The arguments as `seat` may know them."""
        if not self.secret or (self.to >= 0 and args[self.to] == seat):
            return args
        last = self.listed
        return tuple(
            HIDDEN if (last if 0 <= last < i else i) in self.secret else value for i, value in enumerate(args)
        )


def event(name: str, *, to: str = "", secret: tuple[str, ...] = (), **params: str) -> EventKind:
    """Declare an event: `event("chest_taken", seat="seat", chest="chest")`."""
    return EventKind(name, tuple(params.items()), to, secret)
