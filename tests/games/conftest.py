"""What the tests of every game may ask for."""

from __future__ import annotations

import pytest

from pfalz.core.texts import LANGUAGES

pytest.register_assert_rewrite("tests.games.playing", "tests.games.spoken", "tests.games.kit")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)
