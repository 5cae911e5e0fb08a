"""A battle as a scene: what each side rolled and lost, phase by phase (sections 15 to 17)."""

from __future__ import annotations

from pfalz.core.events import Event
from pfalz.core.scene import Scene, Side, args_of
from pfalz.core.texts import Texts
from pfalz.games.darkages.events import (
    ARMIES_MET,
    ATTACK_DECLARED,
    BATTLE_OVER,
    DAMAGE_CANCELLED,
    DICE_REROLLED,
    DICE_ROLLED,
    UNITS_FELL,
)
from pfalz.games.darkages.state import DarkAges

TOLD = (DICE_ROLLED, DICE_REROLLED, DAMAGE_CANCELLED, UNITS_FELL)


def battle(view: DarkAges, events: list[Event], texts: Texts) -> Scene:
    """An attack: dice and losses of both sides, and how many are left."""
    attacker, defender, _ = args_of(events, ATTACK_DECLARED)[0]
    met = args_of(events, ARMIES_MET)
    over = args_of(events, BATTLE_OVER)
    sides = []
    for n, side in enumerate((attacker, defender)):
        facts = [texts.say("scene.units", n=met[0][n])] if met else []
        facts += [texts.event(event) for event in events if event[0] in TOLD and event[1][0] == side]
        total = str(over[0][3 + n]) if over else ""
        won = bool(over) and bool(over[0][5]) == (n == 0)
        seat = side if side < view.rules.players else -1
        sides.append(Side(seat, texts.name("side", side), tuple(facts), total, won))
    outcome = [texts.event(event) for event in events if event[0] is BATTLE_OVER]
    return Scene(tuple(sides), outcome=outcome[0] if outcome else "")
