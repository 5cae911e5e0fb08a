"""The kinds of things in MIL: how many there are of each, and how they are called."""

from __future__ import annotations

from pfalz.core.kinds import OPEN, Kind, Kinds, Name
from pfalz.games.mil.court import ANSWER_IDS, COURT_IDS
from pfalz.games.mil.curia import CURIA_IDS
from pfalz.games.mil.lookup import LIMITED_IDS, RESOURCE_IDS, RESOURCES, RESULT_IDS, Lookup
from pfalz.games.mil.market import MARKET_IDS
from pfalz.games.mil.state import (
    BLACK,
    COLUMNS,
    EMPTY,
    FAMILY_TOKEN,
    NO_KNIGHT,
    NOBODY,
    PRODUCTIVE,
    REMOVED,
    WHITE,
)
from pfalz.games.mil.turn import ACTION_IDS
from pfalz.games.mil.war import SIDE_IDS, WAR_IDS


def declare_kinds(kinds: Kinds, t: Lookup) -> None:
    """All kinds of the game; modules add to them."""
    _people(kinds, t)
    _lands(kinds, t)
    _places(kinds, t)
    kinds.things("resource", RESOURCE_IDS)
    kinds.add(Kind("cubes", OPEN, _cubes))
    kinds.add(Kind("exchange", len(t.give) + 1, lambda value: _exchange(t, value)))
    kinds.add(Kind("face", len(t.face_results), lambda value: _face(t, value)))
    kinds.things("result", RESULT_IDS)
    kinds.things("winter", ("mild", "hard"))
    kinds.things("action", ACTION_IDS)
    kinds.things("growth", ("roll", "son_for_gold", "son_for_privilege", "stop"))
    kinds.things("payment", ("gold", "privilege"))
    kinds.things("son_price", ("gold", "privilege"))
    kinds.things("marker", ("black", "family"))
    kinds.things("court", COURT_IDS)
    kinds.things("counter", ANSWER_IDS)
    kinds.things("market", MARKET_IDS)
    kinds.things("bid", ("pass", "bid"))
    kinds.things("war", WAR_IDS)
    kinds.things("war_side", SIDE_IDS)
    kinds.things("curia", CURIA_IDS)


def _people(kinds: Kinds, t: Lookup) -> None:
    """Families, their columns (M-1.11), and a knight in each."""
    kinds.things("family", t.family_ids)
    kinds.things("column", t.column_ids)
    kinds.made_of("knight", "seat", "column", namer=_knight)
    kinds.variant("knight_or_none", "knight", {NO_KNIGHT: ("no_knight", {})})
    kinds.variant("receiver", "knight", {REMOVED: ("receiver.removed", {})})
    kinds.variant("loser", "knight", {NOBODY: ("no_loser", {})})


def _lands(kinds: Kinds, t: Lookup) -> None:
    """Lands, and lands with the side they show (M-1.7)."""
    kinds.things("land", t.land_ids)
    kinds.things("land_side", ("harvested", "productive"))
    kinds.made_of("land_tile", "land", "land_side", namer=_tile)
    kinds.things("stack", t.stack_ids)


def _places(kinds: Kinds, t: Lookup) -> None:
    """Where knights can be placed: slots of the limited spheres, then the others; what lies on a slot."""
    kinds.things("sphere", LIMITED_IDS)
    kinds.add(Kind("place", t.slots + 2, lambda value: _place(t, value)))
    lying: dict[int, Name] = {
        WHITE: ("on_slot.white", {}),
        EMPTY: ("on_slot.empty", {}),
        BLACK: ("on_slot.black", {}),
    }
    if t.tokens_on_slots:
        for seat in range(t.players):
            lying[FAMILY_TOKEN + seat] = ("on_slot.token", {})
    kinds.variant("on_slot", "knight", lying)


def _knight(value: int) -> Name:
    seat, column = divmod(value, COLUMNS)
    return "knight", {"seat": ("seat", seat), "column": ("column", column)}


def _tile(value: int) -> Name:
    key = "land_productive" if value & PRODUCTIVE else "land_harvested"
    return key, {"land": ("land", value >> 1)}


def _place(t: Lookup, value: int) -> Name:
    if value >= t.slots:
        return ("place.monastery" if value == t.monastery else "place.crusades"), {}
    sphere, at = divmod(value, t.per_sphere)
    return "slot", {"sphere": ("sphere", sphere), "n": ("number", at + 1)}


def _cubes(value: int) -> Name:
    n, resource = divmod(value, RESOURCES)
    return f"cubes.{RESOURCE_IDS[resource]}", {"n": ("number", n)}


def _exchange(t: Lookup, value: int) -> Name:
    if value == 0:
        return "enough", {}
    give, get = t.give[value - 1], t.get[value - 1]
    return "exchange", {"give": ("resource", give), "get": ("resource", get)}


def _face(t: Lookup, value: int) -> Name:
    shown = [id for result, id in enumerate(RESULT_IDS) if result in t.face_results[value]]
    return f"face.{'_'.join(shown)}{'_snow' if t.face_snow[value] else ''}", {}
