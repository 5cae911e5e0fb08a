"""A table of Dark Ages for tests: any position by hand, answers by name, and a look at what happened.

A new table has been set up: Yellow is Berengar in Verona, White Burchard in Swabia, Violet Tomislav in
Croatia, Green Pandulf in Capua; the action cards lie on the bands in the order of the rules, Yellow begins,
and no barbarian marker lies anywhere (unless the table is `wild`), so that every area without a figure is
unoccupied. What a test puts into place comes out of the supplies: nothing may be lost. `modules` names the
modules in play; how theirs are put into place stands in `tests/games/darkages/modules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask, Reason
from pfalz.core.errors import IllegalAnswer
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE
from pfalz.core.texts import rulebook
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.turn import ACTION_STEP, END_STEP, PASS_STEP, SETTLE_STEP, TITLE_STEP
from pfalz.games.darkages.words import (
    ACTION_IDS,
    BUILD_IDS,
    EPITHET,
    GOODS,
    GOODS_IDS,
    REACTION_IDS,
    RELIC,
    RESOURCE_IDS,
    RESOURCES,
    UNITS,
)
from tests.games.kit.tables import HandTable

YELLOW, WHITE, VIOLET, GREEN = range(4)
RULERS = ("berengar", "burchard", "tomislav", "pandulf")
WORDS: dict[str, int] = {
    **{id: ACTION_STEP + i for i, id in enumerate(ACTION_IDS)},
    "settle": SETTLE_STEP,
    "pass": PASS_STEP,
    "end": END_STEP,
}
"""Steps of a turn by name."""
QUESTIONS = {
    "build": ("build",),
    "develop_culture": ("develop",),
    "research": ("research",),
    "recruit": ("recruit",),
    "march": ("supply", "march"),
}
"""The questions of each action."""
BUILDS = {id: i for i, id in enumerate(BUILD_IDS)}
REACTIONS = {id: i for i, id in enumerate(REACTION_IDS)}
NO_REACTION = len(REACTION_IDS)
DISCARD, TAKE = range(2)
"""The two ways of a Culture Exchange."""
FOR_GOLD, FOR_CULTURE = range(2)
"""The two ways of Iron for Gold / Sell Goods."""
LAY_OUT, RAISE, PLAY = range(3)
"""The three ways of Research."""


class Table(HandTable[DarkAges]):
    """A game in a position of the test's choice, somebody about to take a turn."""

    def __init__(
        self,
        players: int = 4,
        rulers: Sequence[str] = RULERS,
        bands: Sequence[str] = ACTION_IDS,
        starter: int = YELLOW,
        wild: bool = False,
        modules: Sequence[str] = (),
        rules: Ruleset[DarkAges] | None = None,
        **options: object,
    ) -> None:
        super().__init__(rules or ruleset("darkages", players, modules, options))
        self.nature(*[ACTION_IDS.index(action) for action in bands])
        self.nature(starter)
        while self.asked() == "ruler":
            self.do(self.who(), self.ruler(rulers[self.who()]))
        self.let_nature()
        if not wild:
            self.s.marker = [NONE] * self.t.areas
            self.s.look = [NONE] * self.t.areas

    def part(self, module: str) -> Any:
        """What a module keeps: its slice of the state."""
        return self.s.slices[module]

    # -- names ------------------------------------------------------------------------------------

    def area(self, id: str) -> int:
        """The number of an area."""
        return int(self.t.area_ids.index(id))

    def areas(self, numbers: Sequence[int]) -> set[str]:
        """Areas by name."""
        return {self.t.area_ids[number] for number in numbers}

    def card(self, id: str) -> int:
        """The number of a culture card."""
        return int(self.t.card_ids.index(id))

    def cards(self, kind: int) -> list[str]:
        """All cards of a kind that are in the game."""
        return [id for id, own in zip(self.t.card_ids, self.t.card_kind, strict=True) if own == kind]

    def ruler(self, id: str) -> int:
        """The number of a ruler."""
        return int(self.t.ruler_ids.index(f"ruler_{id}"))

    def title(self, id: str) -> int:
        """The number of a title."""
        return int(self.t.title_ids.index(f"title_{id}"))

    def title_step(self, id: str) -> int:
        """The step of a turn that uses a title."""
        return TITLE_STEP + self.title(id)

    def unit_in(self, area: str, unit: int) -> int:
        """A unit in an area, as it is named in the supply check."""
        return UNITS * self.area(area) + unit

    @property
    def gold_instead(self) -> int:
        """A gold in place of a unit in the supply check."""
        return UNITS * int(self.t.areas)

    @property
    def no_card(self) -> int:
        """No relic is played."""
        return int(self.t.cards)

    # -- asking -----------------------------------------------------------------------------------

    def asked(self) -> str:
        """The name of the open question."""
        asks = self.asks()
        return asks[0].name if asks else ""

    def who(self) -> int:
        """The seat that is asked."""
        return self.asks()[0].seat

    def open(self) -> tuple[str, int]:
        """Name and seat of the open question."""
        return self.asked(), self.who()

    def options(self, *prefix: int) -> list[int]:
        """What is on offer after a prefix; empty for a complete form."""
        return list(self.ask_of().options(self.s, prefix) or ())

    def complete(self, *prefix: int) -> bool:
        """Whether the form needs nothing more."""
        return self.ask_of().options(self.s, prefix) is None

    def slots(self, *prefix: int) -> str:
        """The name of the slot that follows a prefix."""
        return self.ask_of().slot(self.s, prefix).name

    def forms(self, *prefix: int, most: int = 2000) -> list[tuple[int, ...]]:
        """All complete answers that begin like this; every prefix on offer must have one (D-26.3)."""
        found: list[tuple[int, ...]] = []
        self._grow(self.ask_of(), prefix, found, most)
        return found

    def _grow(self, ask: Ask, prefix: tuple[int, ...], found: list[tuple[int, ...]], most: int) -> None:
        options = ask.options(self.s, prefix)
        if options is None:
            found.append(prefix)
            assert len(found) <= most, "too many forms"
            return
        assert list(options), f"{prefix} cannot be completed"
        for value in options:
            self._grow(ask, (*prefix, value), found, most)

    def why(self, *prefix_and_value: int) -> tuple[str, str]:
        """Reason and clause why the last value may not follow the others; trying it changes nothing."""
        *prefix, value = prefix_and_value
        ask = self.ask_of()
        reason: Reason | None = ask.why_not(self.s, tuple(prefix), value)
        assert reason is not None, f"{value} is on offer after {prefix}"
        assert value not in (ask.options(self.s, tuple(prefix)) or ())
        assert reason.clause in rulebook("pfalz.games.darkages", "en")[1]
        try:
            ask.check(self.s, prefix_and_value)
        except IllegalAnswer as error:
            assert (error.key, error.clause) == (reason.key, reason.clause)
        else:
            raise AssertionError("a refused value was accepted")
        before = self.rules.hash(self.s)
        self.refusal(ask.seat, prefix_and_value)
        assert self.rules.hash(self.s) == before
        return reason.key, reason.clause

    # -- answering --------------------------------------------------------------------------------

    def do(self, seat: int, *answer: int, ask: str | None = None) -> Self:
        """A checked answer; cards that come into the offer are drawn as it happens."""
        self.s.trace = []
        self.play(seat, answer, ask)
        return self._draw()

    def _draw(self) -> Self:
        while self.asked() == "card":
            self.play(NATURE, (self.s.deck[0],))
        return self

    def nature(self, *answer: int) -> Self:
        """An answer of chance."""
        return self.do(NATURE, *answer)

    def roll(self, *pips: int) -> Self:
        """The dice of a battle show this: the attacker's, then the defender's, by type."""
        assert self.asked() == "dice", self.asked()
        return self.nature(*[n - 1 for n in pips])

    def turn(self, seat: int) -> Self:
        """A turn of a seat begins in the position as it is."""
        self.s.turn = seat
        self.s.trace = []
        self.resume("one_turn", "begin_turn")
        return self._draw()

    def act(self, seat: int, action: str, *answer: int) -> Self:
        """A turn of a seat with an action; its question is answered, unless there is but one answer."""
        self.turn(seat)
        trace = self.s.trace or []
        if (seat, ACTION_IDS.index(action)) not in self.events("action_chosen"):
            self.do(seat, WORDS[action], ask="turn")
        if answer and self.asked() in QUESTIONS[action]:
            trace += self.s.trace or []
            self.do(seat, *answer)
            self.s.trace = trace + (self.s.trace or [])
        return self

    def end(self, seat: int) -> Self:
        """No more free steps and no title."""
        return self.do(seat, END_STEP, ask="after")

    def goes(self, seat: int) -> Self:
        """A seat passes of its own will: it has acted before and taken no free step."""
        self.s.acted[seat] = 1
        self.turn(seat)
        if (seat,) not in self.events("passed"):
            self.do(seat, PASS_STEP, ask="turn")
        return self

    # -- arranging the map ------------------------------------------------------------------------

    def hold(
        self,
        seat: int,
        area: str,
        infantry: int = 0,
        archers: int = 0,
        cavalry: int = 0,
        manors: int | None = None,
        city: bool | None = None,
        floors: int | None = None,
        churches: int | None = None,
        production: Mapping[str, int] | None = None,
    ) -> Self:
        """A seat controls an area with exactly these units; other pieces change if they are named."""
        s, at = self.s, self.area(area)
        if s.owner[at] not in (FREE, seat):
            self.leave(area)
        s.owner[at], s.marker[at], s.look[at] = seat, NONE, NONE
        for unit, n in enumerate((infantry, archers, cavalry)):
            s.supply[UNITS * seat + unit] -= n - s.units[UNITS * at + unit]
            s.units[UNITS * at + unit] = n
        if manors is not None:
            s.row[seat] -= manors - s.manors[at]
            s.manors[at] = manors
        return self.buildings(area, city, floors, churches, production)

    def buildings(
        self,
        area: str,
        city: bool | None = None,
        floors: int | None = None,
        churches: int | None = None,
        production: Mapping[str, int] | None = None,
    ) -> Self:
        """The buildings of an area, whoever controls it; what is not named stays."""
        s, at = self.s, self.area(area)
        if city is not None:
            s.cities_left -= int(city) - s.city[at]
            s.city[at] = int(city)
        if floors is not None:
            s.floors_left -= floors - s.floors[at]
            s.floors[at] = floors
        if churches is not None:
            s.churches_left -= churches - s.churches[at]
            s.churches[at] = churches
        if production is not None:
            for resource, id in enumerate(RESOURCE_IDS):
                n = production.get(id, 0)
                s.production_left[resource] -= n - s.production[RESOURCES * at + resource]
                s.production[RESOURCES * at + resource] = n
        return self

    def leave(self, area: str) -> Self:
        """All figures leave an area; it is free."""
        s, at = self.s, self.area(area)
        owner = s.owner[at]
        if owner != FREE:
            self.hold(owner, area, manors=0)
            s.owner[at] = FREE
        return self

    def marker(self, area: str, id: str = "barbarian_01", reward_up: bool = False) -> Self:
        """A barbarian marker lies in an area."""
        s, at, marker = self.s, self.area(area), self.t.marker_ids.index(id)
        s.marker[at] = marker
        s.look[at] = self.t.reward_look[marker] if reward_up else self.t.unit_look[marker]
        return self

    # -- arranging the boards ---------------------------------------------------------------------

    def goods(self, seat: int, **goods: int) -> Self:
        """A seat owns exactly these goods."""
        self.s.goods[GOODS * seat : GOODS * seat + GOODS] = [goods.get(id, 0) for id in GOODS_IDS]
        return self

    def manors_off(self, seat: int, n: int) -> Self:
        """So many manors have left the row of a seat."""
        self.s.row[seat] = self.t.manors - n
        return self

    def discs(self, seat: int, n: int) -> Self:
        """So many discs are in the supply of a seat, the others that lie under no card are exhausted."""
        s = self.s
        s.discs[seat] = n
        s.exhausted[seat] = self.t.discs - n - sum(stack.count(seat) for stack in s.stacks)
        assert s.exhausted[seat] >= 0, "too many discs"
        return self

    def stack(self, action: str, *seats: int) -> Self:
        """The stack under an action card, from bottom to top; the discs come from the supplies."""
        s, at = self.s, ACTION_IDS.index(action)
        for seat in s.stacks[at]:
            s.discs[seat] += 1
        for seat in seats:
            if s.discs[seat]:
                s.discs[seat] -= 1
            else:
                s.exhausted[seat] -= 1
                assert s.exhausted[seat] >= 0, "too many discs"
        s.stacks[at] = tuple(seats)
        return self

    def stack_of(self, action: str) -> tuple[int, ...]:
        """The discs under an action card, from bottom to top."""
        return self.s.stacks[ACTION_IDS.index(action)]

    def holds(self, seat: int, title: str, sideways: bool = False) -> Self:
        """A seat holds a title."""
        self.s.title[self.title(title)] = seat
        self.s.sideways[self.title(title)] = int(sideways)
        return self

    def points(self, seat: int, n: int) -> Self:
        """Points a seat has already."""
        at = seat * self.rules.source_count
        self.s.points[at : at + self.rules.source_count] = [n] + [0] * (self.rules.source_count - 1)
        return self

    # -- arranging cards --------------------------------------------------------------------------

    def _take(self, card: int) -> None:
        """Take a card from wherever it lies; a place of the offer is filled from the deck."""
        s = self.s
        if card in s.offered:
            s.offered[s.offered.index(card)] = s.deck.pop()
        for pile in (s.deck, s.discard):
            if card in pile:
                pile.remove(card)
        for columns in (s.hand, s.laid, s.technologies):
            for seat, cards in enumerate(columns):
                columns[seat] = tuple(other for other in cards if other != card)

    def hand(self, seat: int, *cards: str) -> Self:
        """A seat has exactly these cards; what it had is discarded."""
        s = self.s
        s.discard += s.hand[seat]
        s.hand[seat] = ()
        for id in cards:
            self._take(self.card(id))
        s.hand[seat] = tuple(self.card(id) for id in cards)
        return self

    def many_cards(self, seat: int, n: int) -> Self:
        """A seat has so many cards, whichever the deck has, without epithets and relics."""
        plain = [c for c in self.s.deck if self.t.card_kind[c] not in (EPITHET, RELIC)]
        return self.hand(seat, *[self.t.card_ids[c] for c in plain[:n]])

    def offer(self, *cards: str) -> Self:
        """These cards lie in the offer, from the left; the others go back to the deck."""
        s = self.s
        s.deck += s.offered
        s.offered = []
        for id in cards:
            self._take(self.card(id))
        s.offered = [self.card(id) for id in cards]
        return self

    def deck(self, n: int) -> Self:
        """So many cards are left in the deck; the others have been discarded."""
        self.s.discard += self.s.deck[n:]
        self.s.deck = self.s.deck[:n]
        return self

    def achievement(self, seat: int, id: str, level: int = 1) -> Self:
        """An achievement lies at a seat with its levels up to one."""
        s, card = self.s, self.card(id)
        self._take(card)
        s.laid[seat] = (*s.laid[seat], card)
        s.level[card] = level
        powers = self.t.card_powers[card][:level]
        for i in range(level):
            if self.t.card_replaces[card][i]:
                powers = powers[i:]
        s.powers[seat] = (*s.powers[seat], *powers)
        return self

    def technology(self, seat: int, id: str, face: str) -> Self:
        """A war technology has been played for one of its faces."""
        s, card = self.s, self.card(id)
        self._take(card)
        index = next(i for i, its in enumerate(self.t.faces) if its.id == face)
        assert index in self.t.card_faces[card], "the card has no such face"
        before = self.t.faces[s.face[UNITS * seat + self.t.faces[index].type]].power
        powers = [power for power in s.powers[seat] if power != before]
        if self.t.faces[index].power >= 0:
            powers.append(self.t.faces[index].power)
        s.powers[seat] = tuple(powers)
        s.technologies[seat] = (*s.technologies[seat], card)
        s.face[UNITS * seat + self.t.faces[index].type] = index
        return self

    def face(self, seat: int, unit: int) -> str:
        """The face of a unit type of a seat."""
        return str(self.s.face_of(seat, unit).id)

    def face_number(self, id: str) -> int:
        """The number of a unit face."""
        return next(i for i, face in enumerate(self.t.faces) if face.id == id)

    # -- looking ----------------------------------------------------------------------------------

    def owned(self, seat: int) -> dict[str, int]:
        """The goods of a seat, without those it has not."""
        goods = self.s.goods[GOODS * seat : GOODS * seat + GOODS]
        return {id: n for id, n in zip(GOODS_IDS, goods, strict=True) if n}

    def hand_of(self, seat: int) -> set[str]:
        """The cards in a hand."""
        return {self.t.card_ids[card] for card in self.s.hand[seat]}

    def units(self, area: str) -> tuple[int, ...]:
        """Infantry, archers and cavalry in an area."""
        return tuple(self.s.units_in(self.area(area)))

    def owner(self, area: str) -> int:
        """Who controls an area."""
        return self.s.owner[self.area(area)]

    def made_in(self, area: str) -> dict[str, int]:
        """The production buildings of an area."""
        at = RESOURCES * self.area(area)
        counts = self.s.production[at : at + RESOURCES]
        return {id: n for id, n in zip(RESOURCE_IDS, counts, strict=True) if n}

    def score(self, seat: int) -> int:
        """The points of a seat."""
        return self.s.score(seat)

    def names(self) -> list[str]:
        """Names of the events since the last answer."""
        return [kind.name for kind, _ in self.s.trace or ()]
