"""Research (section 7): achievements and war technologies come into force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.events import ACHIEVEMENT_LAID, ACHIEVEMENT_RAISED, TECHNOLOGY_PLAYED
from pfalz.games.darkages.goods import pay_goods
from pfalz.games.darkages.notes import Walked, gold, number, paying, price, to_pay, walked
from pfalz.games.darkages.payment import Purse, pay, pay_form, payable
from pfalz.games.darkages.possible import GOLD_PRICE, may_lay_out, playable_faces, raisable
from pfalz.games.darkages.powers import end_powers, put_in_force
from pfalz.games.darkages.scouting import scout
from pfalz.games.darkages.state import FROM_CARDS, NONE, DarkAges
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    NOW,
    RAISE,
    RAISED,
    TECHNOLOGY,
    UNITS,
    WAR_TECHNOLOGY,
)

LAY_OUT: Final = 0
RAISE_IT: Final = 1
PLAY: Final = 2

OPTION_SLOT: Final = Slot("option", "research")
CARD_SLOT: Final = Slot("card", "card")
FACE_SLOT: Final = Slot("face", "face")
Form = tuple[Slot, Sequence[int]]

NO_ACHIEVEMENT: Final = because("no_achievement", "D-7.2")
FOUR_ACHIEVEMENTS: Final = because("four_achievements", "D-7.3")
NO_TECHNOLOGY: Final = because("no_technology", "D-7.7")
WRONG_LEVEL: Final = because("wrong_level", "D-7.8")


# -- powers in force -----------------------------------------------------------------------------------


def uncover(s: DarkAges, side: int, card: int) -> None:
    """The next level of an achievement comes into force (D-7.4 to D-7.6, D-21.17)."""
    t = s.t
    level = s.level[card]
    before = t.card_powers[card][:level]
    if level:
        after: Sequence[int] = before
    else:
        after = [power for other in s.laid[side] for power in t.card_powers[other]]
        if not after:
            s.powers[side] = (t.card_powers[card][0], *s.powers[side])
    if after:
        put_in_force(s, side, t.card_powers[card][level], after)
    if t.card_replaces[card][level]:
        end_powers(s, side, before)
    s.level[card] = level + 1
    if side == s.turn:
        scout(s, side)


def immediate(s: DarkAges, side: int, card: int) -> None:
    """What a level does once when it is uncovered (D-7.5, D-21.3)."""
    power = s.t.powers[s.t.card_powers[card][s.level[card] - 1]]
    waiting: list[int] = []
    for effect in power.effects:
        if effect.when == NOW:
            if effect.leaves_choice():
                waiting.append(effect.index)
            else:
                effects.carry(s, side, NONE, effect, FROM_CARDS)
    if waiting:
        s.call("choose", side, NONE, NONE, *waiting)


def lay_out(s: DarkAges, side: int, card: int) -> None:
    """An achievement goes from the hand under the player board (D-7.2)."""
    control.out_of_hand(s, side, card)
    uncover(s, side, card)
    s.laid[side] = (*s.laid[side], card)
    s.emit(ACHIEVEMENT_LAID, side, card)
    immediate(s, side, card)


def raise_level(s: DarkAges, side: int, card: int) -> None:
    """The next level of an achievement is uncovered, in whatever way (D-7.4, D-21.9)."""
    uncover(s, side, card)
    s.emit(ACHIEVEMENT_RAISED, side, card, s.level[card])
    s.call("raised_triggers", side)  # after what the level does at once (D-21.18)
    immediate(s, side, card)


def raised_triggers(s: DarkAges, side: int) -> None:
    """Effects of having raised an achievement (D-21.9)."""
    effects.trigger(s, side, RAISED)


def play_technology(s: DarkAges, side: int, card: int, face: int) -> None:
    """A war technology covers the one below it (D-7.7 to D-7.10)."""
    t = s.t
    control.out_of_hand(s, side, card)
    s.technologies[side] = (*s.technologies[side], card)
    type = t.faces[face].type
    before = t.faces[s.face[UNITS * side + type]].power
    if before >= 0:
        end_powers(s, side, (before,))
    s.face[UNITS * side + type] = face
    if t.faces[face].power >= 0:
        put_in_force(s, side, t.faces[face].power, ())
    s.emit(TECHNOLOGY_PLAYED, side, card, face)


class Research(Question[DarkAges]):
    """The action Research: one of three things (D-7.1, D-25.4)."""

    name: ClassVar[str] = "research"
    rule: ClassVar[str] = "D-7.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _asked(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Form | None:
        if not prefix:
            purse = Purse(s, seat)
            return OPTION_SLOT, [
                option for option in (LAY_OUT, RAISE_IT, PLAY) if self._cards(s, purse, option)
            ]
        option = prefix[0]
        if len(prefix) == 1:
            return CARD_SLOT, self._cards(s, Purse(s, seat), option)
        if option == LAY_OUT:
            return None
        at = 2
        if option == PLAY:
            faces = playable_faces(s, seat, prefix[1])
            if len(faces) > 1:
                if len(prefix) == 2:
                    return FACE_SLOT, faces
                at = 3
        item = RAISE if option == RAISE_IT else TECHNOLOGY
        return pay_form(s, seat, item, GOLD_PRICE, NONE, prefix[at:])

    def _cards(self, s: DarkAges, purse: Purse, option: int) -> list[int]:
        seat = purse.side
        if option == LAY_OUT:
            return [card for card in s.hand[seat] if may_lay_out(s, seat, card)]
        if option == RAISE_IT:
            return raisable(s, seat) if purse.pays(s, RAISE, GOLD_PRICE) else []
        if not purse.pays(s, TECHNOLOGY, GOLD_PRICE):
            return []
        return [card for card in s.hand[seat] if playable_faces(s, seat, card)]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = self._asked(s, seat, args, prefix)
        return asked[0] if asked else OPTION_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = self._asked(s, seat, args, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return (LAY_OUT, RAISE_IT, PLAY)
        if len(prefix) == 1:
            return s.laid[seat] if prefix[0] == RAISE_IT else s.hand[seat]
        return self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            return self._why_not(s, seat, value)
        kind = s.t.card_kind[value]
        if prefix[0] == RAISE_IT:
            return because("level_three", "D-7.4")
        if prefix[0] == LAY_OUT:
            return NO_ACHIEVEMENT if kind != ACHIEVEMENT else FOUR_ACHIEVEMENTS
        return NO_TECHNOLOGY if kind != WAR_TECHNOLOGY else WRONG_LEVEL

    def _why_not(self, s: DarkAges, seat: int, option: int) -> Reason:
        if option == LAY_OUT:
            return FOUR_ACHIEVEMENTS if len(s.laid[seat]) >= s.t.achievement_slots else NO_ACHIEVEMENT
        item = RAISE if option == RAISE_IT else TECHNOLOGY
        if not payable(s, seat, item, GOLD_PRICE):
            return because("costs_gold", "D-7.4" if option == RAISE_IT else "D-7.7")
        if option == RAISE_IT:
            return because("nothing_to_raise", "D-7.4")
        held = any(s.t.card_kind[card] == WAR_TECHNOLOGY for card in s.hand[seat])
        return WRONG_LEVEL if held else NO_TECHNOLOGY

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """The gold, and the level an achievement rises to (D-7.4, D-7.7)."""
        if not prefix:
            return () if value == LAY_OUT else price(s, seat, self._item(value), GOLD_PRICE)
        if len(prefix) == 1:
            if prefix[0] != RAISE_IT:
                return ()
            return [note("level", n=number(s.level[value] + 1))]
        walk, at = self._bill(s, seat, prefix)
        return paying(walk, prefix[at:], value) if len(prefix) >= at else ()

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """The price (D-7.4, D-7.7)."""
        if len(prefix) < 2 or prefix[0] == LAY_OUT:
            return ()
        walk, at = self._bill(s, seat, prefix)
        return to_pay(walk) if len(prefix) >= at else ()

    def _item(self, option: int) -> int:
        return RAISE if option == RAISE_IT else TECHNOLOGY

    def _bill(self, s: DarkAges, seat: int, prefix: Sequence[int]) -> tuple[Walked, int]:
        """The price as far as it is paid, and after how many values paying begins."""
        at = 3 if prefix[0] == PLAY and len(playable_faces(s, seat, prefix[1])) > 1 else 2
        return walked(s, seat, self._item(prefix[0]), GOLD_PRICE, NONE, prefix[at:]), at

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        option, card = answer[0], answer[1]
        if option == LAY_OUT:
            lay_out(s, seat, card)
            return
        if option == RAISE_IT:
            pay(s, seat, RAISE, GOLD_PRICE, NONE, answer[2:])
            raise_level(s, seat, card)
            return
        faces = playable_faces(s, seat, card)
        face, at = (answer[2], 3) if len(faces) > 1 else (faces[0], 2)
        pay(s, seat, TECHNOLOGY, GOLD_PRICE, NONE, answer[at:])
        play_technology(s, seat, card, face)


class RaiseByCard(Choice[DarkAges]):
    """An achievement raised by a card, at its price (D-22.10): side, effect."""

    name: ClassVar[str] = "raise"
    rule: ClassVar[str] = "D-22.10"
    of: ClassVar[str] = "card"
    called: ClassVar[str] = "card"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return raisable(s, seat)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else s.laid[seat]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("level_three", "D-7.4")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What the card asks for, and the level that is reached (D-22.10)."""
        return [*gold(s.t.effects[args[1]].gold), note("level", n=number(s.level[value] + 1))]

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        pay_goods(s, seat, (0, 0, 0, 0, s.t.effects[args[1]].gold))  # discounts do not count (D-22.10)
        raise_level(s, seat, value)
