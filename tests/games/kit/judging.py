"""What must hold for the judgement of every game's bot: it changes nothing, is legal, and beats chance.

A game joins with a class of its own in its `test_bot.py`:

    class TestJudgement(Judged):
        game = "staufer"
        settings = (setting(2), setting(4))
        answered = {"deploy"}
        most = MOST
"""

from __future__ import annotations

from math import isfinite
from random import Random
from typing import Any, ClassVar

import pytest

from pfalz import catalogue
from pfalz.core.ask import Ask
from pfalz.core.state import NATURE
from tests.games.kit.settings import Setting, each_setting
from tests.games.playing import knights_against_chance, may_be_answered, victory


class Judged:
    """The bot of a game."""

    game: ClassVar[str]
    settings: ClassVar[tuple[Setting, ...]]
    answered: ClassVar[set[str]]
    """Questions for which there always are candidates, and which certainly are asked."""
    always: ClassVar[set[str]] = set()
    """Others for which there always are candidates."""
    others_too: ClassVar[bool] = False
    """Whether there may be candidates for all other questions as well."""
    most: ClassVar[int]
    """How many candidates there are at most."""
    bound: ClassVar[float] = 1000
    """Judgements are not larger than this."""
    games: ClassVar[int] = 3
    """How many random games are looked at."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        each_setting(metafunc, self.settings)

    def ahead(self, mine: int, best: int) -> bool:
        """Whether a victory over chance is large enough."""
        return mine > best

    def worth_a_look(self, s: Any, ask: Ask) -> bool:
        """Whether there is time to look for candidates here."""
        return True

    @property
    def bot(self) -> Any:
        return catalogue.bot(self.game)

    def test_candidates_are_legal_and_judging_changes_nothing(self, setting: Setting) -> None:
        rules, bot, rng = setting.rules(self.game), self.bot, Random(1)
        met: set[str] = set()

        def check(s: Any, ask: Ask) -> None:
            key = rules.key(s)
            for seat in range(setting.players):
                value = bot.evaluate(s, seat)
                assert isfinite(value) and abs(value) < self.bound
            if ask.seat != NATURE and self.worth_a_look(s, ask):
                moves = bot.candidates(rules.view(s, ask.seat), ask, rng)
                expected = ask.name in self.answered | self.always
                assert bool(moves) == expected or (moves and self.others_too), ask.name
                met.update([ask.name] if moves else [])
                may_be_answered(s, ask, moves, self.most)
            assert rules.key(s) == key

        for seed in range(self.games):
            s = knights_against_chance(rules, seed, (), check)
            scores = rules.outcome(s).scores
            values = [bot.evaluate(s, seat) for seat in range(setting.players)]
            assert scores[values.index(max(values))] == max(scores)  # a finished game is judged by its points
        assert self.answered <= met

    def test_greedy_play_beats_chance(self, extreme: Setting) -> None:
        rules = extreme.rules(self.game)
        for seed in range(max(self.games, 2)):
            mine, best = victory(rules, seed, seed % extreme.players)
            assert self.ahead(mine, best), (seed, mine, best)
