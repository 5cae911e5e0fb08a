"""Prices and yields stand on the choices, long lists under headings; what it amounts to so far is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.ask import Ask
from pfalz.core.record import SeatInfo
from pfalz.core.session import Session, open_session
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.staufer.deploy import Bill
from pfalz.games.wallenstein.lookup import COLLECT_TAXES, MONEY
from pfalz.web import render
from pfalz.web.choice import choose, so_far
from pfalz.web.prefs import Prefs
from tests.web.fake import NAMES, seen_by, session_of
from tests.web.still import midgame


def asked(session: Session) -> tuple[Ask, Texts]:
    ask = next(ask for ask in session.asks() if not ask.answered)
    return ask, Texts(session.rules, "en", NAMES[: session.rules.players])


@pytest.mark.clause("S-7.2", "S-7.10")
def test_a_seat_says_what_it_costs_and_shows_where_it_is_paid() -> None:
    session = midgame("staufer")
    ask, texts = asked(session)
    choice = choose(ask, session.state, texts, (), confirm=False)
    assert len(choice.offers) > 8
    for offer in choice.offers:
        bill = Bill(session.state, 0, offer.value, False, False)
        assert offer.note.startswith(f"{bill.figures} figure")
        assert len(offer.things) == bill.figures - 1
        assert all(thing.startswith("source_of_gain ") for thing in offer.things)
    markup = str(render.fragment(seen_by(session, 0), Prefs()))
    assert re.search(r"<small>\d+ figures", markup) and 'data-things="source_of_gain:' in markup


@pytest.mark.clause("S-7.4")
def test_a_payment_says_how_much_is_paid() -> None:
    session = midgame("staufer")
    ask, texts = asked(session)
    draft: tuple[int, ...] = ()
    told = []
    while (options := ask.options(session.state, draft)) is not None:
        told.append(so_far(ask, session.state, texts, draft))
        draft = (*draft, options[-1] if not draft else options[0])
    last = so_far(ask, session.state, texts, draft)
    found = re.fullmatch(r"(\d+) of (\d+) paid", last)
    assert told[0] == "" and found is not None and found[1] == found[2]


def test_a_long_list_stands_under_headings_and_keeps_its_places() -> None:
    session = midgame("staufer")
    ask, texts = asked(session)
    choice = choose(ask, session.state, texts, (), confirm=False)
    regions = [session.state.t.seat_region[offer.value] for offer in choice.offers]  # type: ignore[attr-defined]
    assert regions == sorted(regions) and len(set(regions)) > 2
    assert [offer.heading for offer in choice.offers] == [texts.name("region", region) for region in regions]
    markup = str(render.fragment(seen_by(session, 0), Prefs(language="de")))
    assert markup.count('<h3 class="heading">') == len(set(regions))


@pytest.mark.clause("S-6.4")
def test_a_space_of_the_supply_shows_its_chests() -> None:
    session = session_of("staufer", 3, upto="supply")
    ask, texts = asked(session)
    choice = choose(ask, session.state, texts, (), confirm=False)
    under = session.state.under_supply  # type: ignore[attr-defined]
    assert any(under)
    for offer in choice.offers:
        assert offer.note == ", ".join([texts.name("chest", chest) for chest in under[offer.value]])


@pytest.mark.clause("W-7.5")
def test_a_box_of_the_order_shows_its_bonus() -> None:
    session = session_of("wallenstein", 3, upto="choose_place")
    ask, texts = asked(session)
    choice = choose(ask, session.state, texts, (), confirm=False)
    tiles = session.state.tiles  # type: ignore[attr-defined]
    assert [offer.note for offer in choice.offers] == [
        texts.name("tile", tiles[o.value]) for o in choice.offers
    ]


@pytest.mark.clause("W-5.9")
def test_a_plan_says_what_it_costs_and_what_there_is() -> None:
    session = session_of("wallenstein", 3, upto="plan")
    ask, texts = asked(session)
    s = session.state
    counties = s.own(0)  # type: ignore[attr-defined]
    empty = [HIDDEN] * s.boxes()  # type: ignore[attr-defined]
    assert so_far(ask, s, texts, empty) == ""
    plan = [MONEY + 3, counties[0], *empty[2:]]  # a bid and a palace
    cost = s.t.money[3] + s.t.cost[0]  # type: ignore[attr-defined]
    have = s.thalers[0]  # type: ignore[attr-defined]
    assert so_far(ask, s, texts, plan) == f"The plan costs {cost} Thalers; you have {have}."
    plan[COLLECT_TAXES + 1] = counties[1]
    assert f"{s.t.taxes[counties[1]]} come from taxes" in so_far(ask, s, texts, plan)  # type: ignore[attr-defined]
    markup = str(render.fragment(seen_by(session, 0, tuple(plan)), Prefs()))
    assert 'id="so-far">The plan costs' in markup


# -- MIL and Dark Ages ---------------------------------------------------------------------------------


def offers(session: Session, ask: Ask, draft: tuple[int, ...] = ()) -> dict[int, str]:
    """The notes on what a question offers to the one who is asked."""
    _, texts = asked(session)
    view = session.rules.view(session.state, ask.seat)
    choice = choose(ask, view, texts, draft, confirm=False)
    return {offer.value: offer.note for offer in choice.offers}


@pytest.mark.clause("M-4.7", "M-4.4")
def test_a_soldier_says_what_he_costs_and_how_old_the_knight_becomes() -> None:
    session = session_of("mil", 3, upto="act")
    ask, _ = asked(session)
    s: Any = session.state
    knights = offers(session, ask, (1,))  # recruit
    assert knights and offers(session, ask)[1] == "−1 cloth, −1 metal"
    assert knights == {k: f"−1 cloth, −1 metal, age {s.age[k] + 1} of {s.t.death_age}" for k in knights}


@pytest.mark.clause("M-4.34")
def test_a_slot_of_a_sphere_says_its_toll_and_stands_under_its_sphere() -> None:
    session = session_of("mil", 3, upto="act")
    ask, texts = asked(session)
    s: Any = session.state
    draft = (3, s.at_home(ask.seat)[0])  # place a knight
    choice = choose(ask, s, texts, draft, confirm=False)
    assert len(choice.offers) > 8
    for offer in choice.offers[:-2]:
        assert offer.note == "1 gold or 1 privilege"
        assert offer.heading == texts.name("sphere", offer.value // s.t.per_sphere)
    assert choice.offers[-1].note == f"+{s.t.crusade_influence} influence"


@pytest.mark.clause("M-12.7", "M-12.11")
def test_a_bid_says_what_it_has_to_beat() -> None:
    session = session_of("mil", 3, "castle 2", upto="bid")
    ask, texts = asked(session)
    s: Any = session.state
    told = so_far(ask, s, texts, ())
    assert told.startswith("0 cubes so far. To beat: ")
    assert [int(n) for n in re.findall(r"\d+", told)[1:]] == s.bid[1:]
    assert offers(session, ask).get(1, f"+{s.t.castle_points} PP") == f"+{s.t.castle_points} PP"


@pytest.mark.clause("D-5.2", "D-5.13")
def test_a_piece_says_what_it_costs_and_brings() -> None:
    session = session_of("darkages", 3, upto="build")
    ask, texts = asked(session)
    s: Any = session.state
    prices = {0: s.t.city_cost, 2: s.t.church_cost}
    found = offers(session, ask)
    assert found
    for option, told in found.items():
        if option in prices:
            assert sum(int(n) for n in re.findall(r"−(\d+)", told)) == sum(prices[option])
    draft: tuple[int, ...] = ()
    while (options := ask.options(s, draft)) is not None:
        draft = (*draft, options[0])
    assert so_far(ask, s, texts, draft).startswith("You pay ")


@pytest.mark.clause("D-6.1")
def test_a_place_of_the_offer_says_which_card_lies_there() -> None:
    session = session_of("darkages", 3, upto="develop")
    ask, texts = asked(session)
    cards = session.state.offered  # type: ignore[attr-defined]
    told = offers(session, ask)
    assert told == {place: texts.name("card", cards[place]) for place in told}


@pytest.mark.clause("D-13.1")
def test_an_action_says_who_will_react() -> None:
    session = midgame("darkages")
    s: Any = session.state
    ask, texts = asked(session)
    for step, told in offers(session, ask).items():
        full = 3 <= step < 8 and len(s.stacks[step - 3]) + 1 >= s.t.stack_size
        assert told == (f"then {texts.name('side', s.stacks[step - 3][0])} reacts" if full else "")


def slots_of(ask: Ask, view: Any, rng: Random) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The slots of one random answer: what stands before each, and what is on offer."""
    prefix: tuple[int, ...] = ()
    while (options := ask.options(view, prefix)) is not None:
        yield prefix, tuple(options)
        prefix = (*prefix, options[int(rng.random() * len(options))])
    yield prefix, ()


@pytest.mark.parametrize("players", [4, 0])
@pytest.mark.parametrize("game", ["staufer", "wallenstein", "mil", "darkages"])
def test_what_a_choice_is_worth_follows_from_the_view_of_its_seat(game: str, players: int) -> None:
    """With all modules, and with as many players as there can be without any: no price knows a secret."""
    found = catalogue.game(game)
    n = players or found.players[1]
    modules = [m.id for m in found.modules if players and m.players[0] <= n <= m.players[1]]
    rules = catalogue.ruleset(game, n, modules)
    session = open_session(rules, [SeatInfo(str(seat)) for seat in range(n)], "worth")
    texts = [Texts(rules, language) for language in ("en", "de")]
    rng, said = Random(3), 0
    for _ in range(120):
        asks = [ask for ask in session.asks() if not ask.answered]
        if not asks:
            break
        ask = asks[0]
        view = rules.view(session.state, ask.seat)
        for prefix, options in slots_of(ask, view, rng):
            assert list(ask.so_far(view, prefix)) == list(ask.so_far(session.state, prefix))
            told = [ask.so_far(view, prefix)]
            for value in options:
                told.append(ask.worth(view, prefix, value))
                assert list(told[-1]) == list(ask.worth(session.state, prefix, value)), (ask.name, prefix)
                ask.heading(view, prefix, value)
            said += sum(bool(words.notes(notes)) for notes in told for words in texts)
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
    assert said > 40


@pytest.mark.parametrize(("game", "question", "signs"), [("mil", "dowry", 5), ("darkages", "sell", 4)])
def test_a_form_shows_what_it_counts(game: str, question: str, signs: int) -> None:
    session = session_of(game, 3, upto=question)
    ask, _ = asked(session)
    markup = str(render.fragment(seen_by(session, ask.seat), Prefs()))
    counters = re.findall(r'<div class="counter" data-slot="\d"><span><svg viewBox="0 0 20 20"', markup)
    assert len(counters) == signs and 'id="so-far">0' in markup
