"""What the judgement thinks of wars: which battle card helps most, and what a victory with one is worth."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import HIDDEN, Move
from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.damage import regulars
from pfalz.games.darkages.judging import Judge
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.modules.age_of_wars.rules import marker_points
from pfalz.games.darkages.modules.age_of_wars.state import IN_HAND, hand, wars
from pfalz.games.darkages.odds import Units, faces_of, garrison, odds
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.state import FREE, DarkAges
from pfalz.games.darkages.words import (
    ARCHER,
    CANCEL_DAMAGE,
    CAVALRY,
    CULTURE,
    DEFENDER,
    DIE_BONUS,
    EXTRA_DIE,
    FIRST_STRIKE,
    GAIN,
    GOLD,
    INFANTRY,
    NO_CITY_ARCHER,
    NO_MANOR_LEVY,
    NO_TOWERS,
    PLACE_UNIT,
    PURSUIT,
    RANGED,
    RECOVER_FALLEN,
    RECOVER_NOBLE,
    REROLL,
    RESULT_BONUS,
    TEMP_UNIT,
    VP,
)

MARKER: Final = 1.0
"""A war marker, beside what it brings as the places are now."""
AS_IT_STANDS: Final = 0.6
"""How much of the final points of the markers counts while others may take more."""
CARD: Final = 0.2
"""A battle card in hand."""
RIVAL: Final = 0.8
"""How much of the compensation counts: it goes to one of the rivals."""
COMPENSATION: Final = 2.0
"""What a compensation is worth on average."""
PRIZE: Final = 6.0
"""What an area is worth that is attacked, roughly."""
GAINS: Final = {GOLD: 1.3, VP: 1.0, CULTURE: 0.6}
RESOURCE: Final = 0.9
HELP: Final = {REROLL: 0.05, CANCEL_DAMAGE: 0.09, FIRST_STRIKE: 0.07, EXTRA_DIE: 0.05}
"""By how much advantages raise the chance to win that are not counted exactly."""
SPOILS: Final = {PURSUIT: 1.0, RECOVER_FALLEN: 0.8, PLACE_UNIT: 0.9, RECOVER_NOBLE: 1.8}
"""What some effects are worth in points."""


def worth(effects: tuple[Effect, ...]) -> float:
    """What effects are worth to whom they come."""
    found = 0.0
    for effect in effects:
        if effect.op == GAIN:
            found += effect.n * GAINS.get(effect.what, RESOURCE)
        else:
            found += SPOILS.get(effect.op, 0.0)
    return found


def promise(s: DarkAges, card: int) -> float:
    """What playing a card in the attack that has been declared promises (DM9-4.4)."""
    t, part = s.t, wars(s)
    id, side, foe, area = part.t.cards[card], s.attacker, s.defender, s.battle
    effects = t.powers[t.lasting[id]].effects
    army = regulars(s, 0)
    foes = list(_defence(s))
    held, near = s.floors[area], floors_in_reach(s, foe, area)
    more = 0.0
    for effect in effects:
        if effect.op == TEMP_UNIT:
            army[effect.unit] += effect.n
        elif effect.op == NO_CITY_ARCHER:
            foes[ARCHER] -= s.city[area]
        elif effect.op == NO_MANOR_LEVY:
            foes[INFANTRY] -= max(0, s.manors[area] - effect.most)
        elif effect.op == NO_TOWERS:
            held = near = 0
        elif effect.op == RESULT_BONUS:
            held -= effect.n
        elif effect.op == DIE_BONUS:
            more += 0.03 * min(effect.dice, 2 * army[CAVALRY] if effect.unit == CAVALRY else 3)
        elif effect.op in (REROLL, CANCEL_DAMAGE):
            more += HELP[effect.op] * effect.n
        elif effect.op in (FIRST_STRIKE, EXTRA_DIE) and s.face_of(side, ARCHER).values[RANGED]:
            more += HELP[effect.op] * min(2, army[ARCHER])
    mine: Units = (army[0], army[1], army[2])
    theirs: Units = (foes[0], foes[1], foes[2])
    floors = floors_in_reach(s, side, area)
    won = odds(t, mine, faces_of(s, side), theirs, faces_of(s, foe), floors, near, held, 0, True)[0]
    won = min(0.98, won + more)
    marker = 2.0 * MARKER if part.pool else 0.0
    return won * (PRIZE + part.t.vp + marker + worth(effects) - RIVAL * worth(t.deeds[id]))


def _defence(s: DarkAges) -> Units:
    """The units that will defend: those in the army, and those the area brings (D-17.1)."""
    here = garrison(s, s.battle)
    there = regulars(s, DEFENDER)
    return here[0] + there[0], here[1] + there[1], here[2] + there[2]


def use(s: DarkAges, card: int) -> float:
    """What a card is good for in general."""
    effects = s.t.powers[s.t.lasting[wars(s).t.cards[card]]].effects
    found = worth(effects)
    for effect in effects:
        if effect.op == TEMP_UNIT:
            found += effect.n * (1.0, 1.1, 1.4)[effect.unit]
        else:
            found += 0.5
    return found - RIVAL * worth(s.t.deeds[wars(s).t.cards[card]])


class WarJudge(Judge):
    """Markers by their places, cards by what they are good for."""

    terms: ClassVar[tuple[str, ...]] = ("wars",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = wars(s)
        hope = min(1.0, o.hope[seat])
        standing = AS_IT_STANDS + (1.0 - AS_IT_STANDS) * (1.0 - hope)
        found = standing * marker_points(s, seat) + hope * MARKER * part.markers[seat]
        return [found + hope * CARD * len(hand(s, seat))]

    def prize(self, s: DarkAges, seat: int, area: int) -> float:
        part = wars(s)
        if s.owner[area] in (FREE, seat):
            return 0.0
        return part.t.vp + (2.0 * MARKER if part.pool else 0.0) - RIVAL * COMPENSATION

    def helps(self, s: DarkAges, seat: int, start: int, end: int) -> Units:
        if s.owner[end] in (FREE, seat):
            return (0, 0, 0)
        return (1, 0, 0)  # what a card is good for, roughly

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        if ask.name == "keep_battle":
            return [(max(ask.options(s) or (), key=lambda card: use(s, card)),)]
        if ask.name == "battle_card":
            cards = [card for card in hand(s, ask.seat) if card != HIDDEN]
            return [(max(cards, key=lambda card: promise(s, card)),)]
        if ask.name == "battle_card_place":
            return [(IN_HAND,)]
        if ask.name == "pursuit":
            return [_best_catch(s, ask)]
        return []


def _best_catch(s: DarkAges, ask: Ask) -> Move:
    """The units of the highest levels, of those the dearest (DM9-6.10)."""
    most = len(ask.filled(s, lambda _, options: options[0]))
    there = [unit for unit, n in enumerate(regulars(s, DEFENDER)) for _ in range(n)]
    ranked = sorted(there, key=lambda unit: (s.face_of(s.defender, unit).level, unit), reverse=True)
    return tuple(sorted(ranked[:most]))


JUDGE: Final = WarJudge()
"""Battle cards and war markers (DM9)."""
