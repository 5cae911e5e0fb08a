"""The lordlings' turn, reaction and pass (DM1-5, DM1-6).

They draw a card and carry it out, by rule and by chance; nobody decides anything (DM1-11.2). They place discs
and take titles, but never march, attack or move a figure (DM1-5.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control, ending, passing, reactions, turn
from pfalz.games.darkages.events import PASSED, REACTION_CHOSEN, TITLE_TAKEN
from pfalz.games.darkages.lookup import NO_REGION
from pfalz.games.darkages.modules.lordlings_and_raiders.events import (
    LORDLINGS_ACTED,
    LORDLINGS_DREW,
    LORDLINGS_IDLE,
    LORDLINGS_PLANNED,
    LORDLINGS_REPEATED,
    LORDLINGS_REVEALED,
    LORDLINGS_SHUFFLED,
    LORDLINGS_TURN,
)
from pfalz.games.darkages.modules.lordlings_and_raiders.lords import (
    lordling_culture,
    score,
    source,
    take_card,
)
from pfalz.games.darkages.modules.lordlings_and_raiders.places import BUILD_SITES, candidates
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    BUILT,
    HURRIED,
    HURRY,
    LORDLINGS,
    MARCHED,
    NO_PASS,
    ORDINARY,
    PERSIST,
    RECRUITED,
    RESEARCHED,
    SETTLE,
    SETTLED,
    level,
    solo,
)
from pfalz.games.darkages.offer import drop_from_offer
from pfalz.games.darkages.possible import open_places
from pfalz.games.darkages.state import DONE, FREE, FROM_TITLES, NONE, PASS_ROUND, DarkAges
from pfalz.games.darkages.words import (
    BUILD,
    CULTURE_EXCHANGE,
    DEVELOP,
    MARCH,
    RECRUIT,
    RECRUIT_AGAIN,
    REGROUP,
    RESEARCH,
    TRADE_IRON,
    UNITS,
)

CARD_SLOT = Slot("card", "lordling_card")


def deck(s: DarkAges) -> list[int]:
    """The cards of the lordlings that have not been drawn."""
    part = solo(s)
    return [card for card in range(len(part.t.deeds)) if not part.drawn >> card & 1]


# -- the turn (DM1-5) ----------------------------------------------------------------------------------


def begin_lordlings(s: DarkAges) -> None:
    """Their turn begins: they pass without a disc or without a card, else they draw (DM1-5.1, DMR-2)."""
    part = solo(s)
    part.die, part.card, part.passes, part.shown = 0, NONE, NO_PASS, []
    s.choice, s.action, s.free_taken, s.title_used, s.fought = DONE, NONE, 0, 0, 0
    s.emit(LORDLINGS_TURN, LORDLINGS, s.discs[LORDLINGS])
    if s.discs[LORDLINGS] and deck(s):
        s.call("lordling_card")
    else:
        part.passes = ORDINARY


class DrawLordling(Chance[DarkAges]):
    """The top card of the lordling deck (DM1-5.1)."""

    name: ClassVar[str] = "lordling_card"
    rule: ClassVar[str] = "DM1-5.1"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return CARD_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else deck(s)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part = solo(s)
        card = part.card = answer[0]
        part.drawn |= 1 << card
        s.emit(LORDLINGS_DREW, LORDLINGS, card)
        if part.t.deeds[card] == PERSIST:
            persist(s)
        else:
            do_card(s, card)


def persist(s: DarkAges) -> None:
    """The topmost card that is neither Persist nor Settle is carried out again (DM1-5.23, DM1-5.25, DMR-4).

    Without one, cards are revealed (DM1-5.24)."""
    part = solo(s)
    for card in reversed(part.pile):
        if part.t.deeds[card] not in (PERSIST, SETTLE):
            s.emit(LORDLINGS_REPEATED, LORDLINGS, card)
            do_card(s, card)
            return
    if deck(s):
        s.call("lordling_reveal")
    else:
        s.emit(LORDLINGS_IDLE, LORDLINGS, part.card)


class RevealLordling(Chance[DarkAges]):
    """Cards revealed for Persist, until one can be carried out (DM1-5.24, DMR-43)."""

    name: ClassVar[str] = "lordling_reveal"
    rule: ClassVar[str] = "DM1-5.24"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return CARD_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [card for card in deck(s) if card not in solo(s).shown]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part, card = solo(s), answer[0]
        part.shown.append(card)
        s.emit(LORDLINGS_REVEALED, LORDLINGS, card)
        deed = part.t.deeds[card]
        if deed != PERSIST and (deed != SETTLE or candidates(s, SETTLED)):
            do_card(s, card)
        elif len(part.shown) < len(deck(s)):
            s.call("lordling_reveal")
        else:
            s.emit(LORDLINGS_IDLE, LORDLINGS, part.card)


def do_card(s: DarkAges, card: int) -> None:
    """Carry out a card that is not Persist."""
    part = solo(s)
    deed = part.t.deeds[card]
    if deed == RESEARCH:
        if planned(s, RESEARCH):
            place_disc(s, RESEARCH)
            s.call("d20", RESEARCHED, 0)  # DM1-5.5
    elif deed == RECRUIT:
        place_disc(s, RECRUIT)
        recruit(s)
    elif deed == MARCH:
        if planned(s, MARCH):
            place_disc(s, MARCH)
            s.call("choose_area", MARCHED, 0)  # DM1-5.11, DM1-5.12
    elif deed == DEVELOP:
        place_disc(s, DEVELOP)
        places = open_places(s, LORDLINGS)
        if places:
            take_card(s, places[-1])  # DM1-5.15
    elif deed == BUILD:
        if any(candidates(s, site) for site in BUILD_SITES.values()):
            place_disc(s, BUILD)
            s.call("d20", BUILT, 0)
        else:
            s.emit(LORDLINGS_IDLE, LORDLINGS, card)
            part.passes = ORDINARY  # DM1-5.18
    elif deed == SETTLE:
        settle(s, card)
    elif s.discs[LORDLINGS] <= part.t.solo.hurry_discs:
        assert deed == HURRY
        part.passes = HURRIED  # DM1-5.26
    else:
        s.emit(LORDLINGS_IDLE, LORDLINGS, card)  # DMR-3


def settle(s: DarkAges, card: int) -> None:
    """A manor without a disc; if there is no place for it, the next card is drawn (DM1-5.21, DM1-5.22)."""
    part = solo(s)
    if candidates(s, SETTLED):
        s.call("choose_area", SETTLED, 0)
        return
    s.emit(LORDLINGS_IDLE, LORDLINGS, card)
    part.pile.append(card)
    part.card = NONE
    if deck(s):
        s.call("lordling_card")
    else:
        part.passes = ORDINARY


def planned(s: DarkAges, action: int) -> bool:
    """A planning disc at Research or March is taken away; if none lies there, one is put there instead.

    It lies beside the card and counts for nothing else (DM1-5.6, DM1-5.7, DM1-5.13)."""
    part = solo(s)
    part.planning ^= 1 << action
    if part.planning >> action & 1:
        s.emit(LORDLINGS_PLANNED, LORDLINGS, action)
        return False
    return True


def place_disc(s: DarkAges, action: int) -> None:
    """A noble disc goes on top of the stack under an action card (DM1-5.2)."""
    s.discs[LORDLINGS] -= 1
    s.stacks[action] = (*s.stacks[action], LORDLINGS)
    s.action = action
    s.emit(LORDLINGS_ACTED, LORDLINGS, action)


def recruit(s: DarkAges) -> None:
    """The type with the fewest figures on the map comes to an area (DM1-5.8, DM1-5.9, DM1-6.2)."""
    at = UNITS * LORDLINGS
    types = [unit for unit in range(UNITS) if s.supply[at + unit]]
    if types:
        areas = s.areas_of(LORDLINGS)
        there = [sum([s.units[UNITS * area + unit] for area in areas]) for unit in range(UNITS)]
        unit = min(types, key=lambda unit: (there[unit], -level(s, LORDLINGS, unit), unit))
        s.call("choose_area", RECRUITED, unit)


def check_reaction(s: DarkAges) -> None:
    """After an action with a disc its stack is looked at (DM1-5.2, DM1-5.3)."""
    if s.action != NONE:
        reactions.check_stack(s)


def must_pass(s: DarkAges) -> bool:
    """Whether this turn of theirs is a pass."""
    return solo(s).passes != NO_PASS


def call_pass(s: DarkAges) -> None:
    """They pass."""
    s.call("lordling_pass")


def lay_aside(s: DarkAges) -> None:
    """The card of the turn goes to the pile, unless all were shuffled (DM1-5.1, DM1-5.25, DM1-5.27)."""
    part = solo(s)
    if part.passes == NO_PASS and part.card != NONE:
        part.pile.append(part.card)
    part.card, part.shown = NONE, []


def end_lordlings(s: DarkAges) -> None:
    """Your turn comes next; the end is looked for after their turn too (DM1-9.1)."""
    turn.next_turn(s)
    ending.end_check(s)


# -- reactions (DM1-6.1 to DM1-6.5) --------------------------------------------------------------------


def lordlings_react(s: DarkAges, side: int, band: int) -> None:
    """The better of the two reactions beside the band (DM1-6.1)."""
    part = solo(s)
    both = reactions.beside(s, band)
    reaction = next(reaction for reaction in part.t.reactions if reaction in both)
    s.emit(REACTION_CHOSEN, LORDLINGS, reaction)
    if reaction == RECRUIT_AGAIN:
        recruit(s)
    elif reaction == CULTURE_EXCHANGE:
        if s.offered:
            take_card(s, len(s.offered) - 1)  # DM1-6.3, DMR-5
    elif reaction == TRADE_IRON:
        lordling_culture(s, part.t.values.sell_culture)  # DM1-6.4
    elif reaction == REGROUP:
        for action in (RESEARCH, MARCH):  # DM1-6.5
            if not part.planning >> action & 1:
                part.planning |= 1 << action
                s.emit(LORDLINGS_PLANNED, LORDLINGS, action)


# -- passing (DM1-6.6 to DM1-6.9) ----------------------------------------------------------------------


def lordlings_pass_in_round(s: DarkAges, first: int, side: int) -> None:
    """Their pass of the pass round, an ordinary one (DM1-9.3)."""
    part = solo(s)
    s.turn, part.passes, part.card, part.die = side, ORDINARY, NONE, 0
    s.call("lordling_pass")


def pass_offer(s: DarkAges) -> None:
    """Step 1: the leftmost card of the offer is discarded, but not in the pass round (DM1-6.6, DM1-9.3)."""
    s.emit(PASSED, LORDLINGS)
    if s.phase != PASS_ROUND and s.offered:
        drop_from_offer(s, 0)


def claimed(s: DarkAges, hurried: bool) -> list[int]:
    """Titles of whose regions they have all areas, or after Hurry half of them (DM1-6.7, DM1-6.8, DMR-16)."""
    realm, found = s.realm(LORDLINGS), []
    for title, region in enumerate(s.t.title_region):
        if s.title[title] == LORDLINGS or region == NO_REGION:
            continue
        areas = s.t.region_areas[region]
        own, all_ = (realm & areas).bit_count(), areas.bit_count()
        if own == all_ or (hurried and 2 * own >= all_):
            found.append(title)
    return found


def pass_titles(s: DarkAges) -> None:
    """Step 2: titles; with the option H2 all they hold score (DM1-6.9, DM1-10.4).

    You may take them back like any other (DM1-6.10)."""
    part = solo(s)
    for title in claimed(s, part.passes == HURRIED):
        before = s.title[title]
        s.title[title] = LORDLINGS
        s.emit(TITLE_TAKEN, LORDLINGS, title, before)
        if before == FREE:
            score(s, s.t.title_vp[title], FROM_TITLES)
    if part.t.hard_titles:
        score(s, part.t.values.title_vp_hard * s.title.count(LORDLINGS), FROM_TITLES)


def pass_discs(s: DarkAges) -> None:
    """Step 3: their noble discs come back, planning discs stay."""
    passing.pass_3(s, LORDLINGS)


def pass_ends(s: DarkAges) -> bool:
    """Whether their last pass is over after step 3 (DM1-9.4)."""
    return passing.is_last_pass(s, LORDLINGS)


def pass_leave(s: DarkAges) -> None:
    """They draw no more cards."""
    passing.leave_game(s, LORDLINGS)


def pass_goes_on(s: DarkAges) -> bool:
    """Whether steps 4 to 6 follow."""
    return passing.goes_on(s, LORDLINGS)


def pass_shuffle(s: DarkAges) -> None:
    """Step 4: all nine cards are the deck again, the one that made them pass too (DM1-5.27, DMR-44)."""
    part = solo(s)
    part.drawn, part.pile, part.card, part.shown = 0, [], NONE, []
    s.emit(LORDLINGS_SHUFFLED, LORDLINGS)


def pass_culture(s: DarkAges) -> None:
    """Step 5: culture points, more of them with the option H3 (DM1-10.5)."""
    lordling_culture(s, solo(s).t.pass_culture)


def realm_vp(s: DarkAges) -> int:
    """Step 6: points for areas, with the option E1 only for those with a city (DM1-6.6, DM1-10.1)."""
    part = solo(s)
    areas = [area for area in s.areas_of(LORDLINGS) if s.city[area] or not part.t.easy_cities]
    return max([row.vp for row in part.t.file.pass_vp if row.areas <= len(areas)], default=0)


def pass_realm(s: DarkAges) -> None:
    """Step 6 scores."""
    score(s, realm_vp(s), source(s, "realm"))


def march_in(s: DarkAges, area: int) -> None:
    """A unit of the supply takes the place of a barbarian marker (DM1-5.11, DMR-15).

    The marker is used, one of the heathens out of the game (DM7-3.2); Magyars go back to their supply."""
    part, t = solo(s), s.t
    at = UNITS * LORDLINGS
    types = [unit for unit in range(UNITS) if s.supply[at + unit]]
    marker = s.marker[area]
    out = part.t.spare and marker in t.first_markers
    (part.removed if out else part.used).append(marker)
    s.marker[area] = s.look[area] = NONE
    s.known[area] = 0
    part.magyars[UNITS * area : UNITS * (area + 1)] = [0] * UNITS
    control.place_units(s, LORDLINGS, types[0], 1, area)
