"""Battles and revolts as scenes: both sides, and what the cube tower took, gave and kept (W-14)."""

from __future__ import annotations

from pfalz.core.events import Event, EventKind
from pfalz.core.scene import Row, Scene, Side, args_of
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.events import (
    ATTACK_REPELLED,
    ATTACK_WON,
    ATTACKED,
    BATTLE_TIED,
    COUNTY_LOST,
    CUBES_IN,
    CUBES_OUT,
    REVOLT_BEGUN,
    REVOLT_LOST,
    REVOLT_WON,
)
from pfalz.games.wallenstein.state import Wallenstein


def battle(view: Wallenstein, events: list[Event], texts: Texts) -> Scene:
    """An attack: who brought what, and what lay in the tray."""
    attacker, _, county, _ = args_of(events, ATTACKED)[0]
    lost = [seat for seat, where in args_of(events, COUNTY_LOST) if where == county]
    owner = lost[0] if lost else view.owner[county]
    defender = owner if owner >= 0 and owner != attacker else view.t.players
    over = args_of(events, ATTACK_WON, ATTACK_REPELLED, BATTLE_TIED)
    strength, against = over[0][2:4] if over else (-1, -1)
    won = bool(args_of(events, ATTACK_WON))
    sides = (
        _side(view, texts, events, attacker, "attacks", strength, won),
        _side(view, texts, events, defender, "defends", against, bool(over) and not won),
    )
    return _tower(view, events, texts, sides)


def revolt(view: Wallenstein, events: list[Event], texts: Texts) -> Scene:
    """Peasants against the owner of a county."""
    owner = args_of(events, REVOLT_BEGUN)[0][0]
    over = args_of(events, REVOLT_WON, REVOLT_LOST)
    armies, peasants = over[0][2:4] if over else (-1, -1)
    won = bool(args_of(events, REVOLT_WON))
    sides = (
        _side(view, texts, events, view.t.players, "rises", peasants, bool(over) and not won),
        _side(view, texts, events, owner, "defends", armies, won),
    )
    return _tower(view, events, texts, sides)


def _side(
    view: Wallenstein, texts: Texts, events: list[Event], colour: int, role: str, total: int, won: bool
) -> Side:
    cast, out = (_cubes(events, kind).get(colour, 0) for kind in (CUBES_IN, CUBES_OUT))
    seat = colour if colour < view.t.players else -1
    facts = (texts.text(f"scene.{role}"), *([texts.say("scene.cast", n=cast)] if cast else []))
    if total > out:  # W-10.14: peasants without a revolt marker stand by the owner
        facts += (texts.say("scene.helped", n=total - out),)
    return Side(seat, texts.name("colour", colour), facts, str(total) if total >= 0 else "", won)


def _cubes(events: list[Event], kind: EventKind) -> dict[int, int]:
    """How many cubes of each colour."""
    return {args[0]: args[1] for args in args_of(events, kind)}


def _tower(view: Wallenstein, events: list[Event], texts: Texts, sides: tuple[Side, ...]) -> Scene:
    """What goes into the tower, comes out and stays inside, colour by colour."""
    cast, out = _cubes(events, CUBES_IN), _cubes(events, CUBES_OUT)
    if not cast:
        return Scene(sides)
    rows = []
    for colour, inside in enumerate(view.tower):
        numbers = (cast.get(colour, 0), out.get(colour, 0), inside)
        if any(numbers):
            seat = colour if colour < view.t.players else -1
            rows.append(Row(seat, texts.name("colour", colour), tuple([str(n or "–") for n in numbers])))
    head = tuple(texts.text(f"scene.{key}") for key in ("tower", "in", "out", "stays"))
    return Scene(sides, head, tuple(rows))
