"""Events: what happened, and who may know.

An event kind names its parameters with the kind of thing each of them is (a seat, a region, a number),
so that texts, the browser and modules read them the same way. Parameters listed as `secret` are shown
only to the seat in the parameter `to` (to nobody without one); everybody else gets HIDDEN in their place.
The last parameter may be a list, its kind ending in `*`; it is shown or hidden as a whole.

A person follows a game in steps: an action, a battle, a scoring. What an event is in them, its kind says with
`tells`: nothing (it is an action of its own), one of the words below, or the name of the scene that it opens
("battle"). `said` names events that have said the same, if one of them comes right before it. `rule` is the
clause that explains an event nobody expects: what was skipped, and what had to be.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.state import HIDDEN, Args

Event = tuple["EventKind", Args]

HEADING: Final = "heading"
"""Something long begins: a round, a season, a phase."""
PRELUDE: Final = "prelude"
"""An action begins; what it is made of says the same and more."""
FORCED: Final = "forced"
"""An action begins that had to be this one; what it is made of does not say so (`Question.no_choice`)."""
STEP: Final = "step"
"""Something of its own, though no seat may have done it."""
PART: Final = "part"
"""Belongs to what is going on, whoever it concerns."""
NOTE: Final = "note"
"""For modules and bots: nobody is told."""


class EventKind:
    """A kind of event: a name in the past tense, typed parameters, and its audience."""

    def __init__(
        self,
        name: str,
        params: tuple[tuple[str, str], ...],
        to: str,
        secret: tuple[str, ...],
        tells: str = "",
        said: tuple[str, ...] = (),
        nil: bool = True,
        rule: str = "",
    ) -> None:
        self.name = name
        self.params = params
        self.tells = tells
        """One of the words above, the name of a scene, or nothing: an action of its own."""
        self.said = said
        """Names of events that say the same, right before it."""
        self.nil = nil
        """Whether it is told even if all its numbers are 0, or its list is empty: that nothing was paid."""
        self.rule = rule
        """The clause that explains it; its sentence ends with it."""
        self.counts = tuple([i for i, (_, what) in enumerate(params) if what == "number"])
        names = [param for param, _ in params]
        self.readers = tuple([names.index(name) for name in to.split()])
        """Parameters that name who may know the secret ones."""
        self.to = self.readers[0] if self.readers else -1
        self.secret = tuple(names.index(name) for name in secret)
        self.listed = len(params) - 1 if params and params[-1][1].endswith("*") else -1

    def is_nothing(self, args: Args) -> bool:
        """Whether nothing has happened that anybody needs to be told."""
        return (
            not self.nil
            and not any(args[i] for i in self.counts)
            and not (self.listed >= 0 and args[self.listed :])
        )

    def seen_by(self, args: Args, seat: int) -> Args:
        """The arguments as `seat` may know them."""
        if not self.secret:
            return args
        for reader in self.readers:
            if args[reader] == seat:
                return args
        last = self.listed
        return tuple(
            HIDDEN if (last if 0 <= last < i else i) in self.secret else value for i, value in enumerate(args)
        )


def event(
    name: str,
    *,
    to: str = "",
    secret: tuple[str, ...] = (),
    tells: str = "",
    said: tuple[str, ...] = (),
    nil: bool = True,
    rule: str = "",
    **params: str,
) -> EventKind:
    """Declare an event: `event("chest_taken", seat="seat", chest="chest")`.

    `to` names the parameters that say who may know those in `secret`: one, or several with blanks between."""
    return EventKind(name, tuple(params.items()), to, secret, tells, said, nil, rule)
