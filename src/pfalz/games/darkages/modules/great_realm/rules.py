"""The Great Realm (DM2): the maps, cards and pieces of two games for five to eight players.

Nearly all of it is data that join those of the game (`tables.py`): 41 open areas with five or six players, 49
with more (DM2-2.2), both culture decks shuffled together (DM2-2.7), an offer of twelve (DM2-2.4), other
numbers of cities, markers, discs and churches (DM2-2.8 to DM2-2.10, DM2-4.1). The rules stay those of the
game: one set of action cards (DM2-2.3), one card leaves the offer in a pass (DM2-3.3, DMR-18), all players
sit in one circle (DM2-3.7), and whatever is not named here is as always (DM2-2.11, DM2-3.8, DM2-4.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pfalz.core.ask import Reason, Widened, because
from pfalz.core.game import Data, Edit, Modifier, Module, Option, Options, widen
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args
from pfalz.games.darkages.modules.great_realm.tables import ID, RealmLookup, joined
from pfalz.games.darkages.state import NONE, DarkAges


def part(s: DarkAges) -> RealmLookup:
    """The lookup of this module."""
    found = s.rules.parts[ID]
    assert isinstance(found, RealmLookup)
    return found


def may_rule(s: DarkAges, ruler: int) -> bool:
    """Whether the balance of both halves leaves a ruler to choose: half of the players, rounded up, may come
    from each (DM2-2.6, DMR-19)."""
    own = part(s)
    if not own.balance:
        return True
    of_half = [chosen for chosen in s.ruler if chosen != NONE and own.west[chosen] == own.west[ruler]]
    return len(of_half) < (s.t.players + 1) // 2


class Balanced(Widened[DarkAges]):
    """Rulers of both halves are offered together (DM2-2.5), as long as their half is not full."""

    name: ClassVar[str] = "ruler"
    rule: ClassVar[str] = "D-3.7"

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        found: Sequence[int] | None = self.old.options(s, seat, args, prefix)
        return found if found is None else [ruler for ruler in found if may_rule(s, ruler)]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if value not in s.ruler and not may_rule(s, value):
            return because("half_full", "DM2-2.6")
        return self.old.reason(s, seat, args, prefix, value)


def no_twins(s: DarkAges, value: int, side: int, card: int) -> int:
    """An achievement is not laid out beside its twin; other twins may be owned together (DM2-3.4, DMR-17)."""
    twin = part(s).twin[card]
    return 0 if twin != NONE and twin in s.laid[side] else value


class GreatRealm(Module[DarkAges]):
    """The western map beside the central one; the other modules but two go with it (DM2-5.1, DMX-1.4)."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (5, 8)
    obligatory: ClassVar[tuple[int, ...]] = (5, 6, 7, 8)
    complexity: ClassVar[str] = "minimal"
    package: ClassVar[str] = "pfalz.games.darkages.modules.great_realm"
    files: ClassVar[tuple[str, ...]] = (ID,)
    options: ClassVar[tuple[Option, ...]] = (Option("balance", True, rule="DM2-2.6"),)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        return joined(data, players)

    def lookup(self, data: Data, players: int, options: Options) -> RealmLookup:
        return RealmLookup(data, options["balance"] is True)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        own: RealmLookup = rules.parts[ID]
        own.know(rules.lookup)

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        return [widen("ruler", Balanced)]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"may_lay_out": no_twins}
