"""What the kits check of every game, with all modules of Dark Ages in play: drawings, words, judgement."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.rollout import Tally, play_random
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import draw
from pfalz.games.darkages.modules.lordlings_and_raiders.state import LORDLINGS
from tests.games.contrast import weak_texts
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


@pytest.mark.parametrize("players", [1, 8])
def test_boards_for_one_and_for_eight_can_be_read(players: int) -> None:
    """Wide and narrow, in the course of a game; all who play have a board."""
    rules = ruleset("darkages", players, every(players))
    texts, s, rng = Texts(rules, "de"), rules.start(), Random(players)
    sides = (0, LORDLINGS) if players == 1 else range(players)
    for _ in range(3):
        play_random(rules, s, rng, Tally(), 60)
        for narrow in (False, True):
            drawn = draw(rules, rules.view(s, 0), 0, texts, narrow).svg()
            assert weak_texts(drawn) == []
            assert all(f'id="player-{side}"' in drawn for side in sides)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 8])
def test_random_games_with_modules_can_be_told(players: int) -> None:
    tell(ruleset("darkages", players, every(players)), players, every=15)
