"""The turn (section 4): free steps, the choice of the turn, titles, hand limit, and whose turn comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because
from pfalz.core.events import Event
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.effects import can_use, effect_options, effect_slot, use_chosen
from pfalz.games.darkages.events import (
    ACTION_CHOSEN,
    ACTION_REPEATED,
    CARD_DISCARDED,
    EXTRA_TURN_BEGUN,
    NO_ACTION_LEFT,
    NO_DISC_LEFT,
    TURN_BEGUN,
)
from pfalz.games.darkages.notes import disc_laid, points
from pfalz.games.darkages.possible import ACTIONS, bits, can_act, possible_actions
from pfalz.games.darkages.scouting import scout
from pfalz.games.darkages.settling import (
    epithet_points,
    epithets,
    play_epithet,
    settlable,
    settle,
    settle_so_far,
    settle_worth,
    settlers,
    why_not_settle,
)
from pfalz.games.darkages.state import ACTING, DONE, NONE, PASSING, UNDECIDED, DarkAges
from pfalz.games.darkages.words import (
    ACT,
    ACTION_IDS,
    BEFORE_ACT,
    BUILD,
    FREE,
    HAND_LIMIT,
    MARCH,
    UNIT_IDS,
    UNITS,
)

# values of the slot `step`; titles come after them, further ones from modules after the titles
SETTLE_STEP: Final = 0
EPITHET_STEP: Final = 1
EFFECT_STEP: Final = 2
ACTION_STEP: Final = 3  # + action
PASS_STEP: Final = 8
END_STEP: Final = 9
TITLE_STEP: Final = 10  # + title
STEP_IDS: Final = ("settle", "epithet", "effect", *ACTION_IDS, "pass", "end")

STEP_SLOT: Final = Slot("step", "step")
AREA_SLOT: Final = Slot("area", "area")
CARD_SLOT: Final = Slot("card", "card")
EFFECT_SLOT: Final = Slot("effect", "effect")
STEPS_OF: Final = tuple(
    [[ACTION_STEP + action for action in bits(actions)] for actions in range(ACTIONS + 1)]
)
"""The steps for sets of actions."""
TROOP_SLOTS: Final = tuple([Slot(id, "number") for id in UNIT_IDS])


# -- free steps (D-4.10) -------------------------------------------------------------------------------


def free_effects(s: DarkAges, side: int) -> list[int]:
    """Effects that can be used as a free step (D-21.5)."""
    found = s.profile(side).by_trigger[FREE]
    return [effect.index for effect in found if can_use(s, side, effect, NONE, NONE)] if found else []


def free_steps(s: DarkAges, side: int, areas: Sequence[int]) -> list[int]:
    """The free steps that are possible now (D-4.10, D-10.1, D-25.6); each uses something up (D-26.9)."""
    found: list[int] = []
    if settlable(s, side, areas):
        found.append(SETTLE_STEP)
    if epithets(s, side):
        found.append(EPITHET_STEP)
    if free_effects(s, side):
        found.append(EFFECT_STEP)
    return found


class Steps(Question[DarkAges]):
    """A form that begins with a step of the turn and goes on with the slots of a free step."""

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.turn

    def steps(self, s: DarkAges, seat: int) -> list[int]:
        """The steps that are possible."""
        raise NotImplementedError

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        at = len(prefix)
        if not at:
            return STEP_SLOT
        if prefix[0] == SETTLE_STEP:
            return AREA_SLOT if at == 1 else TROOP_SLOTS[at - 2]
        if prefix[0] == EPITHET_STEP:
            return CARD_SLOT
        return EFFECT_SLOT if at == 1 else effect_slot(s.t.effects[prefix[1]], at - 2)

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        if not at:
            return self.steps(s, seat)
        if prefix[0] > EFFECT_STEP:
            return None
        if prefix[0] == SETTLE_STEP:
            if at == 1:
                return settlable(s, seat, s.areas_of(seat))
            if at == 2 + UNITS:
                return None
            given = tuple(prefix[2:])
            fitting = [units for units in settlers(s, seat, prefix[1]) if units[: at - 2] == given]
            return sorted({units[at - 2] for units in fitting})
        if prefix[0] == EPITHET_STEP:
            return epithets(s, seat) if at == 1 else None
        if at == 1:
            return free_effects(s, seat)
        return effect_options(s, seat, s.t.effects[prefix[1]], prefix[2:])

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        at = len(prefix)
        if not at:
            return s.rules.kinds["step"].values
        if at == 1 and prefix[0] == SETTLE_STEP:
            return s.t.every_area
        if at == 1 and prefix[0] == EPITHET_STEP:
            return s.hand[seat]
        return self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            return self.why_no_step(s, seat, value)
        if prefix[0] == SETTLE_STEP and len(prefix) == 1:
            return why_not_settle(s, seat, value)
        if prefix[0] == EPITHET_STEP:
            return because("no_epithet", "D-12.1")
        return because("not_offered", self.rule)

    def why_no_step(self, s: DarkAges, seat: int, step: int) -> Reason:
        """Why a step is not possible."""
        if step == SETTLE_STEP:
            return because("no_settling", "D-10.2") if s.row[seat] else because("no_manor_left", "D-10.9")
        if step == EPITHET_STEP:
            return because("no_epithet", "D-12.1")
        if step == EFFECT_STEP:
            return because("no_free_effect", "D-21.5")
        return because("not_offered", self.rule)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Who reacts to an action; what settling costs, what an epithet brings."""
        if not prefix:
            return disc_laid(s, value - ACTION_STEP) if ACTION_STEP <= value < PASS_STEP else ()
        if prefix[0] == SETTLE_STEP:
            return settle_worth(s, seat, prefix[1:], value)
        return points(epithet_points(s, seat, value)) if prefix[0] == EPITHET_STEP else ()

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return settle_so_far(s, seat, prefix[1:]) if prefix and prefix[0] == SETTLE_STEP else ()

    def free_step(self, s: DarkAges, seat: int, answer: Move) -> None:
        """Carry out a free step."""
        s.free_taken = 1
        if answer[0] == SETTLE_STEP:
            settle(s, seat, answer[1], answer[2:])
        elif answer[0] == EPITHET_STEP:
            play_epithet(s, seat, answer[1])
        else:
            use_chosen(s, seat, NONE, NONE, s.t.effects[answer[1]], answer[2:])


# -- the choice of the turn ----------------------------------------------------------------------------


def begin_turn(s: DarkAges) -> None:
    """A turn begins: nothing is chosen, abilities of a turn are there again (D-23.8)."""
    side = s.turn
    s.choice, s.action, s.free_taken, s.title_used, s.fought = UNDECIDED, NONE, 0, 0, 0
    s.built_option, s.built_area = NONE, NONE
    s.used[side] &= ~s.t.turn_abilities
    s.emit(EXTRA_TURN_BEGUN if s.extra else TURN_BEGUN, side)
    s.extra = 0
    scout(s, side)


def undecided(s: DarkAges) -> bool:
    """Whether neither an action nor passing has been chosen."""
    return s.choice == UNDECIDED


def acting(s: DarkAges) -> bool:
    """Whether the turn is one with a noble action."""
    return s.choice == ACTING


def passing(s: DarkAges) -> bool:
    """Whether the active player passes."""
    return s.choice == PASSING


def may_pass(s: DarkAges, side: int) -> bool:
    """Whether a player with discs may pass of his own will (D-4.7, D-4.11, D-18.11, D-R.6, D-R.7)."""
    return bool(s.acted[side]) and not s.free_taken


class Turn(Steps):
    """A free step, one of the five actions, or passing (D-4.2, D-25.2)."""

    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "D-4.2"

    def steps(self, s: DarkAges, seat: int) -> list[int]:
        if not s.discs[seat]:
            return [PASS_STEP]  # D-4.6; no free steps then (D-4.12)
        areas = s.areas_of(seat)
        actions = possible_actions(s, seat, areas)  # D-4.4, D-R.5; in the last turns as before (D-18.15)
        found = free_steps(s, seat, areas)
        found += STEPS_OF[actions]
        if may_pass(s, seat) or not actions:  # D-4.8, D-P1
            found.append(PASS_STEP)
        return found

    def why_no_step(self, s: DarkAges, seat: int, step: int) -> Reason:
        if ACTION_STEP <= step < PASS_STEP:
            return because("no_option", "D-4.5")
        if step == PASS_STEP:
            if s.free_taken:
                return because("free_step_taken", "D-4.11")
            return because("no_action_yet", "D-4.7")
        if END_STEP <= step < TITLE_STEP + len(s.title):
            return because("only_after_action", "D-11.1")
        return super().why_no_step(s, seat, step)

    def no_choice(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Event | None:
        """Passing may be all that is left: without a disc (D-4.6), or without an action (D-4.8)."""
        if prefix[0] != PASS_STEP:
            return None
        return NO_ACTION_LEFT if s.discs[seat] else NO_DISC_LEFT, (seat,)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        step = answer[0]
        if step == PASS_STEP:
            s.choice = PASSING
        elif step >= ACTION_STEP:
            place_disc(s, seat, step - ACTION_STEP)
        else:
            self.free_step(s, seat, answer)


def place_disc(s: DarkAges, side: int, action: int) -> None:
    """A noble disc goes on top of the stack under an action card (D-4.3)."""
    s.discs[side] -= 1
    s.stacks[action] = (*s.stacks[action], side)
    s.choice, s.action = ACTING, action
    s.acted[side] = 1
    s.emit(ACTION_CHOSEN, side, action)


# -- carrying out an action: flow `execute` with side and action ---------------------------------------


def begin_action(s: DarkAges) -> None:
    """Carry out the action under whose card the disc lies."""
    if s.action != NONE:
        s.call("execute", s.turn, s.action)


def which_action(s: DarkAges, side: int, action: int) -> int:
    """The content of an action."""
    return action


def before_triggers(s: DarkAges, side: int, action: int) -> None:
    """Effects that come before what an action does (DM0-8.12)."""
    effects.trigger(s, side, BEFORE_ACT + action)


def execute_triggers(s: DarkAges, side: int, action: int) -> None:
    """Effects of having carried out an action (D-21.7), after all others of it (D-21.18)."""
    if action == BUILD:
        effects.trigger(s, side, ACT + action, s.built_area, s.built_option)
    else:
        effects.trigger(s, side, ACT + action)


# -- after the action ----------------------------------------------------------------------------------


def usable_titles(s: DarkAges, side: int) -> list[int]:
    """Upright titles with which the action can be repeated (D-11.1, D-11.2, D-11.5, D-11.16, D-R.8)."""
    if s.action == NONE or s.title_used or (s.action == MARCH and s.fought):
        return []
    if side not in s.title:
        return []
    upright = [title for title, holder in enumerate(s.title) if holder == side and not s.sideways[title]]
    return upright if upright and can_act(s, side, s.action) else []


class After(Steps):
    """A free step, a title that repeats the noble action, or the end of the turn (D-4.9, D-11.1, D-11.6)."""

    name: ClassVar[str] = "after"
    rule: ClassVar[str] = "D-4.9"

    def steps(self, s: DarkAges, seat: int) -> list[int]:
        found = free_steps(s, seat, s.areas_of(seat))
        found.append(END_STEP)
        for title in usable_titles(s, seat):
            found.append(TITLE_STEP + title)
        return found

    def why_no_step(self, s: DarkAges, seat: int, step: int) -> Reason:
        if TITLE_STEP <= step < TITLE_STEP + len(s.title):
            return why_no_title(s, seat, step - TITLE_STEP)
        if ACTION_STEP <= step <= PASS_STEP:
            return because("action_done", "D-4.2")
        return super().why_no_step(s, seat, step)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        step = answer[0]
        if step == END_STEP:
            s.choice = DONE
        elif step >= TITLE_STEP:
            title = step - TITLE_STEP
            s.sideways[title] = 1
            s.title_used = 1
            s.emit(ACTION_REPEATED, seat, s.action, title)
            # D-11.3: a new action of the same kind; what was used in this turn is used up (D-11.4)
            s.call("execute", seat, s.action)
        else:
            self.free_step(s, seat, answer)


def why_no_title(s: DarkAges, side: int, title: int) -> Reason:
    """Why a title cannot be used."""
    if s.title[title] != side:
        return because("not_your_title", "D-11.1")
    if s.action == NONE:
        return because("only_after_action", "D-11.1")
    if s.sideways[title]:
        return because("title_sideways", "D-11.7")
    if s.title_used:
        return because("one_title", "D-11.2")
    if s.action == MARCH and s.fought:
        return because("fought_already", "D-11.5")
    return because("no_option", "D-11.16")


# -- the end of the turn -------------------------------------------------------------------------------


def hand_limit(s: DarkAges, side: int) -> int:
    """How many cards a hand may hold at the end of its owner's turn (D-4.13)."""
    return s.t.hand_limit + s.profile(side).params[HAND_LIMIT]


def too_many_cards(s: DarkAges) -> bool:
    """Whether the active player has to discard, and nobody else (D-4.13, D-4.14, D-R.13, D-R.33)."""
    if s.out[s.turn] or not s.has_seat(s.turn):  # D-P3
        return False
    return len(s.hand[s.turn]) > hand_limit(s, s.turn)


class Discard(Question[DarkAges]):
    """Cards above the hand limit (D-4.13, D-25.10)."""

    name: ClassVar[str] = "discard"
    rule: ClassVar[str] = "D-4.13"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.turn

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return CARD_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        left = len(s.hand[seat]) - hand_limit(s, seat) - len(prefix)
        if left <= 0:
            return None
        cards = sorted(s.hand[seat])
        after = [card for card in cards if not prefix or card > prefix[-1]]
        return after[: len(after) - left + 1]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.hand[seat]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("in_order", "D-26.5")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        for card in answer:
            control.drop_card(s, seat, card)
            s.emit(CARD_DISCARDED, seat, card)


def next_turn(s: DarkAges) -> None:
    """The next player's turn; an extra turn, like any other, comes first (D-4.1, D-4.16, D-4.17)."""
    if s.extra and not s.out[s.turn]:
        return
    s.extra = 0
    order = s.in_turn(s.turn)
    for side in [*order[1:], order[0]]:
        if not s.out[side]:  # D-18.12
            s.turn = side
            return
