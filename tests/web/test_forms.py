"""Forms filled in any order: boxes and counters on small questions of their own."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from pfalz import catalogue
from pfalz.core.ask import Ask, Question, Reason, Slot, because
from pfalz.core.kinds import Kinds
from pfalz.core.state import Args
from pfalz.web.choice import OPEN, choose
from pfalz.web.forms import Form, form_of

CARDS = (5, 6, 7, 8)


class Boxes(Question[Any]):
    """Three boxes for four cards; 8 may not lie in the first."""

    name, rule = "boxes", "T-1"

    def slot(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot(f"box{len(prefix)}", "card")

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == 3:
            return None
        return [card for card in CARDS if card not in prefix and (prefix or card != 8)]

    def domain(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return CARDS

    def why_not(self, s: Any, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason | None:
        return because("never", "T-2")


class Dowry(Question[Any]):
    """Five coins split into three parts, each at most three."""

    name, rule = "dowry", "T-3"

    def slot(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot(f"part{len(prefix)}", "number")

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        left, parts = 5 - sum(prefix), 3 - len(prefix)
        return None if parts == 0 else range(max(0, left - 3 * (parts - 1)), min(3, left) + 1)


class Bid(Question[Any]):
    """Pass, or bid one to three coins; whoever is poor can only pass."""

    name, rule = "bid", "T-4"

    def __init__(self, poor: bool) -> None:
        self.poor = poor

    def slot(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("coins", "number") if prefix else Slot("answer", "bid")

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return (0,) if self.poor else (0, 1)
        return None if prefix[0] == 0 or len(prefix) == 2 else (1, 2, 3)

    def domain(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return (1, 2, 3) if prefix else (0, 1)

    def why_not(self, s: Any, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason | None:
        return because("poor", "T-5") if self.poor and value else None


KINDS = Kinds("toy", 2, ())
KINDS.numbered("card", 9)
KINDS.numbered("bid", 2)


class Words:
    language = "en"
    rules = SimpleNamespace(kinds=KINDS, modules=())

    def text(self, key: str, values: Any) -> str:
        return f"<{key}>"

    def name(self, kind: str, value: int) -> str:
        return f"{kind} {value}"

    def slot(self, ask: Ask, name: str) -> str:
        return name

    def prompt(self, ask: Ask) -> str:
        return "?"

    def reason(self, reason: Reason) -> str:
        return f"{reason.key} ({reason.clause})"


TEXTS: Any = Words()
VIEW: Any = None


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    found = SimpleNamespace(FORMS={"boxes": "mat", "dowry": "counters", "bid": "counters"})
    monkeypatch.setattr(catalogue, "board", lambda id: found)
    return found


def test_boxes_are_filled_in_any_order(board: SimpleNamespace) -> None:
    ask = Ask(Boxes(), 0, (), False)
    empty = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, ())
    assert empty is not None and empty.style == "mat"
    assert empty.draft == [OPEN] * 3 and not empty.complete and not empty.problem
    assert [value for value, _, _ in empty.palette] == [5, 6, 7, 8]
    assert empty.filled == [5, 6, 7]
    gap = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, (OPEN, 5, OPEN))
    assert gap is not None and gap.boxes[1].text == "card 5" and gap.filled == [6, 5, 7]
    assert {value: at for value, _, at in gap.palette}[5] == 1
    full = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, (7, 8, 5))
    assert full is not None and full.complete
    wrong = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, (8, OPEN, 5))
    assert wrong is not None and wrong.problem == "never (T-2)" and not wrong.complete
    twice = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, (5, 5, 6))
    assert twice is not None and twice.problem and not twice.complete


def test_counters_hold_the_nearest_legal_values(board: SimpleNamespace) -> None:
    ask = Ask(Dowry(), 0, (), False)
    form = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, ())
    assert form is not None and form.style == "counters"
    assert form.draft == [0, 2, 3] and form.complete
    more = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, (3, 2, 3))
    assert more is not None and more.draft == [3, 2, 0]
    assert (more.boxes[0].less, more.boxes[0].more) == (2, None)
    assert (more.boxes[1].less, more.boxes[1].more) == (1, None)


def parts(form: Form) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<form>{form.markup}</form>").iter())


def test_a_counter_shows_what_is_possible(board: SimpleNamespace) -> None:
    form = form_of("toy", TEXTS.rules, VIEW, TEXTS, Ask(Dowry(), 0, (), False), (1, 3, 1))
    assert form is not None
    found = parts(form)
    assert [e.get("data-slot") for e in found if e.get("data-slot")] == ["0", "1", "2"]
    assert [e.text for e in found if e.tag == "output"] == ["number 1 / 3", "number 3 / 3", "number 1 / 1"]
    assert [e.get("data-put") for e in found if e.tag == "button"] == ["0", "2", "2", None, None, None]
    assert [e.get("aria-label") for e in found if e.tag == "button"][:2] == ["part0: less", "part0: more"]


def test_who_has_but_one_answer_reads_why(board: SimpleNamespace) -> None:
    shown = []
    for poor in (False, True):
        form = form_of("toy", TEXTS.rules, VIEW, TEXTS, Ask(Bid(poor), 0, (), False), (1, 9))
        assert form is not None and form.draft == ([0] if poor else [1, 3])
        found = parts(form)
        put = [(e.get("data-put"), e.get("aria-pressed")) for e in found if e.get("aria-pressed")]
        why = [e.get("data-why") for e in found if e.get("data-why")]
        shown.append((put, why, ["".join(e.itertext()) for e in found if e.tag == "p"]))
    assert shown[0] == ([("0", "false"), ("1", "true")], [], [])
    assert shown[1] == ([("0", "true")], ["1"], ["bid 1: <reason.poor> T-5"])


def test_a_mat_has_a_box_for_every_slot_and_a_palette(board: SimpleNamespace) -> None:
    form = form_of("toy", TEXTS.rules, VIEW, TEXTS, Ask(Boxes(), 0, (), False), (OPEN, 5, OPEN))
    assert form is not None
    found = parts(form)
    assert [e.get("data-slot") for e in found if e.get("data-slot")] == ["0", "1", "2"]
    assert [(e.get("data-slot"), e.get("data-holds")) for e in found if e.get("data-holds")] == [("1", "5")]
    assert [e.get("data-put") for e in found if e.get("data-put")] == ["5", "6", "7", "8"]
    assert [e.get("class") for e in found if e.get("data-put")] == ["card used", "card", "card", "card"]


def test_a_game_may_draw_its_own_form(board: SimpleNamespace) -> None:
    ask = Ask(Boxes(), 0, (), False)
    board.FORMS = {}
    assert form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, ()) is None
    board.form = lambda rules, view, seat, texts, ask, draft: f"<i>{len(draft)}</i>"
    form = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, (5,))
    assert form is not None and (form.style, form.markup, form.draft) == ("own", "<i>3</i>", [5, OPEN, OPEN])
    board.form = lambda *_: None
    assert form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, ()) is None


def test_slot_by_slot_forced_values_fill_themselves() -> None:
    ask = Ask(Dowry(), 0, (), False)
    choice = choose(ask, VIEW, TEXTS, (3,), confirm=False)
    assert [offer.value for offer in choice.offers] == [0, 1, 2]
    assert choice.offers[0].draft == [3, 0, 2] and choice.offers[0].complete and not choice.offers[0].direct
    done = choose(ask, VIEW, TEXTS, (3, 1), confirm=False)
    assert done.complete and [chip.forced for chip in done.chips] == [False, False, True]
    assert ask.legal_prefix(VIEW, (3, 9, 1)) == (3,)


def test_nothing_may_lie_in_several_boxes(board: SimpleNamespace) -> None:
    class TooFew(Boxes):
        """Three boxes for one card: two stay empty."""

        def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
            left = [card for card in (5,) if card not in prefix]
            return None if len(prefix) == 3 else [*left, *[-1] * (list(prefix).count(-1) < 2)]

    form = form_of("toy", TEXTS.rules, VIEW, TEXTS, Ask(TooFew(), 0, (), False), (-1, OPEN, 5))
    assert form is not None and form.filled == [-1, -1, 5]
    assert [place for value, _, place in form.palette if value == -1] == [None]  # it can be taken again


def test_a_draft_of_things_there_are_not_is_shown_without_them(board: SimpleNamespace) -> None:
    """A draft is kept as it was sent, so it may hold anything."""
    ask = Ask(Boxes(), 0, (), False)
    form = form_of("toy", TEXTS.rules, VIEW, TEXTS, ask, (731004, 5, -7, 1, 1, 1))
    assert form is not None and form.draft == [OPEN, 5, OPEN]
