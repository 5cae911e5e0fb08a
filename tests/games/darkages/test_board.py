"""The drawing of a view: well-formed, with unique ids, the same for the same view, and it betrays nothing."""

from __future__ import annotations

from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import secrets, svg
from pfalz.games.darkages.drawing import identity
from pfalz.games.darkages.drawing.geography import geography
from pfalz.games.darkages.state import FREE, NONE
from pfalz.games.darkages.turn import ACTION_STEP, STEP_IDS
from pfalz.games.darkages.words import ACTION_IDS, UNIT_IDS, UNITS
from tests.games.kit.boards import Drawn, ids_of, renumbered
from tests.games.kit.settings import Setting, setting
from tests.games.playing import random_game

FREE_STEPS = {step for step in range(len(STEP_IDS)) if not 0 <= step - ACTION_STEP < len(ACTION_IDS)}


class TestBoard(Drawn):
    game = "darkages"
    settings = (setting(2), setting(3, open_hands=True), setting(4))
    every = 31
    chosen_beside = {"yesno", "research", "exchange", "trade", "entry"}
    beside = {"step": FREE_STEPS}
    must_meet = {"area", "card", "place", "step", "army_unit", "target"}
    smallest = 0  # the map is as large as the screen, and can be enlarged
    changes = 9000

    @pytest.mark.clause("D-20.2", "D-20.3")
    def test_drawings_betray_nothing(self, setting: Setting) -> None:
        super().test_drawings_betray_nothing(setting)

    def conceals(self, s: Any, view: Any, seat: int, texts: Texts, drawing: str, text: str) -> None:
        for owner, hand in enumerate(view.hand):
            if HIDDEN in hand:
                for card in s.hand[owner]:
                    assert f'id="card-{s.t.card_ids[card]}"' not in drawing
