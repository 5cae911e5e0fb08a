"""What the kits check of every game, with all modules of Dark Ages in play: drawings, words, judgement."""

from __future__ import annotations

from typing import Any

import pytest

from pfalz.catalogue import ruleset
from tests.games.darkages.modules.every import every
from tests.games.darkages.test_board import TestBoard as Board
from tests.games.darkages.test_bot import TestJudgement as Judgement
from tests.games.kit.boards import Drawn
from tests.games.kit.judging import Judged
from tests.games.kit.settings import setting
from tests.games.spoken import tell

SETTINGS = tuple(setting(n, *every(n)) for n in (2, 3, 4))


class TestBoardWithModules(Drawn):
    game = "darkages"
    settings = SETTINGS
    every = 53
    chosen_beside = {*Board.chosen_beside, "wyrd_choice", "fate", "levy", "levy_answer", "gift"}
    beside = Board.beside
    must_meet = Board.must_meet - {"area", "place"}  # of some actions only with a further value
    smallest = Board.smallest
    changes = Board.changes

    def conceals(self, *position: Any) -> None:
        Board.conceals(self, *position)  # type: ignore[arg-type]


class TestJudgementWithModules(Judged):
    game = "darkages"
    settings = SETTINGS
    answered = Judgement.answered
    always = Judgement.always
    others_too = True
    most = Judgement.most
    games = 1

    def ahead(self, mine: int, best: int) -> bool:
        return mine > best + 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_with_modules_can_be_told(players: int) -> None:
    tell(ruleset("darkages", players, every(players)), players, every=15)
