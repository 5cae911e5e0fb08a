"""Which text names a thing of this game, by the kind of a slot or an event parameter."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.games.mil.court import ANSWER_IDS, COURT_IDS
from pfalz.games.mil.curia import CURIA_IDS
from pfalz.games.mil.market import MARKET_IDS
from pfalz.games.mil.state import KNIGHTS, PRODUCTIVE, REMOVED, SOURCE_IDS
from pfalz.games.mil.tables import LIMITED_IDS, RESOURCE_IDS, RESOURCES, RESULT_IDS, Tables
from pfalz.games.mil.turn import ACTION_IDS
from pfalz.games.mil.war import WAR_IDS

Names = tuple[str, dict[str, tuple[str, int]]]


def name_of(t: Tables, kind: str, value: int) -> Names:
    """Text key of a thing of this game, with what stands in its placeholders."""
    if kind in ("knight", "knight_or_none", "receiver"):
        if value < KNIGHTS:
            return "knight", {"seat": ("seat", value >> 2), "column": ("column", value & 3)}
        if kind == "knight_or_none":
            return "no_knight", {}
        return ("receiver.removed" if value == REMOVED else "receiver.king"), {}
    if kind == "land_tile":
        return ("land_productive" if value & PRODUCTIVE else "land_harvested"), {"land": ("land", value >> 1)}
    if kind == "place":
        if value >= t.slots:
            return ("place.monastery" if value == t.monastery else "place.crusades"), {}
        sphere, at = divmod(value, t.per_sphere)
        return "slot", {"sphere": ("sphere", sphere), "n": ("number", at + 1)}
    if kind == "cubes":
        n, resource = divmod(value, RESOURCES)
        return f"cubes.{RESOURCE_IDS[resource]}", {"n": ("number", n)}
    if kind == "exchange":
        if value == 0:
            return "enough", {}
        give, get = t.give[value - 1], t.get[value - 1]
        return "exchange", {"give": ("resource", give), "get": ("resource", get)}
    if kind == "face":
        shown = [id for result, id in enumerate(RESULT_IDS) if result in t.face_results[value]]
        return f"face.{'_'.join(shown)}{'_snow' if t.face_snow[value] else ''}", {}
    ids: dict[str, Sequence[str]] = {
        "column": t.column_ids,
        "family": t.family_ids,
        "land": t.land_ids,
        "stack": t.stack_ids,
        "sphere": LIMITED_IDS,
        "resource": RESOURCE_IDS,
        "action": ACTION_IDS,
        "growth": ("roll", "son_for_gold", "son_for_privilege", "stop"),
        "result": RESULT_IDS,
        "payment": ("gold", "privilege"),
        "son_price": ("gold", "privilege"),
        "marker": ("black", "family"),
        "court": COURT_IDS,
        "counter": ANSWER_IDS,
        "market": MARKET_IDS,
        "bid": ("pass", "bid"),
        "war": WAR_IDS,
        "curia": CURIA_IDS,
        "winter": ("mild", "hard"),
        "source": SOURCE_IDS,
    }
    return f"{kind}.{ids[kind][value]}", {}
