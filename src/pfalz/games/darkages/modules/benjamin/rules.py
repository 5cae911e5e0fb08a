"""The Travels of Benjamin (DM13): travel cards are laid open at once, and each brings a reward of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pfalz.core.ask import Chance, Choice, Reason, Slot, because
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, flow
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages import effects
from pfalz.games.darkages.modules.benjamin.events import EVENTS, REWARD_CHOSEN, TRAVEL_LAID
from pfalz.games.darkages.modules.benjamin.schema import BenjaminFile
from pfalz.games.darkages.modules.benjamin.state import (
    HARD,
    ID,
    KIND,
    SLICE,
    TravelLookup,
    Travels,
    declare_kinds,
    reward_id,
    travels,
)
from pfalz.games.darkages.possible import can_carry
from pfalz.games.darkages.state import NONE, DarkAges


def is_travel(s: DarkAges, card: int) -> bool:
    """Whether a card is a travel card."""
    return bool(travels(s).t.cards >> card & 1)


# -- laying them (DM13-3.1) ----------------------------------------------------------------------------


def lay(s: DarkAges, side: int, card: int) -> int:
    """A travel card goes on top of the earlier ones and never into a hand; returns how many there are.

    Those that are discarded instead lie in the discard pile like all cards (DM13-4.1)."""
    part = travels(s)
    part.laid[side] = (*part.laid[side], card)
    n = len(part.laid[side])
    s.emit(TRAVEL_LAID, side, card, n)
    return n


def taken(s: DarkAges, side: int, card: int, place: int, any_card: int) -> None:
    """A travel card of the offer; its reward comes after the refill and what else the card brings."""
    if is_travel(s, card):
        lay(s, side, card)


def recovered(s: DarkAges, side: int, card: int) -> None:
    """A travel card out of the discard pile is laid open like any other."""
    if is_travel(s, card):
        s.call("travel_reward", side, lay(s, side, card))


def reward_taken(s: DarkAges, side: int, card: int) -> None:
    """The reward comes before the effects of taking a card (DM13-3.1, DMR-34, DM0-3.7)."""
    if is_travel(s, card):
        s.call("travel_reward", side, travels(s).laid[side].index(card) + 1)


# -- the solo game (DM13-6) ----------------------------------------------------------------------------


def used(s: DarkAges, side: int, card: int) -> None:
    """Lordlings who take a travel card put it on their pile; what it brings them is theirs (DM13-6.1)."""
    if is_travel(s, card):
        lay(s, side, card)


class TravelsApart(Chance[DarkAges]):
    """Travel cards that the lordlings have from the beginning, without points for them (DM13-6.2)."""

    name: ClassVar[str] = "travels_apart"
    rule: ClassVar[str] = "DM13-6.2"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("card", "card")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == travels(s).t.apart:
            return None
        return [card for card in s.deck if is_travel(s, card) and card not in prefix]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        side = next(side for side in s.t.in_turn if not s.has_seat(side))
        travels(s).laid[side] = answer
        s.deck = [card for card in s.deck if card not in answer]


# -- rewards (DM13-3.2, DM13-3.3) ----------------------------------------------------------------------


def possible(s: DarkAges, side: int, reward: int) -> bool:
    """Whether a reward has not been used up and can be carried out (DM13-3.3)."""
    part = travels(s)
    if part.gone[side] >> reward & 1:
        return False
    return all(
        not effect.leaves_choice() or can_carry(s, side, effect, NONE, NONE)
        for effect in part.t.rewards[reward]
    )


class ChooseReward(Choice[DarkAges]):
    """One of the rewards up to the number of the card (DM13-3.2): side, number of the card."""

    name: ClassVar[str] = "reward"
    rule: ClassVar[str] = "DM13-3.2"
    of: ClassVar[str] = "reward"
    called: ClassVar[str] = "reward"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"n": ("number", args[1])}

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return [reward for reward in range(min(args[1], travels(s).t.n)) if possible(s, seat, reward)]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        if value >= args[1]:
            return because("too_few_travels", "DM13-3.2", n=("number", value + 1))
        if travels(s).gone[seat] >> value & 1:
            return because("reward_gone", "DM13-3.3")
        return because("nothing_to_raise", "DM13-3.3")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        part = travels(s)
        if part.t.once[value]:
            part.gone[seat] |= 1 << value
        s.emit(REWARD_CHOSEN, seat, value)
        effects.carry_out(s, seat, NONE, part.t.rewards[value], s.rules.sources.index("travels"))


def cards_elsewhere(s: DarkAges, cards: int) -> int:
    """Travel cards that have been laid; they are worth nothing more (DM13-3.4)."""
    for laid in travels(s).laid:
        for card in laid:
            cards |= 1 << card
    return cards


class Benjamin(Module[DarkAges]):
    """Travel cards in the deck."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (1, 8)
    complexity: ClassVar[str] = "minimal"
    meets: ClassVar[tuple[str, ...]] = ("landmarks", "wyrd")
    package: ClassVar[str] = "pfalz.games.darkages.modules.benjamin"
    files: ClassVar[tuple[str, ...]] = (ID,)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = ("travels",)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """The cards for the number of players in their parts of the deck (DM13-1.1 to DM13-2.2, DM0-2.6)."""
        typed(data[ID], BenjaminFile, f"{ID}.toml")
        own, cards = data[ID], data["cards"]
        keys = ("parts", "targets", "per_part")
        deck = [row for row in own["deck"] if row["players"] == players]
        rewards = [
            {"id": reward_id(i), "effects": row["effects"], "place": f"{ID}.reward.{i}"}
            for i, row in enumerate(own["reward"])
        ]
        travel = [{**row, "kind": KIND, "open": True} for row in own["travel"]]
        parts = [
            {
                "step": "c",
                "kind": KIND,
                "file": ID,
                **{key: row[key] for key in keys},
                "apart": row.get("apart", 0),
                "when": {HARD: row.get("hard", False)},
            }
            for row in deck
        ]
        data["cards"] = {
            **cards,
            "other": [*cards.get("other", []), *travel],
            "shuffled": [*cards.get("shuffled", []), *parts],
            "deed": [*cards.get("deed", []), *rewards],
        }
        return data

    def lookup(self, data: Data, players: int, options: Options) -> TravelLookup:
        return TravelLookup(data)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        part: TravelLookup = rules.parts[ID]
        part.know(rules.lookup)
        declare_kinds(kinds, part)

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        return [flow(ask(ChooseReward(), "travel_reward"), "side", "number", at_once=3)]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        found = [before("took_card", do(reward_taken))]
        if rules.options.get(HARD) is True:
            found.append(after("make_deck", chance(TravelsApart())))
        return found

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"cards_elsewhere": cards_elsewhere}

    def reactions(self) -> Mapping[str, Reaction]:
        return {
            "card_taken": taken,
            "card_recovered": recovered,
            "lordlings_and_raiders.lordlings_used": used,
        }

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Travels()
        part.t = s.rules.parts[ID]
        s.rules.slice_shapes[ID].fill(part)
        return part

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Travel cards are never in a hand; only what is chosen once is used up (DM13-3.1, DM13-3.3)."""
        part = travels(s)
        once = sum([1 << reward for reward, one in enumerate(part.t.once) if one])
        found = [f"travel cards in the hand of seat {i}" for i, hand in enumerate(s.hand) if _any(s, hand)]
        found += [f"side {i} has used up {gone:b}" for i, gone in enumerate(part.gone) if gone & ~once]
        return found


def _any(s: DarkAges, cards: Sequence[int]) -> bool:
    return any(card >= 0 and is_travel(s, card) for card in cards)
