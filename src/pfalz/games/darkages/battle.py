"""Battles on one page (sections 15 to 17): declaration, muster, the three phases, the result, what follows.

`dice.py` rolls, `damage.py` says who takes it, `consequences.py` what comes of it. Attacker and defender are
sides, whether somebody sits for them or not; for one that nobody sits for a rule decides. The columns of the
battle keep what has happened until the next one begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pfalz.core.flow import Order, Step, ask, chance, do, each, flow, mark, seq, when
from pfalz.games.darkages import consequences, damage, dice
from pfalz.games.darkages.armies import add_temporary, fits, target
from pfalz.games.darkages.dice import shattered
from pfalz.games.darkages.effects import trigger
from pfalz.games.darkages.events import ARMIES_MET, ATTACK_DECLARED, BATTLE_OVER, MARKER_TURNED
from pfalz.games.darkages.lookup import MANOR_SPACES, Lookup
from pfalz.games.darkages.powers import end_battle
from pfalz.games.darkages.state import FREE, MOST_DICE, NONE, REGULAR, DarkAges
from pfalz.games.darkages.words import (
    ARCHER,
    ATTACKER,
    BATTLE_RESULT,
    BATTLE_START,
    DEFENDER,
    FOR_BATTLE,
    INFANTRY,
    NO_CITY_ARCHER,
    NO_MANOR_LEVY,
    NO_REINFORCEMENT,
    PHASE_IDS,
    REDUCE_ENEMY_TOWERS,
    RESULT_BONUS,
    ROLES,
    TEMP_UNIT,
    UNITS,
)

VALUES: Final = (
    "city_archers",
    "manor_levy",
    "reinforcement",
    "dice",
    "tower_floors",
    "result",
    "tie_to_attacker",
    "spare_pips",
)
"""What modules may change."""


def phase(name: str, order: Order, in_parts: bool) -> Step[Any]:
    """One phase of a battle, in the order of D-15.11; perhaps one side rolls after the other (DM9-6.7)."""
    body = seq(
        f"{name}_phase",
        chance(dice.Dice(), f"{name}_dice"),
        each(
            f"{name}_rerolls",
            dice.rerollers,
            each(f"{name}_reroll", dice.rerolls, ask(dice.Reroll(), f"{name}_again"), kind="effect"),
            kind="role",
        ),
        mark(f"{name}_rolled"),
        do(dice.strike),
        do(damage.allot),
        each(f"{name}_damage", damage.choosers, ask(damage.Hits(), f"{name}_hits"), kind="role"),
        each(
            f"{name}_saved",
            damage.savers,
            seq(
                f"{name}_saving",
                do(damage.cancel_all),
                when(damage.must_choose, ask(damage.Save(), f"{name}_save")),
            ),
            kind="role",
        ),
        do(damage.bury),
    )
    return each(name, order, when(dice.anybody_rolls, body) if in_parts else body, kind="phase")


def battle_flows(t: Lookup) -> list[Step[Any]]:
    """The flows of a battle (D-15.4): attacker, area, where the army goes back to, and its units."""
    last = [do(end_battle)] if FOR_BATTLE in t.lent else []
    battle = seq(
        "battle",
        do(declare),
        mark("prepare"),
        seq(
            "muster", do(call_to_arms), each("start", both_roles, do(begin), kind="role"), do(meet)
        ),  # D-15.5
        phase("ranged", dice.in_ranged, t.first_strikes),
        phase("charge", dice.in_charge, False),
        phase("melee", dice.in_melee, False),
        seq("result", do(compare)),  # D-15.19, D-15.20
        seq(
            "consequences",
            seq(
                "retreat",
                do(consequences.hold_ground),
                do(consequences.flee_by_rule),
                when(consequences.seeks_refuge, ask(consequences.Retreat(), "refuge")),
                mark("fled"),
            ),
            seq("manors", do(consequences.lose_manors)),
            seq(
                "loot",
                do(consequences.claim_reward),
                do(consequences.take_trophy),
                do(consequences.plunder_by_rule),
                when(consequences.asks_plunder, ask(consequences.Plunder())),
                do(consequences.score_home_victory),
            ),
            do(consequences.go_back),
        ),
        mark("spoils"),
        seq(
            "aftermath",
            do(consequences.cheer),
            each("after_battle", consequences.veterans, do(consequences.look_back), kind="role"),
        ),
        *last,
        mark("battle_done"),
    )
    recover = seq("recover", when(consequences.can_recover, ask(consequences.Recover(), "recovered")))
    return [
        flow(battle, "side", "area", "somewhere", "number", "number", "number"),
        flow(chance(dice.Again()), "phase", "role", f"die*{MOST_DICE}"),  # D-22.19
        flow(recover, "side", at_once=t.most_recovered),  # D-24.5
    ]


# -- the beginning (D-15.1 to D-15.5) -----------------------------------------------------------------


def declare(
    s: DarkAges, side: int, area: int, origin: int, infantry: int, archers: int, cavalry: int
) -> None:
    """An army has marched into an area that is occupied (D-15.1, D-15.2).

    The defender's units join their army, but he keeps the area until the consequences (D-15.23, D-R.41).
    Nobody else attacks: barbarians stay where they are (D-16.9)."""
    owner = s.owner[area]
    s.fought = 1  # D-11.5
    open_battle(s, side, owner if owner != FREE else s.barbarians(), area, origin)
    for unit, n in enumerate((infantry, archers, cavalry)):
        s.army[target(s, unit, REGULAR)] = n
    s.emit(ATTACK_DECLARED, side, s.defender, area)


def open_battle(s: DarkAges, attacker: int, defender: int, area: int, origin: int) -> None:
    """The columns of the battle are cleared; the units of the area, if it is the defender's, join him."""
    t = s.t
    if t.battle_abilities:
        s.used = [used & ~t.battle_abilities for used in s.used]
    s.battle, s.attacker, s.defender, s.origin = area, attacker, defender, origin
    s.army = [0] * (t.targets * ROLES)
    s.wounds = [0] * (t.targets * ROLES)
    s.dice = [()] * (len(PHASE_IDS) * ROLES)
    s.struck = [0] * (len(PHASE_IDS) * ROLES)
    s.fallen, s.lost = [0] * (ROLES * UNITS), [0] * (ROLES * UNITS)
    s.strength, s.victor, s.stand = [0] * ROLES, NONE, [NONE] * ROLES
    if s.owner[area] == defender:
        for unit in range(UNITS):
            s.army[t.targets * DEFENDER + target(s, unit, REGULAR)] = s.units[UNITS * area + unit]
            s.units[UNITS * area + unit] = 0


def both_roles(s: DarkAges, *args: int) -> Sequence[int]:
    """The attacker, then the defender (D-20.5, D-25.9, D-R.21)."""
    return (ATTACKER, DEFENDER)


def _forbids(s: DarkAges, op: int) -> bool:
    """Whether an effect of the attacker forbids temporary units of the defender (D-15.5, D-22.23)."""
    for effect in s.profile(s.attacker).by_trigger[BATTLE_START]:
        if effect.op == op and fits(s, effect, ATTACKER):
            return True
    return False


def _levied(s: DarkAges) -> int:
    """How much infantry manors give at most (DM0-8.10)."""
    most = MANOR_SPACES
    for effect in s.profile(s.attacker).by_trigger[BATTLE_START]:
        if effect.op == NO_MANOR_LEVY and fits(s, effect, ATTACKER):
            most = min(most, effect.most)
    return most


def call_to_arms(s: DarkAges, *args: int) -> None:
    """The temporary units that the rules give the defender (D-16.1, D-16.2, D-17.1).

    What is forbidden is looked at first (DM0-4.6); units of cards come anyway (DMX-4.4)."""
    if s.defender == s.barbarians():
        turn_marker(s, s.battle)
        for unit, n in enumerate(s.t.marker_units[s.marker[s.battle]]):
            add_temporary(s, DEFENDER, unit, n)
        units = reinforcement(s)
        for unit in range(UNITS):
            if units >> unit & 1:
                add_temporary(s, DEFENDER, unit, 1)
    elif s.owner[s.battle] == s.defender:
        archers = 0 if _forbids(s, NO_CITY_ARCHER) else s.city[s.battle]
        levy = min(s.manors[s.battle], _levied(s))
        add_temporary(s, DEFENDER, INFANTRY, s.rules.value(s, "manor_levy", levy, s.defender))
        add_temporary(s, DEFENDER, ARCHER, s.rules.value(s, "city_archers", archers, s.defender))


def turn_marker(s: DarkAges, area: int) -> None:
    """The unit side comes up (D-16.1); if the other side lay open, everybody has now seen both (D-20.4)."""
    look = s.t.unit_look[s.marker[area]]
    if s.look[area] != look:
        s.look[area] = look
        s.known[area] = (1 << s.t.players) - 1
        s.emit(MARKER_TURNED, s.barbarians(), area, look)


def reinforcement(s: DarkAges) -> int:
    """Types of units that join the barbarians, as bits: one by the number of trophies (D-16.2, D-R.16)."""
    table = s.t.reinforcement
    unit = table[min(len(s.trophies[s.attacker]), len(table) - 1)]
    units = 0 if unit < 0 or _forbids(s, NO_REINFORCEMENT) else 1 << unit
    return s.rules.value(s, "reinforcement", units, s.attacker)


def begin(s: DarkAges, *args: int) -> None:
    """Effects of one side at the start: units that come anyway, then what leaves a choice (D-15.5)."""
    role = args[-1]
    side = s.fighting(role)
    effects = s.profile(side).by_trigger[BATTLE_START]
    if not effects:
        return
    for effect in effects:
        if effect.op == TEMP_UNIT and not effect.leaves_choice() and fits(s, effect, role):
            add_temporary(s, role, effect.unit, effect.n)
    trigger(s, side, BATTLE_START, s.battle, role)


def meet(s: DarkAges, *args: int) -> None:
    """Both armies are complete."""
    s.emit(ARMIES_MET, s.all_fighters(ATTACKER), s.all_fighters(DEFENDER))


# -- the end (D-15.19 to D-15.22) ---------------------------------------------------------------------


def battle_result(s: DarkAges, role: int) -> int:
    """Levels of the survivors, towers of the defender, cards, modules; never below 0 (D-15.19, DM0-4.9)."""
    side = s.fighting(role)
    found = 0
    for unit in range(UNITS):
        n = s.fighters(role, unit)
        if n:
            found += n * s.face_of(side, unit).level
    if role == DEFENDER and s.owner[s.battle] == side:
        found += s.rules.value(s, "tower_floors", floors_that_count(s), side)
    for effect in s.profile(side).by_trigger[BATTLE_RESULT]:
        alive = not effect.needs_survivor or s.all_fighters(role)  # DM0-8.10
        if effect.op == RESULT_BONUS and alive and fits(s, effect, role):
            found += effect.n
    return max(0, s.rules.value(s, "result", found, side))


def floors_that_count(s: DarkAges) -> int:
    """Tower floors of the contested area in a defending player's result (D-15.19, D-16.4, D-22.23)."""
    floors = 0 if shattered(s, DEFENDER) else s.floors[s.battle]
    if floors:
        for effect in s.profile(s.attacker).by_trigger[BATTLE_RESULT]:
            if effect.op == REDUCE_ENEMY_TOWERS and fits(s, effect, ATTACKER):
                floors -= effect.n
    return max(0, floors)


def compare(s: DarkAges, *args: int) -> None:
    """The attacker needs the higher result (D-15.20), or a survivor where ties are his (DM9-4.1, DMR-29)."""
    attack, defence = battle_result(s, ATTACKER), battle_result(s, DEFENDER)
    s.strength = [attack, defence]
    won = attack > defence
    if attack == defence and s.rules.value(s, "tie_to_attacker", 0):
        won = s.all_fighters(ATTACKER) > 0
    s.victor = ATTACKER if won else DEFENDER
    s.emit(BATTLE_OVER, s.attacker, s.defender, s.battle, attack, defence, int(won))
