"""The Wyrd (DM8): a hidden card under the offer opens it to everybody, and becomes a curse.

Taking goes in this order (DM8-3.6): the card is taken; its taker decides on the Wyrd card; the offer closes
up and is refilled; a new Wyrd card is laid; markers leave, and curses strike. A discarded card takes the
same way without a decision (DM0-5.2). Whatever a fate takes is done in the words of all modules (DM0-8,
DM8-4.6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pfalz.core.ask import Chance, Choice, Note, Reason, Slot, because, note
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, loop, seq
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, after
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages import effects, losses
from pfalz.games.darkages.boxes import boxes, twice
from pfalz.games.darkages.goods import gold_at_stake
from pfalz.games.darkages.modules.wyrd.events import (
    CURSE_STRUCK,
    EVENTS,
    FATE_FULFILLED,
    MARKER_LEFT,
    WYRD_ACTIVE,
    WYRD_LAID,
    WYRD_REMOVED,
    WYRD_SPARED,
    WYRDS_SPENT,
)
from pfalz.games.darkages.modules.wyrd.schema import WyrdFile
from pfalz.games.darkages.modules.wyrd.state import (
    COUNTER,
    FATES,
    ID,
    KEEP,
    LOWER,
    REMOVE,
    SLICE,
    UPPER,
    WyrdLookup,
    Wyrds,
    declare_kinds,
    deed_of,
    fate,
    wyrds,
)
from pfalz.games.darkages.possible import accessible
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import GOLD

# -- access (DM8-2) ------------------------------------------------------------------------------------


def opened(s: DarkAges, mask: int, side: int) -> int:
    """A culture card with a Wyrd card under it is accessible to everybody (DM8-2.1)."""
    part: Wyrds = s.slices[ID]
    for card in part.under:
        if card in s.offered:
            mask |= 1 << s.offered.index(card)
    return mask


def counted(s: DarkAges, n: int, side: int, counter: int, area: int) -> int:
    """The counter of own Wyrd cards (DM0-8.19)."""
    if s.t.known.counters[counter] == COUNTER and s.has_seat(side):
        return wyrds(s).owned(side)
    return n


# -- taking and discarding (DM8-3) ---------------------------------------------------------------------


def taken(s: DarkAges, side: int, card: int, place: int, any_card: int) -> None:
    """A culture card was taken: its taker decides on the Wyrd card before all else (DM8-3.1, DM8-3.6)."""
    part = wyrds(s)
    if card not in part.under:
        return
    rest = [other for other in part.under if other != card]
    part.under = []
    free = any_card or accessible(s, side) >> place & 1
    part.under = rest
    if part.pile:  # DM8-3.5
        part.pile -= 1
        part.waiting += 1
    s.call("wyrd", side, int(free))


def dropped(s: DarkAges, card: int, place: int) -> None:
    """A culture card was discarded: its Wyrd card waits for the refill (DM8-3.2, DM0-5.2, DMR-27)."""
    part = wyrds(s)
    if card in part.under:
        part.under.remove(card)
        part.waiting += 1


class DecideOnWyrd(Choice[DarkAges]):
    """Whether a Wyrd card becomes active or leaves the game unseen: side, whether there is a choice."""

    name: ClassVar[str] = "wyrd"
    rule: ClassVar[str] = "DM8-3.1"
    of: ClassVar[str] = "wyrd_choice"
    called: ClassVar[str] = "wyrd"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (KEEP, REMOVE) if args[1] else (KEEP,)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("only_by_wyrd", "DM8-3.1")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """How far its curse is, and how many cards one has then (DM8-3.3, DM8-5.1)."""
        if value != KEEP:
            return ()
        part = wyrds(s)
        return [note("active", n=("number", part.t.markers), cards=("number", part.owned(seat) + 1))]

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        if value == KEEP:
            s.call("wyrd_card", seat)
        else:  # DM8-3.4: markers stay; DM0-1.14
            wyrds(s).gone += 1
            s.emit(WYRD_REMOVED, seat)


class TurnUp(Chance[DarkAges]):
    """Which Wyrd card it is: any that nobody has seen, each equally likely (DM8-6.1, DM0-1.15)."""

    name: ClassVar[str] = "wyrd_card"
    rule: ClassVar[str] = "DM8-6.1"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("wyrd", "wyrd")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else unseen(s)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part, side, card = wyrds(s), args[0], answer[0]
        part.open[side] = (*part.open[side], card)
        part.markers[card] = part.t.markers  # DM8-3.3
        part.fresh = card
        s.emit(WYRD_ACTIVE, side, card, part.t.markers)


def unseen(s: DarkAges) -> list[int]:
    """Cards that have never been turned up."""
    part = wyrds(s)
    seen = {card for cards in (*part.open, *part.down) for card in cards}
    return [card for card in range(part.t.cards) if card not in seen]


def offer_is_full(s: DarkAges) -> None:
    """After the refill, and before a card taken does anything (DMX-5.4): Wyrd cards are laid, markers leave,
    curses strike (DM8-3.2, DM8-3.5, DM8-3.6)."""
    lay(s)
    wane(s)
    if struck(s):
        s.call("curses")


def lay(s: DarkAges) -> None:
    """Waiting Wyrd cards go under the rightmost culture cards without one, whatever their kind (DMX-5.2).

    Those that find no place leave the game unseen (DMX-5.3)."""
    part = wyrds(s)
    for _ in range(part.waiting):
        free = [card for card in s.offered if card not in part.under]
        if free:
            part.under.append(free[-1])
            s.emit(WYRD_LAID, free[-1], s.offered.index(free[-1]))
        else:
            part.gone += 1
            s.emit(WYRD_SPARED)
    part.waiting = 0


def wane(s: DarkAges) -> None:
    """A marker leaves every active card but a new one (DM8-3.3); with the last Wyrd card all do (DM8-4.5)."""
    part = wyrds(s)
    spent = not part.pile and not part.under
    if spent and any(part.open):
        s.emit(WYRDS_SPENT)
    for seat, cards in enumerate(part.open):
        for card in cards:
            left = part.markers[card]
            if spent:
                left = 0
            elif part.fresh not in (NONE, card):
                left -= 1
            if left != part.markers[card]:
                part.markers[card] = left
                s.emit(MARKER_LEFT, seat, card, left)
    part.fresh = NONE


# -- curses (DM8-4) ------------------------------------------------------------------------------------


def struck(s: DarkAges) -> bool:
    """Whether the curse of somebody's card strikes."""
    part = wyrds(s)
    markers = part.markers
    return any(not markers[card] for cards in part.open for card in cards)


def curses_of(s: DarkAges, seat: int) -> list[int]:
    """The active cards of a seat without a marker: their curses strike (DM8-4.1)."""
    part = wyrds(s)
    return [card for card in part.open[seat] if not part.markers[card]]


def in_turn(s: DarkAges) -> Sequence[int]:
    """All players from the active one on (DM8-4.4); who takes no more turns is cursed, too (DM-P3)."""
    return s.clockwise(s.turn if s.has_seat(s.turn) else 0)


def is_cursed(s: DarkAges, seat: int) -> bool:
    """Whether a curse of this player has still to strike."""
    return bool(curses_of(s, seat))


class NextCurse(Choice[DarkAges]):
    """Which of several curses strikes first (DM8-4.4): seat."""

    name: ClassVar[str] = "curse"
    rule: ClassVar[str] = "DM8-4.4"
    of: ClassVar[str] = "wyrd"
    called: ClassVar[str] = "wyrd"

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return curses_of(s, seat)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        """His own active cards: nobody asks about any others."""
        return () if prefix else wyrds(s).open[seat]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("no_curse", "DM8-4.1")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        s.call("curse_strikes", seat, value)


def strike(s: DarkAges, seat: int, card: int) -> None:
    """A curse strikes; where gold counts, its owner may get some first (DMX-7.1)."""
    s.emit(CURSE_STRUCK, seat, card)
    if any(effect.what == GOLD for which in (UPPER, LOWER) for effect in fate(s, card, which)):
        gold_at_stake(s, seat)


def judge_fates(s: DarkAges, seat: int, card: int) -> None:
    """Which fate it is: the fully effective one, or the owner's choice, or what can be done of the lower one.

    (DM8-4.2, DM8-4.3)"""
    upper, lower = [losses.complete(s, seat, fate(s, card, which), NONE) for which in (UPPER, LOWER)]
    if upper and lower:
        s.call("fate", seat, card)
    else:
        fulfil(s, seat, card, UPPER if upper else LOWER)


class ChooseFate(Choice[DarkAges]):
    """Which of two fates that are fully effective (DM8-4.3): seat, Wyrd card."""

    name: ClassVar[str] = "fate"
    rule: ClassVar[str] = "DM8-4.3"
    of: ClassVar[str] = "fate"
    called: ClassVar[str] = "fate"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"wyrd": ("wyrd", args[1])}

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (FATES * args[1] + UPPER, FATES * args[1] + LOWER)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else self.values(s, seat, args)

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        fulfil(s, seat, args[1], value % FATES)


def fulfil(s: DarkAges, seat: int, card: int, which: int) -> None:
    """A fate is carried out as far as possible; manors go back to the row (DM8-4.3, DM8-4.6, DMX-8.2)."""
    s.emit(FATE_FULFILLED, seat, FATES * card + which)
    effects.carry_out(s, seat, NONE, fate(s, card, which), s.rules.sources.index(ID))


def turn_down(s: DarkAges, seat: int, card: int) -> None:
    """After its curse a card lies face down and is kept (DM8-4.1)."""
    part = wyrds(s)
    part.open[seat] = tuple([other for other in part.open[seat] if other != card])
    part.down[seat] = (*part.down[seat], card)


# -- the end (DM8-5) -----------------------------------------------------------------------------------


def most(s: DarkAges) -> list[int]:
    """Who has the most Wyrd cards; nobody without any (DM8-5.1, DMR-26)."""
    part = wyrds(s)
    owned = [part.owned(seat) for seat in range(s.t.players)]
    return [seat for seat, n in enumerate(owned) if n and n == max(owned)]


def score_most(s: DarkAges) -> None:
    """Points for the most Wyrd cards (DM8-5.1, DM0-6.3); markers that are left mean nothing (DM8-4.7)."""
    for seat in most(s):
        s.add_points(seat, wyrds(s).t.most_vp, s.rules.sources.index(ID))


class TheWyrd(Module[DarkAges]):
    """Hidden cards under the offer, and curses."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (2, 8)
    complexity: ClassVar[str] = "moderate"
    package: ClassVar[str] = "pfalz.games.darkages.modules.wyrd"
    files: ClassVar[tuple[str, ...]] = ("wyrd",)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = (ID,)
    meets: ClassVar[tuple[str, ...]] = ("landmarks", "alchemists", "pope", "benjamin", "poland")

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """What the fates do is told in the words of cards (DM0-8)."""
        typed(data["wyrd"], WyrdFile, "wyrd.toml")
        data["wyrd"] = {**data["wyrd"], "wyrd": twice(data["wyrd"]["wyrd"], boxes(data, players))}
        cards = data["cards"]
        fates = [
            {"id": deed_of(row["id"], which), "effects": row[side], "place": f"wyrd.wyrd.{row['id']}.{side}"}
            for row in data["wyrd"]["wyrd"]
            for which, side in ((UPPER, "upper"), (LOWER, "lower"))
        ]
        data["cards"] = {
            **cards,
            "deed": [*cards.get("deed", []), *fates],
            "more_counters": [*cards.get("more_counters", []), COUNTER],
        }
        return data

    def lookup(self, data: Data, players: int, options: Options) -> WyrdLookup:
        return WyrdLookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_kinds(kinds, rules.parts[self.id], rules.lookup)

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        curses = each("curses", in_turn, loop("curses_of_one", is_cursed, ask(NextCurse())))
        return [
            flow(ask(DecideOnWyrd()), "side", "yesno"),
            flow(chance(TurnUp()), "side"),
            flow(curses),
            flow(seq("curse_strikes", do(strike), do(judge_fates), do(turn_down)), "side", "wyrd"),
            flow(ask(ChooseFate()), "side", "wyrd"),
        ]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        return [
            after("offer_full", do(offer_is_full)),
            after("score_all", do(score_most)),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"accessible": opened, "counter": counted}

    def reactions(self) -> Mapping[str, Reaction]:
        return {"card_taken": taken, "card_dropped": dropped}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        """All cards in the stack; the first go under the offer as soon as it is dealt (DM8-1.2, DM0-2.10)."""
        part = Wyrds()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        part.waiting = min(part.t.under_offer, part.t.cards)
        part.pile = part.t.cards - part.waiting
        return part

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Every Wyrd card is somewhere, and under cards that are on offer (DM8-1.1)."""
        part = wyrds(s)
        found = [f"a Wyrd card lies under card {card}" for card in part.under if card not in s.offered]
        there = part.pile + part.waiting + part.gone + len(part.under) + len(s.given("wyrd"))
        there += sum([part.owned(seat) for seat in range(s.t.players)]) + len(s.given("wyrd_card"))
        if there != part.t.cards:
            found.append(f"{there} of {part.t.cards} Wyrd cards are there")
        return found
