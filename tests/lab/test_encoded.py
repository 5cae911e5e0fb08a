"""The conformance kit looks at encodings and refusals: leaks and wrong masks are found."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.ask import Ask, Reason, because
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.lab.conformance import Examiner, Nonconformity


class Broken:
    """Stands for an encoding: always the same, and nothing may ever be chosen."""

    def __init__(self) -> None:
        self.actions = self

    def encode(self, view: State, seat: int) -> array[float]:
        return array("f", [1.0])

    def mask(self, view: State, ask: Any, prefix: Any) -> bytes:
        return bytes(3)


class Leaking(Broken):
    """Another one each time, as if something hidden were in it."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = Random(1)

    def encode(self, view: State, seat: int) -> array[float]:
        return array("f", [self.rng.random()])


@pytest.fixture
def examiner(monkeypatch: pytest.MonkeyPatch) -> Examiner:
    """Somebody who has just begun to examine, with a broken encoding."""
    rules = catalogue.ruleset("staufer", 2)
    found = Examiner(rules, 1, 1.0, list(Texts(rules, "en").clauses()))
    found.session.settle()
    monkeypatch.setattr(found, "encoding", Broken())
    return found


def test_an_encoding_that_leaks(examiner: Examiner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examiner, "encoding", Leaking())
    with pytest.raises(Nonconformity, match="the encoding tells seat 1 a resampled state from the true one"):
        examiner.sight(1, examiner.session.state)


def test_an_encoding_that_does_not_tell_all(examiner: Examiner) -> None:
    session = examiner.session
    examiner.sight(1, session.state)
    examiner.sight(1, session.state)
    examiner.answer(session.asks()[0])
    with pytest.raises(Nonconformity, match="the encoding does not tell seat 1 two views apart"):
        examiner.sight(1, session.state)


def test_a_mask_that_is_not_the_offer(examiner: Examiner) -> None:
    ask = examiner.session.asks()[0]
    with pytest.raises(Nonconformity, match=r"the mask of 'action' after .* is not what is on offer"):
        examiner.offers(ask, examiner.session.state)


def test_a_refusal_that_leaks(examiner: Examiner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason against a value may depend on nothing but what its seat sees."""
    ask, true = examiner.session.asks()[0], examiner.session.state
    examiner.own_view(ask, true)

    def betrays(ask: Ask, s: State, prefix: Sequence[int], value: int) -> Reason:
        return because("not_offered" if s is true else "too_long", ask.rule)

    monkeypatch.setattr(Ask, "why_not", betrays)
    with pytest.raises(Nonconformity, match=r"the reason against .* tells a secret"):
        examiner.own_view(ask, true)
