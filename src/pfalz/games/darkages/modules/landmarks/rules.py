"""Landmarks (DM3): culture cards that are built instead of a noble action, and serve whoever has the area."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, do, flow
from pfalz.core.game import Data, Edit, Memory, Modifier, Module, Options, Reaction, after, before, widen
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.further import FurtherStep, act_instead, add_step
from pfalz.games.darkages.language import Effect, number_of
from pfalz.games.darkages.modules.landmarks.events import (
    EVENTS,
    LANDMARK_BUILT,
    LANDMARK_GAINED,
    LANDMARK_LOST,
    LANDMARK_RAZED,
)
from pfalz.games.darkages.modules.landmarks.schema import Landmark, LandmarksFile
from pfalz.games.darkages.modules.landmarks.state import (
    ID,
    KIND,
    SLICE,
    LandmarkLookup,
    Landmarks,
    declare_kinds,
    holder,
    landmarks,
)
from pfalz.games.darkages.notes import Walked, paying, points, price, to_pay, walked
from pfalz.games.darkages.payment import pay, pay_form, payable
from pfalz.games.darkages.powers import end_powers, put_in_force
from pfalz.games.darkages.schema import Achievement
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import NO_ITEM, TITLE_AREA

CARD_SLOT: Final = Slot("card", "card")
AREA_SLOT: Final = Slot("area", "area")
Form = tuple[Slot, Sequence[int]]


# -- building one (DM3-3) ------------------------------------------------------------------------------


def sites(s: DarkAges, side: int) -> list[int]:
    """Own areas without a landmark; neither city nor building site is needed (DM3-3.3, DM3-3.4, DMR-20)."""
    taken = landmarks(s).where
    return [area for area in s.areas_of(side) if area not in taken]


def in_hand(s: DarkAges, side: int) -> list[int]:
    """The landmark cards in a hand."""
    part: Landmarks = s.slices[ID]
    return sorted(part.t.all_cards.intersection(s.hand[side]))


def cost_of(s: DarkAges, card: int) -> tuple[int, ...]:
    """The price on a landmark card."""
    t = landmarks(s).t
    return t.costs[t.cards.index(card)]


def can_pay(s: DarkAges, side: int, card: int) -> bool:
    """Whether the price can be paid; no discount is for it (DM3-3.6), gold stands in (DM0-1.6)."""
    return payable(s, side, NO_ITEM, cost_of(s, card))


def buildable(s: DarkAges, side: int) -> list[int]:
    """The landmark cards in a hand that can be built now, whatever comes of their effect (DM3-3.7)."""
    cards = in_hand(s, side)
    return [card for card in cards if can_pay(s, side, card)] if cards and sites(s, side) else []


def why_not(s: DarkAges, side: int) -> Reason:
    """Why no landmark can be built."""
    if not in_hand(s, side):
        return because("no_landmark", "DM3-3.3")
    if not sites(s, side):
        return because("landmark_everywhere", "DM3-3.3")
    return because("too_dear", "D-1.11")


class LandmarkStep(FurtherStep):
    """A landmark is built instead of a noble action, with or without a disc (DM3-3.2, DM0-3.1, DM0-3.2)."""

    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "D-4.2"
    step: ClassVar[str] = "landmark"

    def possible(self, s: DarkAges, seat: int) -> bool:
        return bool(buildable(s, seat))

    def refusal(self, s: DarkAges, seat: int) -> Reason:
        return why_not(s, seat)

    def begin(self, s: DarkAges, seat: int) -> None:
        act_instead(s)
        s.call("build_landmark", seat)


class BuildLandmark(Question[DarkAges]):
    """Which landmark, where, and how it is paid for (DM3-3.3)."""

    name: ClassVar[str] = "landmark"
    rule: ClassVar[str] = "DM3-3.3"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _asked(self, s: DarkAges, seat: int, prefix: Sequence[int]) -> Form | None:
        if not prefix:
            return CARD_SLOT, buildable(s, seat)
        if len(prefix) == 1:
            return AREA_SLOT, sites(s, seat)
        return pay_form(s, seat, NO_ITEM, cost_of(s, prefix[0]), prefix[1], prefix[2:])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = self._asked(s, seat, prefix)
        return asked[0] if asked else CARD_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = self._asked(s, seat, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return s.hand[seat]
        return s.t.every_area if len(prefix) == 1 else self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            return (
                because("too_dear", "D-1.11")
                if value in in_hand(s, seat)
                else because("no_landmark", self.rule)
            )
        if s.owner[value] != seat:
            return because("not_your_area", self.rule)
        return because("has_landmark", "DM3-4.5")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Price and points of a landmark (DM3-3.6)."""
        if not prefix:
            t = landmarks(s).t
            return [*price(s, seat, NO_ITEM, cost_of(s, value)), *points(t.vp[t.cards.index(value)])]
        if len(prefix) == 1:
            return ()
        return paying(self._bill(s, seat, prefix), prefix[2:], value)

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return to_pay(self._bill(s, seat, prefix)) if len(prefix) > 1 else ()

    def _bill(self, s: DarkAges, seat: int, prefix: Sequence[int]) -> Walked:
        return walked(s, seat, NO_ITEM, cost_of(s, prefix[0]), prefix[1], prefix[2:])

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        card, area = answer[0], answer[1]
        pay(s, seat, NO_ITEM, cost_of(s, card), area, answer[2:])
        build(s, seat, card, area)


def build(s: DarkAges, side: int, card: int, area: int) -> None:
    """The card leaves the hand for good, the figure comes to the area, the effects come into force.

    It is no Build action, and nothing follows that follows one (DM3-3.3, DM3-3.5, DM3-3.6)."""
    part = landmarks(s)
    landmark = part.t.cards.index(card)
    control.out_of_hand(s, side, card)
    part.where[landmark] = area
    s.emit(LANDMARK_BUILT, side, card, area)
    put_in_force(s, side, part.t.powers[landmark])
    source = s.rules.sources.index(ID)
    effects.carry_out(s, side, area, s.t.deeds[part.t.ids[landmark]], source)


# -- keeping and losing them (DM3-4) -------------------------------------------------------------------


def hand_over(s: DarkAges, *args: int) -> None:
    """Whoever controls the area of a landmark has its card and its lasting effect, and nobody else.

    Behind the achievements it is in force in the order in which cards came (DM0-5.4).
    Nobody loses a home area, so nobody loses a landmark there (DM3-4.1 to DM3-4.4)."""
    part = landmarks(s)
    for landmark, area in enumerate(part.where):
        if area == NONE:
            continue
        power, owner, card = part.t.powers[landmark], s.owner[area], part.t.cards[landmark]
        for side, powers in enumerate(s.powers):
            if power in powers and side != owner:
                end_powers(s, side, (power,))
                s.emit(LANDMARK_LOST, side, card, area)
        if owner != FREE and power not in s.powers[owner]:
            put_in_force(s, owner, power)
            s.emit(LANDMARK_GAINED, owner, card, area)


def control_changed(s: DarkAges, side: int, area: int) -> None:
    """Somebody has gained or lost an area; after a battle the cards wait for their turn (DM0-4.11)."""
    if area in landmarks(s).where and not s.within("consequences"):
        hand_over(s)


def razed(s: DarkAges, side: int, area: int) -> None:
    """The horde takes an area: figure and card of its landmark leave the game (DM3-6.4)."""
    part = landmarks(s)
    landmark = part.in_area(area)
    if landmark != NONE:
        part.where[landmark] = NONE
        end_powers(s, s.owner[area], (part.t.powers[landmark],))
        s.emit(LANDMARK_RAZED, side, part.t.cards[landmark], area)


# -- what they do (DM3-4.6 to DM3-4.8) -----------------------------------------------------------------


def power_area(s: DarkAges, area: int, power: int) -> int:
    """The place of a landmark, for effects that hold there or beside it (DM0-8.14, DM3-4.7, DM3-4.8)."""
    part = landmarks(s)
    return part.where[part.t.powers.index(power)] if power in part.t.powers else area


def title_areas(s: DarkAges, own: int, side: int, title: int) -> int:
    """An area more for the title of the region of the landmark, if it has one (DM3-4.6)."""
    effect = s.profile(side).specials[TITLE_AREA]
    if effect < 0:
        return own
    region = s.t.title_region[title]
    area = s.rules.value(s, "power_area", NONE, s.t.effects[effect].power)
    if s.t.region[area] != region:
        return own
    return min(own + 1, s.t.region_areas[region].bit_count())


def cards_elsewhere(s: DarkAges, cards: int) -> int:
    """Cards of landmarks that are built."""
    part = landmarks(s)
    for card, area in zip(part.t.cards, part.where, strict=True):
        if area != NONE:
            cards |= 1 << card
    return cards


def score_landmarks(s: DarkAges) -> None:
    """The points on the cards, for their holders (DM3-5.1, DMR-45)."""
    source, worth = s.rules.sources.index(ID), landmarks(s).t.vp
    for landmark, vp in enumerate(worth):
        side = holder(s, landmark)
        if vp and side != FREE and s.has_seat(side):
            s.add_points(side, vp, source)


# -- hidden hands --------------------------------------------------------------------------------------


def make_sense(s: DarkAges, seat: int, rng: Random) -> None:
    """Who is asked for his turn without a disc, or for a landmark, has one he can build (D-R.23, DM0-3.2)."""
    if not s.stack or s.t.open_hands:
        return
    for open_ask in s.rules.asks(s):
        side = open_ask.seat
        waits = open_ask.name == "landmark" or (open_ask.name == "turn" and not s.discs[side])
        if waits and side != seat and not buildable(s, side):
            _get_landmark(s, side, seat, rng)


def _get_landmark(s: DarkAges, side: int, viewer: int, rng: Random) -> None:
    """Change a card for a landmark out of another hidden hand."""
    found = [
        (other, card)
        for other in range(s.t.players)
        if other not in (side, viewer)
        for card in in_hand(s, other)
        if can_pay(s, side, card)
    ]
    if found:
        other, card = found[int(rng.random() * len(found))]
        given = s.hand[side][int(rng.random() * len(s.hand[side]))]
        s.hand[other] = tuple([given if held == card else held for held in s.hand[other]])
        s.hand[side] = tuple([card if held == given else held for held in s.hand[side]])


def check(file: LandmarksFile, data: Data) -> None:
    """What joins the data of the game fits them; what does not is refused where it stands."""
    areas = [row["id"] for row in data["map"]["area"]]
    cards: list[Achievement | Landmark] = [*file.achievement, *file.landmark]
    started = [card.id for card in cards if card.min_players is None]
    for ruler in file.ruler:
        number_of(ruler.home, areas, f"{ID}.ruler.{ruler.id}")
        for id in ruler.start_cards:
            number_of(id, started, f"{ID}.ruler.{ruler.id}")
            started.remove(id)
    for achievement in file.achievement:
        for level in achievement.level:
            for effect in level.effects:
                Effect(effect, f"{ID}.achievement.{achievement.id}")


class LandmarksModule(Module[DarkAges]):
    """Buildings that serve whoever controls their area, and two more rulers."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (1, 8)
    complexity: ClassVar[str] = "minimal"
    meets: ClassVar[tuple[str, ...]] = ("wyrd", "pope", "benjamin")
    package: ClassVar[str] = "pfalz.games.darkages.modules.landmarks"
    files: ClassVar[tuple[str, ...]] = (ID,)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = (ID,)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """Rulers and start cards join those of the game, landmarks the culture cards (DM3-1.1, DM3-2.1).

        Start cards of rulers nobody chooses are removed, as they always are (DM3-2.3, D-3.8); the others lie
        in the upper half of the deck (DM3-2.2, DM0-2.5), alone too, below the horde cards (DM3-6.1)."""
        check(typed(data[ID], LandmarksFile, f"{ID}.toml"), data)
        own, cards = data[ID], data["cards"]
        data["rulers"] = {**data["rulers"], "ruler": [*data["rulers"]["ruler"], *own["ruler"]]}
        deck = {key: own["deck"][key] for key in ("parts", "targets", "per_part")}
        taken = ("cost", "immediate", "lasting", "vp")
        rows = own["landmark"]
        data["cards"] = {
            **cards,
            "achievement": [*cards["achievement"], *own["achievement"]],
            "other": [
                *cards.get("other", []),
                *[{**{k: v for k, v in row.items() if k not in taken}, "kind": KIND} for row in rows],
            ],
            "shuffled": [*cards.get("shuffled", []), {"step": "b", "kind": KIND, "file": ID, **deck}],
            "deed": [
                *cards.get("deed", []),
                *[
                    {"id": row["id"], "effects": row["immediate"], "place": f"{ID}.landmark.{row['id']}"}
                    for row in rows
                ],
            ],
            "power": [
                *cards.get("power", []),
                *[
                    {
                        "id": row["id"],
                        "called": f"card.{row['id']}",
                        "effects": row["lasting"],
                        "place": f"{ID}.landmark.{row['id']}",
                    }
                    for row in rows
                ],
            ],
        }
        return data

    def lookup(self, data: Data, players: int, options: Options) -> LandmarkLookup:
        return LandmarkLookup(data)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        part: LandmarkLookup = rules.parts[ID]
        part.know(rules.lookup)
        declare_kinds(kinds, part)
        add_step(kinds, rules.lookup, "landmark")

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        return [flow(ask(BuildLandmark(), "build_landmark"), "side")]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        return [
            widen("turn", LandmarkStep),
            before("aftermath", do(hand_over)),  # DM0-4.11
            after("score_all", do(score_landmarks)),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"power_area": power_area, "title_areas": title_areas, "cards_elsewhere": cards_elsewhere}

    def reactions(self) -> Mapping[str, Reaction]:
        return {
            "area_razed": razed,
            "control_gained": control_changed,
            "control_lost": control_changed,
        }

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Landmarks()
        part.t = s.rules.parts[ID]
        s.rules.slice_shapes[ID].fill(part)
        part.where = [NONE] * part.t.n
        return part

    def resample(self, s: DarkAges, seat: int, rng: Random, memory: Memory | None) -> None:
        make_sense(s, seat, rng)

    def violations(self, s: DarkAges) -> Sequence[str]:
        """A landmark is in force for the controller of its area, and for nobody else (DM3-4.1)."""
        part, found = landmarks(s), []
        built = [area for area in part.where if area != NONE]
        if len(set(built)) != len(built):
            found.append(f"two landmarks in one area: {part.where}")
        if s.within("battle"):  # until the cards have changed hands (DM0-4.11)
            return found
        for landmark, power in enumerate(part.t.powers):
            having = [side for side, powers in enumerate(s.powers) if power in powers]
            side = holder(s, landmark)
            if having != ([side] if side != FREE else []):
                found.append(f"landmark {landmark} of {side} is in force for {having}")
        return found
