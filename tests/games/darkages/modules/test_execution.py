"""Before, after or instead of an action (DM0-3.4 to DM0-3.6), with two small modules of the test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from pfalz.core.ask import Choice
from pfalz.core.data import load_files
from pfalz.core.flow import ask, do, when
from pfalz.core.game import Edit, Modifier, Module, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import PUBLIC, Args, Columns, Schema, declare, number, upto
from pfalz.games.darkages.execution import declare_left_out, may_decline
from pfalz.games.darkages.goods import gain_points
from pfalz.games.darkages.rules import DarkAgesGame
from pfalz.games.darkages.state import FROM_CARDS, DarkAges
from pfalz.games.darkages.words import BUILD, MARCH
from tests.games.darkages.battlefield import WHITE, YELLOW, Battlefield
from tests.games.darkages.table import WORDS

NO, YES = 0, 1


class Pious(Columns):
    """Whether the prayer has been said in this execution."""

    said: int


SLICE = declare(Pious, said=number(PUBLIC, upto(1)))


class Prayer(Module[DarkAges]):
    """Once in each execution of Build or March a point, before the action; who has nine prays no more."""

    id: ClassVar[str] = "prayer"
    schema: ClassVar[Schema | None] = SLICE
    bit: ClassVar[int] = 1 << 3

    def part(self, s: DarkAges) -> Pious:
        part = s.slices[self.id]
        assert isinstance(part, Pious)
        return part

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_left_out(kinds)

    def can(self, s: DarkAges, side: int, action: int) -> bool:
        return action in (BUILD, MARCH) and not self.part(s).said and s.score(side) < 9

    def begin(self, s: DarkAges, side: int, action: int) -> bool:
        return self.can(s, side, action)

    def forget(self, s: DarkAges, side: int, action: int) -> None:
        self.part(s).said = 0

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        offer, done = self._offer(), do(self.forget)
        offer.name, done.name = f"{self.id}_offered", f"{self.id}_done"
        return [before("content", offer), before("execute_done", done)]

    def _offer(self) -> Any:
        return when(self.begin, ask(Pray(self)))

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"beside": self.beside, "may_skip": self.used}

    def beside(self, s: DarkAges, bits: int, side: int, action: int) -> int:
        return bits | self.bit if self.can(s, side, action) else bits

    def used(self, s: DarkAges, bits: int, side: int, action: int) -> int:
        return bits | self.bit if self.part(s).said else bits

    def start(self, s: DarkAges) -> Columns | None:
        part = Pious()
        s.rules.slice_shapes[self.id].fill(part)
        return part


class Vigil(Prayer):
    """The same again, in a module that comes later."""

    id: ClassVar[str] = "vigil"
    bit: ClassVar[int] = 1 << 4

    def _offer(self) -> Any:
        return when(self.begin, ask(Watch(self)))


class Pray(Choice[DarkAges]):
    """Whether to pray: side, action."""

    name: ClassVar[str] = "pray"
    rule: ClassVar[str] = "DM0-3.5"
    of: ClassVar[str] = "yesno"

    def __init__(self, module: Prayer) -> None:
        self.module = module

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (NO, YES) if may_decline(s, seat, args[1], self.module.bit) else (YES,)

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        if value:
            self.module.part(s).said = 1
            gain_points(s, seat, 1, FROM_CARDS)


class Watch(Pray):
    name: ClassVar[str] = "watch"


def rules_with(*modules: Module[Any]) -> Ruleset[Any]:
    class Longer(DarkAgesGame):
        pass

    Longer.modules = modules
    game = Longer()
    return Ruleset(game, 4, load_files(game.package, game.files), tuple(module.id for module in modules))


ONE = rules_with(Prayer())
TWO = rules_with(Prayer(), Vigil())


def table(rules: Ruleset[Any]) -> Battlefield:
    found = Battlefield(rules=rules)
    found.goods(YELLOW, wood=3, stone=3, leather=3)
    return found


@pytest.mark.clause("DM0-3.4", "DM0-3.5")
def test_a_module_asks_before_an_action_which_may_then_be_left_out() -> None:
    here = table(ONE).do("turn", YELLOW, WORDS["build"])
    assert here.asked() == "pray" and here.options() == [NO, YES]
    here.do("pray", YELLOW, YES)
    nothing = here.rules.kinds["build"].size
    assert here.asked() == "build" and here.options()[-1] == nothing
    here.do("build", YELLOW, nothing)
    assert here.asks()[0].seat == WHITE and here.s.score(YELLOW) == 1 and here.s.built_option == -1


@pytest.mark.clause("DM0-3.5")
def test_an_action_is_not_left_out_without_it() -> None:
    here = table(ONE).do("turn", YELLOW, WORDS["build"]).do("pray", YELLOW, NO)
    nothing = here.rules.kinds["build"].size
    assert nothing not in here.options() and here.why(nothing) == ("must_act", "DM0-3.5")


@pytest.mark.clause("DM0-3.5")
def test_an_action_may_be_chosen_for_it_alone() -> None:
    """Yellow can build nothing: he has to pray, and nothing else is asked."""
    here = table(ONE).goods(YELLOW)
    here.resume("one_turn", "begin_turn")
    assert WORDS["build"] in here.options()
    here.do("turn", YELLOW, WORDS["build"])
    assert here.asks()[0].seat == WHITE and here.s.score(YELLOW) == 1
    here = table(ONE).goods(YELLOW)
    here.hold(YELLOW, "verona", manors=1).resume("one_turn", "begin_turn")  # no unit on the map
    here.do("turn", YELLOW, WORDS["march"])
    assert here.asks()[0].seat == WHITE and here.s.score(YELLOW) == 1


@pytest.mark.clause("DM0-3.5")
def test_of_two_modules_the_last_must_be_used() -> None:
    here = table(TWO).goods(YELLOW)
    here.resume("one_turn", "begin_turn")
    here.do("turn", YELLOW, WORDS["build"])
    assert here.asked() == "pray" and here.options() == [NO, YES]
    here.do("pray", YELLOW, NO)  # the watch is not asked for, it has to be kept
    assert here.asks()[0].seat == WHITE and here.s.score(YELLOW) == 1
    here = table(TWO).goods(YELLOW)
    here.resume("one_turn", "begin_turn")
    here.do("turn", YELLOW, WORDS["build"]).do("pray", YELLOW, YES)
    assert here.asked() == "watch" and here.options() == [NO, YES]


@pytest.mark.clause("DM0-3.4")
def test_a_title_is_another_execution() -> None:
    here = table(ONE).hold(YELLOW, "verona", 1, manors=1)
    here.s.title[0] = YELLOW
    here.do("turn", YELLOW, WORDS["march"]).do("pray", YELLOW, YES)
    here.do("march", YELLOW, here.t.areas)
    here.do("after", YELLOW, here.options()[-1])
    assert here.asked() == "pray"
    here.do("pray", YELLOW, YES)
    assert here.s.score(YELLOW) == 2
