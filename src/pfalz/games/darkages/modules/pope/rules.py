"""The Pope (DM12): whoever builds a church may take this title, from whomever holds it.

Once it is held it is a title like any other, with its use, its place in the counting of titles and its points
at the end (DM12-3.1, DM12-4.1, DM0-5.6, DM0-6.3, DMX-6.1, DMX-6.2). The card never counts against the hand
limit (DM0-1.17).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.data import typed
from pfalz.core.flow import Step, ask, do, flow
from pfalz.core.game import Data, Edit, Module, Options, Reaction, before
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.darkages.events import TITLE_TAKEN
from pfalz.games.darkages.modules.pope.schema import PopeFile
from pfalz.games.darkages.modules.pope.state import ID, PopeLookup, lookup_of
from pfalz.games.darkages.payment import any_goods, pay_any
from pfalz.games.darkages.state import DarkAges

TAKE_SLOT: Final = Slot("pope", "yesno")
PAY_SLOT: Final = Slot("pay", "goods")
NO: Final = 0
YES: Final = 1


def price(s: DarkAges) -> int:
    """What the Pope costs now: churches of all owners count (DM12-2.1)."""
    return lookup_of(s).cost(sum(s.churches))


def offer_pope(s: DarkAges, side: int, area: int) -> None:
    """The builder of a church is asked if he does not hold the Pope and can pay (DM12-2.4, DMR-33)."""
    cost = price(s)
    if s.title[lookup_of(s).title] != side and any_goods(s, side, cost, ()):
        s.call("pope", side, cost)


def without_a_seat(s: DarkAges, side: int, area: int, n: int) -> None:
    """Lordlings who build a church take the Pope for nothing if they have as many as you (DM12-5.1)."""
    if s.has_seat(side) or s.title[lookup_of(s).title] == side:
        return
    mine = sum([s.churches[own] for own in s.areas_of(side)])
    if all(mine >= sum([s.churches[own] for own in s.areas_of(seat)]) for seat in range(s.t.players)):
        take(s, side)


class TakePope(Question[DarkAges]):
    """Whether the builder of a church takes the Pope, and with what he pays: side, price."""

    name: ClassVar[str] = "pope"
    rule: ClassVar[str] = "DM12-2.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"n": ("number", args[1])}

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return PAY_SLOT if prefix else TAKE_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return (NO, YES)
        return any_goods(s, seat, args[1], prefix[1:]) if prefix[0] == YES else None  # DM12-2.2, DM0-1.6

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if self.options(s, seat, args, prefix) is None:
            return ()
        return s.rules.kinds["goods"].values if prefix else (NO, YES)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        lowest = prefix[-1] if len(prefix) > 1 else 0
        return because("in_order", "D-26.5") if value < lowest else because("too_dear", "DM12-2.2")

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How much of the price is paid."""
        if not prefix or prefix[0] != YES:
            return ()
        return [note("paid_of", n=("number", len(prefix) - 1), of=("number", args[1]))]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == YES:
            pay_any(s, seat, answer[1:])
            take(s, seat)


def take(s: DarkAges, side: int) -> None:
    """The Pope goes to a side, upright; no points and no effects of taking a title (DM12-2.3, DM12-2.5)."""
    title = lookup_of(s).title
    holder = s.title[title]
    s.title[title], s.sideways[title] = side, 0
    s.emit(TITLE_TAKEN, side, title, holder)


class Pope(Module[DarkAges]):
    """A title for those who build churches."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (1, 8)
    meets: ClassVar[tuple[str, ...]] = ("landmarks", "wyrd", "age_of_wars", "crusades", "poland")
    complexity: ClassVar[str] = "minimal"
    package: ClassVar[str] = "pfalz.games.darkages.modules.pope"
    files: ClassVar[tuple[str, ...]] = ("pope",)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """One more title on the table, without a region (DM12-1.1)."""
        card = typed(data["pope"], PopeFile, "pope.toml").pope
        row = {"id": card.id, "vp": card.vp, "min_players": 2, "provenance": card.provenance}
        data["map"] = {**data["map"], "title": [*data["map"]["title"], row]}
        return data

    def lookup(self, data: Data, players: int, options: Options) -> PopeLookup:
        return PopeLookup(data, players)

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        return [flow(ask(TakePope()), "side", "number")]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        """After points, relics and effects of the church, before those of the action (DMX-2.1, DMX-2.2)."""
        return [before("church_done", do(offer_pope))]

    def reactions(self) -> Mapping[str, Reaction]:
        return {"church_built": without_a_seat}
