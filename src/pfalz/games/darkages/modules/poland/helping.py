"""Helping Poland (DM15-3, DM15-4): the steps of the cards, flipping, and levies.

A step is done before or after what the action does, or instead of it (`execution.py`). What it demands and
brings is told in the words of cards; they ask for what they leave open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages.effects import carry_out
from pfalz.games.darkages.execution import may_decline
from pfalz.games.darkages.goods import bundle, pay_goods
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.losses import complete
from pfalz.games.darkages.modules.poland.events import (
    CARD_FLIPPED,
    CARD_REMOVED,
    CHROBRY_SHUFFLED,
    LEVY_IMPOSED,
    LEVY_PAID,
    LEVY_WAIVED,
    STEP_DONE,
)
from pfalz.games.darkages.modules.poland.state import (
    BIT,
    FLIPPED,
    ID,
    REMOVED,
    STEPS,
    Poland,
    poland,
    progress,
)
from pfalz.games.darkages.offer import shuffle_in
from pfalz.games.darkages.prices import Pay, can_pay
from pfalz.games.darkages.state import BY_DECK, NONE, PLAYING, DarkAges
from pfalz.games.darkages.words import DEVELOP, GAIN_PER, GOODS, REQUIRE, RESOURCES

CARD_SLOT: Final = Slot("poland_card", "poland_card_or_none")
ANSWER_SLOT: Final = Slot("levy_answer", "levy_answer")
IMPOSE: Final = 0
WAIVE: Final = 1
PAY: Final = 0
REMOVE: Final = 1


def source_of(s: DarkAges) -> int:
    """The source of points of this module."""
    return s.rules.sources.index(ID)


# -- steps (DM15-3) ---------------------------------------------------------------------------------------


def next_steps(part: Poland, seat: int, action: int) -> list[tuple[int, int]]:
    """Cards with their next step, where it belongs to an action and nothing but its condition is against it.

    It is the topmost one that is not covered (DM15-3.1); of a card one step in an execution (DM15-3.3)."""
    steps, done, at = part.steps, part.done, len(part.t.cards) * seat
    found: list[tuple[int, int]] = []
    for card, step in part.t.steps_of[action]:
        if steps[at + card] == step and not done >> card & 1:
            found.append((card, step))
    return found


def helpful(s: DarkAges, side: int, action: int) -> list[int]:
    """The cards whose next step can be done in this execution (DM15-2.1, DM15-3.2)."""
    part = poland(s)
    if not part.open or not s.has_seat(side):
        return []
    conditions = part.t.conditions
    return [
        card
        for card, step in next_steps(part, side, action)
        if complete(s, side, conditions[card][step], NONE)
    ]


def can_help(s: DarkAges, side: int, action: int, *args: int) -> bool:
    """Whether a step can be done in this execution of an action (DM0-3.4)."""
    part: Poland = s.slices[ID]
    if not part.open or not s.has_seat(side):
        return False
    for card, step in next_steps(part, side, action):
        if complete(s, side, part.t.conditions[card][step], NONE):
            return True
    return False


def beside_action(s: DarkAges, bits: int, side: int, action: int) -> int:
    """An action may be chosen for a step alone, whether it is possible itself or not (DM0-3.5, DM15-3.4)."""
    return bits | BIT if can_help(s, side, action) else bits


def instead_of_action(s: DarkAges, bits: int, side: int, action: int) -> int:
    """Who has done a step may leave out what the action does (DM15-3.7)."""
    return bits | BIT if poland(s).done else bits


def help_before(s: DarkAges, side: int, action: int) -> None:
    """Steps may be done before what the action does, in a March after the supply check (DM15-3.6)."""
    s.call("help_poland", side, action, 0)


def help_after(s: DarkAges, side: int, action: int) -> None:
    """Steps may be done afterwards, battle and all (DM15-3.6, DMX-2.1, DMX-3.1)."""
    s.call("help_poland", side, action, 1)


class HelpPoland(Question[DarkAges]):
    """The card whose next step is done, or none (DM15-3.2): side, action, whether the action is over.

    It is put again for the other cards (DM15-3.3, DMR-39)."""

    name: ClassVar[str] = "poland"
    rule: ClassVar[str] = "DM15-3.2"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return CARD_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix:
            return None
        found = helpful(s, seat, args[1])
        if args[2] or may_decline(s, seat, args[1], BIT):
            found.append(len(poland(s).t.cards))
        return found

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else range(len(poland(s).t.cards) + 1)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        part = poland(s)
        if value == len(part.t.cards):
            return because("must_help", "DM15-3.7")
        if progress(s, seat)[value] >= STEPS:
            return because("no_step_left", "DM15-4.1")
        if part.done >> value & 1:
            return because("one_step", "DM15-3.3")
        if value not in [card for card, _ in next_steps(part, seat, args[1])]:
            return because("other_action", "DM15-3.2")
        return because("condition_lacks", "DM15-3.2")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Which step of a card it is, what it takes and what it brings (DM15-3.2)."""
        t = poland(s).t
        if value == len(t.cards):
            return ()
        step = progress(s, seat)[value]
        found = [note("step", n=("number", step + 1), of=("number", STEPS))]
        takes = [effect for effect in t.conditions[value][step] if effect.op != REQUIRE]
        found += [note("takes", what=("effect", effect.index)) for effect in takes]
        if step + 1 == STEPS:
            return [*found, note("flips")]
        return found + [_brought(effect) for effect in t.rewards[value][step]]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part, card = poland(s), answer[0]
        if card == len(part.t.cards):
            return
        step = progress(s, seat)[card]
        part.done |= 1 << card
        part.removed = 0
        s.call("help_poland", *args)
        s.call("step_done", seat, card)
        carry_out(s, seat, NONE, [*part.t.conditions[card][step], *part.t.rewards[card][step]], source_of(s))


def _brought(effect: Effect) -> Note:
    """What a step brings: so much, or points for the units that are removed for it (DM15-3.5)."""
    if effect.op == GAIN_PER:
        return note("brings_cost", n=("number", effect.n))
    return note("brings", what=("gift", effect.index))


def cover(s: DarkAges, seat: int, card: int) -> None:
    """The condition is fulfilled, the reward taken: the step is covered, the last one flips (DM15-3.2)."""
    part = poland(s)
    at = len(part.t.cards) * seat + card
    step = part.steps[at]
    s.emit(STEP_DONE, seat, STEPS * card + step)
    if step + 1 == STEPS:
        flip(s, seat, card)
    else:
        part.steps[at] = step + 1


def unit_gone(s: DarkAges, side: int, unit: int, area: int) -> None:
    """What a unit costs that was just removed: the resources of its level, no discounts (DM15-3.5)."""
    if poland(s).done and side == s.turn:
        poland(s).removed += sum(s.face_of(side, unit).cost[:RESOURCES])


def note_card(s: DarkAges, side: int, card: int, place: int, any_card: int) -> None:
    """The card that Develop Culture itself has brought: the first one of its execution."""
    part = poland(s)
    if part.fresh == NONE and side == s.turn and (side, DEVELOP) in s.given("execute"):
        part.fresh = card


def just_taken(s: DarkAges, card: int, side: int) -> int:
    """Not to be discarded for the step that the same action allows (DM0-8.18)."""
    return poland(s).fresh if side == s.turn else card


def end_helping(s: DarkAges, side: int, action: int) -> None:
    """The execution is over: in the next one each card may be used again (DM0-3.4, DM15-3.3)."""
    part = poland(s)
    part.done, part.fresh, part.removed = 0, NONE, 0


# -- flipping (DM15-4) ------------------------------------------------------------------------------------


def flip(s: DarkAges, seat: int, card: int) -> None:
    """A card lies with its back up, a manor on it (DM15-4.1); the first one brings Chrobry (DM15-5.3).

    Manors on it have left the row and never come back (DM15-6.2, DMX-8.1)."""
    part = poland(s)
    if not part.flips:
        chrobry_in(s)
    part.flips += 1
    at = len(part.t.cards) * seat + card
    part.steps[at] = FLIPPED
    manors = min(part.t.manors, s.row[seat])
    s.row[seat] -= manors
    part.manors[at] = manors
    s.emit(CARD_FLIPPED, seat, card, manors)
    if part.first[card] != NONE:
        return
    part.first[card] = seat
    if part.t.removes[card]:  # DM15-4.4
        for other in others(s, seat):
            remove(s, other, card)
    if part.t.has_levy[card]:
        s.call("levy", seat, card, part.t.levies[card][0].index)


def chrobry_in(s: DarkAges) -> None:
    """Bolesław Chrobry is shuffled into the top of the deck, or of what there is of it (DM0-2.14).

    An end that the empty deck has brought stays (DM0-1.9)."""
    part = poland(s)
    if not s.deck and s.phase == PLAYING:
        s.ended_by |= 1 << BY_DECK
    part.places = shuffle_in(s, part.t.chrobry, part.t.chrobry_top)
    s.emit(CHROBRY_SHUFFLED, part.places)


def others(s: DarkAges, seat: int, *args: int) -> list[int]:
    """All other players in turn order."""
    return s.clockwise(seat + 1)[: s.t.players - 1]


def remove(s: DarkAges, seat: int, card: int) -> None:
    """A Poland card leaves the game, its marker with it (DM15-4.1)."""
    part = poland(s)
    part.steps[len(part.t.cards) * seat + card] = REMOVED
    s.emit(CARD_REMOVED, seat, card)


class Levy(Choice[DarkAges]):
    """Whether the first to flip a card imposes its levy (DM15-4.2, DMR-38): side, card, levy."""

    name: ClassVar[str] = "levy"
    rule: ClassVar[str] = "DM15-4.2"
    of: ClassVar[str] = "levy"
    called: ClassVar[str] = "levy"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"card": ("poland_card", args[1]), "levy": ("effect", args[2])}

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (IMPOSE, WAIVE)

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        if value == IMPOSE:
            s.emit(LEVY_IMPOSED, seat, args[1])
            s.call("levies", *args)
        else:  # DM15-4.3: that was the only time
            s.emit(LEVY_WAIVED, seat, args[1])


class PayLevy(Question[DarkAges]):
    """Whether a player pays the levy and flips his card, or removes it (DM15-4.2): first, card, levy, payer.

    Who cannot pay in full has no choice; gold stands in for resources (DM15-4.5), and whatever brings gold
    counts as such (DMX-7.1)."""

    name: ClassVar[str] = "pay_levy"
    rule: ClassVar[str] = "DM15-4.2"

    def __init__(self) -> None:
        self.price = Pay()

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[3]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"card": ("poland_card", args[1]), "first": ("side", args[0]), "levy": ("effect", args[2])}

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return self.price.slot(s, seat, (seat, args[2]), prefix[1:]) if prefix else ANSWER_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return (PAY, REMOVE) if can_pay(s, seat, s.t.effects[args[2]]) else (REMOVE,)
        if prefix[0] == REMOVE:
            return None
        return self.price.options(s, seat, (seat, args[2]), prefix[1:])

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return self.options(s, seat, args, prefix) or () if prefix else (PAY, REMOVE)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("levy_too_high", "DM15-4.5")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        return self.price.worth(s, seat, (seat, args[2]), prefix[1:], value) if prefix else ()

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        if not prefix or prefix[0] != PAY:
            return ()
        return self.price.so_far(s, seat, (seat, args[2]), prefix[1:])

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        first, card = args[0], args[1]
        if answer[0] == REMOVE:
            remove(s, seat, card)
            return
        paid = self.price.paid(s.t.effects[args[2]], answer[1:])
        pay_goods(s, seat, paid)
        for goods, n in enumerate(paid):
            s.goods[GOODS * first + goods] += n
        s.emit(LEVY_PAID, seat, first, *bundle(paid))
        flip(s, seat, card)
