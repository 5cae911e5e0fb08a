"""Tribute (DM11): who wins in another player's home area becomes his patron and gets a resource of each pass.

Markers are worth nothing at the end (DM11-2.8); there are as many as the rules give each player, however many
the box holds (DM0-1.16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because
from pfalz.core.events import EventKind
from pfalz.core.flow import ask, do, when
from pfalz.core.game import Data, Edit, Module, Options, Reaction, after, before, widen
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages.consequences import won_at_home
from pfalz.games.darkages.further import FurtherStep, add_step
from pfalz.games.darkages.goods import bundle, gain_goods, gold_at_hand, lose_goods, pay_goods
from pfalz.games.darkages.modules.tribute.events import (
    EVENTS,
    MARKER_RETURNED,
    RANSOM_PAID,
    TRIBUTARY_MADE,
    TRIBUTE_GIVEN,
)
from pfalz.games.darkages.modules.tribute.state import ID, SLICE, Homage, TributeLookup, homage, markers_left
from pfalz.games.darkages.notes import gold
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import GOLD, GOODS, RESOURCES

# -- markers (DM11-2.1 to DM11-2.3) -------------------------------------------------------------------


def subject(s: DarkAges, *args: int) -> None:
    """Whoever has won in a home area puts a marker there, if he has one left and none lies there already.

    A marker of the loser in the winner's home goes back first, so that nobody is tributary of his tributary
    (DM11-2.3, DM11-2.7). Without a marker an existing patron stays (DM11-2.1, DMR-32)."""
    if not won_at_home(s):
        return
    part, winner, loser = homage(s), s.attacker, s.defender
    if part.patron[winner] == loser:
        release(s, winner)
    if part.patron[loser] == winner or not markers_left(s, winner):
        return
    if part.patron[loser] != NONE:
        release(s, loser)  # DM11-2.2
    part.patron[loser] = winner
    s.emit(TRIBUTARY_MADE, winner, loser)


def release(s: DarkAges, seat: int) -> None:
    """The marker in the home of a tributary goes back to the ruler card of his patron."""
    part = homage(s)
    s.emit(MARKER_RETURNED, part.patron[seat], seat)
    part.patron[seat] = NONE


# -- ransom (DM11-2.4) --------------------------------------------------------------------------------


def can_ransom(s: DarkAges, side: int) -> bool:
    """Whether a tributary can pay the gold."""
    part: Homage = s.slices[ID]
    return part.patron[side] != NONE and gold_at_hand(s, side) >= part.t.ransom


def ransom(s: DarkAges, side: int) -> None:
    """A tributary pays his patron and is free."""
    part = homage(s)
    patron, n = part.patron[side], part.t.ransom
    price = [0] * GOODS
    price[GOLD] = n
    pay_goods(s, side, price)
    s.emit(RANSOM_PAID, side, patron, n)
    gain_goods(s, patron, GOLD, n)
    release(s, side)


class Ransom(Choice[DarkAges]):
    """Whether a tributary buys himself free before his production (DM11-2.4, DM11-2.5): side."""

    name: ClassVar[str] = "ransom"
    rule: ClassVar[str] = "DM11-2.4"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "ransom"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        return gold(homage(s).t.ransom) if value else ()

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        if value:
            ransom(s, seat)


class AfterAction(FurtherStep):
    """Buying oneself free as a free step (DM11-2.4, DMR-42)."""

    name: ClassVar[str] = "after"
    rule: ClassVar[str] = "D-4.9"
    step: ClassVar[str] = "ransom"

    def possible(self, s: DarkAges, seat: int) -> bool:
        return can_ransom(s, seat)

    def refusal(self, s: DarkAges, seat: int) -> Reason:
        part = homage(s)
        if part.patron[seat] == NONE:
            return because("no_patron", "DM11-2.4")
        return because("ransom_gold", "DM11-2.4", n=("number", part.t.ransom))

    def price(self, s: DarkAges, seat: int) -> Sequence[Note]:
        return gold(homage(s).t.ransom)

    def begin(self, s: DarkAges, seat: int) -> None:
        s.free_taken = 1
        ransom(s, seat)


class BeforeAction(AfterAction):
    """The same before an action, for which a disc must be there (D-4.12)."""

    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "D-4.2"

    def possible(self, s: DarkAges, seat: int) -> bool:
        return s.discs[seat] > 0 and can_ransom(s, seat)


# -- tribute (DM11-2.5) -------------------------------------------------------------------------------


def begin_pass(s: DarkAges, side: int) -> None:
    """Nothing has been produced in a pass that begins."""
    homage(s).made = 0


def note_types(s: DarkAges, side: int, *produced: int) -> None:
    """Which types a tributary has produced; what step 6 has brought is none of it (DMX-7.2)."""
    for one in produced:
        homage(s).made |= 1 << one % GOODS


def owed(s: DarkAges, side: int) -> list[int]:
    """The types of which a tributary may give a resource: those just produced (DM11-2.5)."""
    part = homage(s)
    if part.patron[side] == NONE:
        return []
    return [r for r in range(RESOURCES) if part.made >> r & 1 and s.goods[GOODS * side + r]]


def owes(s: DarkAges, side: int) -> bool:
    """Whether there is something to give."""
    return bool(owed(s, side))


class GiveTribute(Question[DarkAges]):
    """Which resource of those just produced goes to the patron, who need not store it now (DM11-2.5): side.

    His storehouse counts when he passes himself (DM11-2.6, DMX-7.3)."""

    name: ClassVar[str] = "tribute"
    rule: ClassVar[str] = "DM11-2.5"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("resource", "resource")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        left = [0] * RESOURCES
        for r in owed(s, seat):
            left[r] = s.goods[GOODS * seat + r]
        due = min(homage(s).t.resources, sum(left)) - len(prefix)
        if not due:
            return None
        for r in prefix:
            left[r] -= 1
        lowest = prefix[-1] if prefix else 0
        return [r for r in range(lowest, RESOURCES) if left[r] and sum(left[r:]) >= due]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(RESOURCES) if self.options(s, seat, args, prefix) else ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("not_just_produced", "DM11-2.5")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        patron = homage(s).patron[seat]
        given = [answer.count(resource) for resource in range(RESOURCES)]
        s.emit(TRIBUTE_GIVEN, seat, patron, *bundle(given))
        for resource, n in enumerate(given):
            lose_goods(s, seat, resource, n)
            s.goods[GOODS * patron + resource] += n


class Tribute(Module[DarkAges]):
    """Patrons and tributaries."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (2, 8)
    meets: ClassVar[tuple[str, ...]] = ("alchemists", "alliances", "age_of_wars", "distant_campaigns")
    complexity: ClassVar[str] = "minimal"
    package: ClassVar[str] = "pfalz.games.darkages.modules.tribute"
    files: ClassVar[tuple[str, ...]] = ("tribute",)
    schema: ClassVar[Schema | None] = SLICE

    def lookup(self, data: Data, players: int, options: Options) -> TributeLookup:
        return TributeLookup(data)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        add_step(kinds, rules.lookup, "ransom")

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        """Around the production of a pass, if it goes so far (DM0-5.5, DM0-5.7)."""
        return [
            after("spoils", do(subject)),
            before("pass_8", when(can_ransom, ask(Ransom()))),
            after("pass_8", when(owes, ask(GiveTribute()))),
            widen("turn", BeforeAction),
            widen("after", AfterAction),
        ]

    def reactions(self) -> Mapping[str, Reaction]:
        return {"passed": begin_pass, "produced": note_types}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Homage()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        part.patron = [NONE] * s.t.players
        return part

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Nobody pays himself, or somebody who pays him; nobody has laid more markers than he has."""
        patron = homage(s).patron
        found = [f"seat {a} pays seat {b}, who pays it" for a, b in enumerate(patron) if _mutual(patron, a)]
        laid = [seat for seat in range(s.t.players) if markers_left(s, seat) < 0]
        return [*found, *[f"seat {seat} has laid too many markers" for seat in laid]]


def _mutual(patron: Sequence[int], seat: int) -> bool:
    return patron[seat] != NONE and (patron[seat] == seat or patron[patron[seat]] == seat)
