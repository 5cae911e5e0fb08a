"""What kinds of things there are in Die Staufer, how many of each, and how they are called."""

from __future__ import annotations

from pfalz.core.kinds import Kind, Kinds, Name
from pfalz.games.staufer.chests import DECLINE
from pfalz.games.staufer.cleanup import ENOUGH
from pfalz.games.staufer.codes import LEFT, PRIVILEGES, REGIONS, kind_of, office_of, owner_of, place_of
from pfalz.games.staufer.figures import FROM_PROVINCE, WAIVE
from pfalz.games.staufer.lookup import CHEST_KINDS, CONDITIONS, JOB_CARDS, ORANGE, Lookup


def declare_kinds(kinds: Kinds, t: Lookup) -> None:
    """Declare every kind of thing at this table."""
    kinds.things("region", t.region_ids)
    kinds.numbered("ring_slot", REGIONS)
    kinds.things("figure", ("envoy", "noble"))
    kinds.made_of("owned_figure", "seat", "figure", namer=_owned_figure)
    _declare_seats(kinds, t)
    kinds.add(Kind("source_of_gain", REGIONS + 1, _source_of_gain, also={WAIVE: ("waive", {})}))
    kinds.things("action", ("supply", "deploy", "supply_first", "deploy_first"))
    kinds.add(Kind("space", t.spaces, lambda space: _space(t, space)))
    kinds.add(Kind("chest", CHEST_KINDS, lambda chest: _chest(t, chest)))
    kinds.things("privilege_kind", t.privilege_ids, "privilege")
    kinds.add(Kind("privilege", PRIVILEGES + 1, lambda number: _privilege(t, number)))
    kinds.numbered("job_card", JOB_CARDS)
    kinds.things("job", ("region_job", "pattern_job", "seat_job"))
    for job, ids in zip(("region_job", "pattern_job", "seat_job"), t.job_ids, strict=True):
        kinds.things(job, ids)
    kinds.things("point_tile", t.point_tile_ids)
    kinds.things("tile_b", CONDITIONS)
    kinds.things("tile_c", t.tile_c_ids)


def _declare_seats(kinds: Kinds, t: Lookup) -> None:
    """Office seats, the two places on each, and the figures that stand there."""
    kinds.add(Kind("office", t.seats, lambda office: _office(t, office)))
    kinds.things("place", ("left", "right"))
    kinds.made_of("standing", "office", "place", namer=_standing)
    kinds.variant("standing_or_enough", "standing", {ENOUGH: ("enough", {})})


def _owned_figure(figure: int) -> Name:
    return "owned_figure", {"seat": ("seat", owner_of(figure)), "figure": ("figure", kind_of(figure))}


def _office(t: Lookup, office: int) -> Name:
    region = t.seat_region[office]
    key = "office_noble" if t.noble_only[office] else "office"
    place = office - t.region_seats[region][0] + 1
    number = t.seat_number[office]
    return key, {"region": ("region", region), "place": ("number", place), "number": ("number", number)}


def _standing(position: int) -> Name:
    key = "standing" if place_of(position) == LEFT else "standing_right"
    return key, {"office": ("office", office_of(position))}


def _source_of_gain(source: int) -> Name:
    if source == FROM_PROVINCE:
        return "from_province", {}
    return "paid_in", {"region": ("region", source)}


def _space(t: Lookup, space: int) -> Name:
    envoys, nobles = t.supply_envoys[space], t.supply_nobles[space]
    shown = "_and_".join([figures for figures, n in (("envoys", envoys), ("nobles", nobles)) if n])
    return f"space.{shown or 'no_figure'}", {"envoys": ("number", envoys), "nobles": ("number", nobles)}


def _chest(t: Lookup, chest: int) -> Name:
    if chest in ORANGE:
        return f"chest.{t.orange_ids[chest]}", {"n": ("number", t.orange_value[chest])}
    return f"chest.{t.chest_ids[chest]}", {}


def _privilege(t: Lookup, number: int) -> Name:
    """By the printed number; 0 stands for none."""
    return ("decline", {}) if number == DECLINE else (f"privilege.{t.privilege_ids[number - 1]}", {})
