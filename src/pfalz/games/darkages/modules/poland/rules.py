"""The Rise of Poland (DM15): Mieszko opens the Poland cards, Bolesław Chrobry brings events out of the deck.

Both are culture cards that never lie in the offer. What players do for Poland stands in `helping.py`, what
they get for it in `backs.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Chance, Slot
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, seq, when
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages.effects import carry_for
from pfalz.games.darkages.goods import gain_points
from pfalz.games.darkages.modules.poland import backs, helping
from pfalz.games.darkages.modules.poland.events import (
    CHROBRY_CAME,
    CHROBRY_LEFT,
    EVENTS,
    POLAND_OPENED,
    POLAND_READIED,
)
from pfalz.games.darkages.modules.poland.helping import chrobry_in, source_of
from pfalz.games.darkages.modules.poland.schema import PolandFile
from pfalz.games.darkages.modules.poland.state import (
    COUNTERS,
    FLIPPED,
    ID,
    KIND,
    OPS,
    SLICE,
    WHO,
    Poland,
    PolandLookup,
    condition_of,
    declare_kinds,
    flipped,
    levy_of,
    poland,
    reward_of,
)
from pfalz.games.darkages.offer import shuffle_in
from pfalz.games.darkages.state import DarkAges

# -- the princes in the deck (DM15-1, DM15-2, DM15-5) -----------------------------------------------------


def shuffle_mieszko(s: DarkAges) -> None:
    """Mieszko I is shuffled into the top of the deck when the offer has been dealt (DM0-2.9, DM15-1.1)."""
    part = poland(s)
    part.places = shuffle_in(s, part.t.mieszko, part.t.mieszko_top)


def prince_in_deck(s: DarkAges, found: int) -> int:
    """The prince in the deck, and on how many places he may still lie (DM0-2.14); never both at once."""
    part: Poland = s.slices[ID]
    if not part.places:
        return found
    return part.places * s.t.cards + (part.t.chrobry if part.open else part.t.mieszko)


def is_no_prince(s: DarkAges, yes: int, card: int) -> int:
    """Neither of them ever lies in the offer: drawing goes on (DMX-5.1)."""
    part = poland(s)
    return 0 if card in (part.t.mieszko, part.t.chrobry) else yes


def princes_elsewhere(s: DarkAges, cards: int) -> int:
    """A prince who is not in the deck waits beside it or has left the game."""
    part = poland(s)
    for card in (part.t.mieszko, part.t.chrobry):
        if card not in s.deck:
            cards |= 1 << card
    return cards


def another_drawn(s: DarkAges, card: int) -> None:
    """Another card was drawn: there is a place less on which he may lie."""
    part = poland(s)
    if part.places:
        part.places -= 1


def prince_drawn(s: DarkAges, card: int) -> None:
    """Mieszko opens the Poland cards and leaves the game (DM15-2.1, DMR-37); Chrobry brings an event."""
    part = poland(s)
    if card == part.t.mieszko:
        part.places = 0
        part.open = 1
        s.emit(POLAND_OPENED)
    elif card == part.t.chrobry:
        part.places = 0
        s.call("chrobry")


class DrawEvent(Chance[DarkAges]):
    """The top event: any that has not come, each equally likely (DM15-1.1, DM15-5.4)."""

    name: ClassVar[str] = "chrobry_event"
    rule: ClassVar[str] = "DM15-5.4"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("chrobry_event", "chrobry_event")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        part = poland(s)
        return None if prefix else [i for i in range(len(part.t.events)) if not part.gone >> i & 1]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part = poland(s)
        part.event = answer[0]
        part.gone |= 1 << answer[0]
        s.emit(CHROBRY_CAME, answer[0], len(part.t.events) - part.gone.bit_count())


def resolve_event(s: DarkAges) -> None:
    """An event concerns all players in turn order from the active one (DM15-5.6)."""
    part = poland(s)
    carry_for(s, s.t.deeds[part.t.events[part.event]], source_of(s))


def go_on(s: DarkAges) -> None:
    """With events and cards left he is shuffled in again, otherwise he leaves (DM15-5.4, DM15-5.5)."""
    part = poland(s)
    if s.deck and part.gone.bit_count() < len(part.t.events):
        chrobry_in(s)
    else:
        s.emit(CHROBRY_LEFT)


# -- the card language ------------------------------------------------------------------------------------


def is_concerned(s: DarkAges, yes: int, seat: int, who: int) -> int:
    """Whom the events concern (DM0-8.15)."""
    word = s.t.known.who[who]
    if word not in WHO:
        return yes
    n = len(flipped(s, seat))
    if word == "flipped_any":
        return int(n > 0)
    if word == "flipped_none":
        return int(n == 0)
    if word == "flipped_war_alliance":
        return int(poland(s).t.war_alliance in flipped(s, seat))
    if word == "most_flipped_all_tied_min_1":
        return int(n > 0 and n == max([len(flipped(s, other)) for other in range(s.t.players)]))
    return int(n == 0 and s.owner[poland(s).t.bohemia] == seat)


def counted(s: DarkAges, n: int, side: int, counter: int, area: int) -> int:
    """Own flipped cards, and what units just removed cost (DM0-8.19)."""
    word = s.t.known.counters[counter]
    if word not in COUNTERS or not s.has_seat(side):
        return n
    if word == "cost_of_removed_units":
        return poland(s).removed
    found = flipped(s, side)
    if word == "flipped":
        return len(found)
    return len([card for card in found if card != poland(s).t.war_alliance])


def lying_sideways(s: DarkAges, seat: int) -> list[int]:
    """The cards of a player that have been used."""
    part = poland(s)
    n = len(part.t.cards)
    return [card for card in range(n) if part.sideways[n * seat + card]]


def there_is(s: DarkAges, n: int, side: int, number: int) -> int:
    """How many cards `ready_poland` can turn (DM0-8.4)."""
    if s.t.known.ops[s.t.effects[number].op] not in OPS:
        return n
    return len(lying_sideways(s, side))


def ready_all(s: DarkAges, side: int, number: int) -> None:
    """An event turns the cards of a player upright (DM0-8.4)."""
    cards_upright(s, side)


def cards_upright(s: DarkAges, side: int) -> None:
    """In the last step of a pass used cards are upright again (DM15-5.1, DM0-5.6)."""
    part = poland(s)
    used = lying_sideways(s, side)
    for card in used:
        part.sideways[len(part.t.cards) * side + card] = 0
    if used:
        s.emit(POLAND_READIED, side, *used)


# -- the end (DM15-6) -------------------------------------------------------------------------------------


def score_cards(s: DarkAges) -> None:
    """Points for flipped cards in the final scoring (DM15-6.1, DM0-6.3)."""
    for seat in range(s.t.players):
        gain_points(s, seat, poland(s).t.vp * len(flipped(s, seat)), source_of(s))


def _deed(id: str, place: str, effects: Any) -> dict[str, Any]:
    """Words of a card, and where they stand in the file."""
    return {"id": id, "place": f"{ID}.{place}", "effects": effects}


@mypyc_attr(allow_interpreted_subclasses=True)
class RiseOfPoland(Module[DarkAges]):
    """Three cards with four steps for each player, and events."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (2, 4)
    complexity: ClassVar[str] = "considerable"
    meets: ClassVar[tuple[str, ...]] = (
        "alchemists",
        "commanders",
        "wyrd",
        "age_of_wars",
        "distant_campaigns",
        "pope",
        "crusades",
    )
    package: ClassVar[str] = "pfalz.games.darkages.modules.poland"
    files: ClassVar[tuple[str, ...]] = (ID,)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = (ID,)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """Princes are culture cards, steps, levies and events deeds, benefits powers (DM15-1.1, DM15-5.1)."""
        file = data[ID]
        typed(file, PolandFile, "poland.toml")
        deeds = [_deed(row["id"], f"event.{row['id']}.effects", row["effects"]) for row in file["event"]]
        powers = []
        for row in file["card"]:
            at = f"card.{row['id']}"
            for i, step in enumerate(row["step"]):
                deeds.append(_deed(condition_of(row["id"], i), f"{at}.step.{i}.condition", step["condition"]))
                if step.get("reward"):
                    deeds.append(_deed(reward_of(row["id"], i), f"{at}.step.{i}.reward", step["reward"]))
            if row.get("levy"):
                deeds.append(_deed(levy_of(row["id"]), f"{at}.levy", row["levy"]))
            lasts = "battle" if row["benefit_action"] == "march" else "execution"
            called = f"poland_back.{row['back']}"
            back = _deed(row["back"], f"{at}.benefit", row["benefit"])
            powers.append({**back, "called": called, "lasts": lasts})
        princes = [
            {"id": row["id"], "kind": KIND, "open": True, "in_deck": False, "min_players": 2}
            for row in file["culture_card"]
        ]
        cards = data["cards"]
        more = {
            "other": princes,
            "deed": deeds,
            "power": powers,
            "more_ops": OPS,
            "more_who": WHO,
            "more_counters": COUNTERS,
        }
        data["cards"] = {**cards, **{key: [*cards.get(key, []), *rows] for key, rows in more.items()}}
        return data

    def lookup(self, data: Data, players: int, options: Options) -> PolandLookup:
        return PolandLookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_kinds(kinds, rules.parts[self.id], rules.lookup)

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        return [
            flow(ask(helping.HelpPoland(), "help_poland"), "side", "action", "yesno"),
            flow(seq("step_done", do(helping.cover)), "side", "poland_card"),
            flow(ask(helping.Levy()), "side", "poland_card", "effect"),
            flow(each("levies", helping.others, ask(helping.PayLevy())), "side", "poland_card", "effect"),
            flow(seq("chrobry", chance(DrawEvent()), do(resolve_event), do(go_on))),
            flow(seq("ready_poland", do(ready_all)), "side", "effect"),
        ]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        return [
            after("deal_offer", do(shuffle_mieszko)),
            before("before_triggers", when(backs.may_learn_more, ask(backs.Benefit(), "learn_more"))),
            before("content", when(helping.can_help, do(helping.help_before))),  # DMX-2.1 a, DMX-3.1 b
            before("content", when(backs.may_build_cheaper, ask(backs.Benefit(), "build_cheaper"))),
            before("execute_triggers", when(helping.can_help, do(helping.help_after))),  # DMX-3.1 e, DMX-3.3
            before("execute_done", do(helping.end_helping)),
            before("prepare", when(backs.may_ally, ask(backs.WarAlliance()))),
            after("pass_9", do(cards_upright)),
            after("score_all", do(score_cards)),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {
            "beside": helping.beside_action,
            "may_skip": helping.instead_of_action,
            "can_act": backs.cheaper,
            "just_taken": helping.just_taken,
            "shuffled_in": prince_in_deck,
            "enters_offer": is_no_prince,
            "cards_elsewhere": princes_elsewhere,
            "concerned": is_concerned,
            "counter": counted,
            "there_is": there_is,
        }

    def reactions(self) -> Mapping[str, Reaction]:
        return {
            "card_drawn": another_drawn,
            "card_revealed": prince_drawn,
            "card_taken": helping.note_card,
            "unit_disbanded": helping.unit_gone,
            "city_built": backs.built,
            "production_built": backs.built,
            "church_built": backs.built,
            "floor_built": backs.built,
            "manor_built": backs.built,
            "store_built": backs.built,
        }

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        """Fronts up, no step covered (DM15-1.2)."""
        part = Poland()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        return part

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Manors lie on flipped cards only, and only those lie sideways; princes are where they can be."""
        part, found = poland(s), []
        for at, steps in enumerate(part.steps):
            if steps != FLIPPED and (part.sideways[at] or part.manors[at]):
                found.append(f"Poland card {at} has {steps} steps and {part.manors[at]} manors")
        n = len(part.t.cards)
        for seat in range(s.t.players):
            manors = sum(part.manors[n * seat : n * (seat + 1)])
            if s.manors_of(seat) + s.row[seat] + manors > s.t.manors:
                found.append(f"seat {seat} has {manors} manors on Poland cards")
        inside = [card for card in (part.t.mieszko, part.t.chrobry) if card in s.deck]
        if len(inside) != bool(part.places) or part.places > len(s.deck):
            found.append(f"princes {inside} are in the deck, on {part.places} places")
        if part.flips != len([steps for steps in part.steps if steps == FLIPPED]):
            found.append(f"{part.flips} cards were flipped: {part.steps}")
        return found
