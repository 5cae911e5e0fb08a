"""What others learn of alliance cards: nothing but what they are shown (DM0-7.2, DM5-3.2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.core.record import new_header
from pfalz.core.session import Session
from pfalz.core.state import HIDDEN, SPECTATOR, Move, State
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.state import NONE
from tests.games.darkages.modules.courts import MODULE, NO, YES, Courts
from tests.games.darkages.modules.every import every
from tests.games.darkages.modules.test_alliances import bavarian
from tests.games.darkages.modules.worlds import by_chance, compare_worlds
from tests.games.darkages.table import VIOLET, WHITE, YELLOW

VIEWERS = (YELLOW, WHITE, VIOLET, SPECTATOR)


def offered() -> Courts:
    """Yellow and Violet have laid a card on the table each."""
    courts = bavarian().do(YELLOW, VIOLET).do(VIOLET, YES)
    return courts.offers(YELLOW, "trade", VIOLET, "coinage")


@pytest.mark.clause("DM5-3.2", "DM0-7.2", "DMR-22")
def test_two_see_the_cards_on_offer() -> None:
    courts = offered()
    part = courts.pacts
    for viewer in VIEWERS:
        seen = courts.rules.view(courts.s, viewer).slices["alliances"]
        at_table = viewer in (YELLOW, VIOLET)
        assert (seen.offered == part.offered) == at_table
        assert (HIDDEN in seen.offered) != at_table and seen.offered[WHITE] == NONE
        for seat in range(3):
            assert (seen.hand[seat] == part.hand[seat]) == (viewer == seat) and len(seen.hand[seat]) == 2
    told = {viewer: [kind.seen_by(args, viewer) for kind, args in courts.s.trace or ()] for viewer in VIEWERS}
    trade, coinage = courts.alliance("trade"), courts.alliance("coinage")
    for viewer in (YELLOW, VIOLET):  # what one offers oneself is told, too
        assert {(YELLOW, VIOLET, trade), (VIOLET, YELLOW, coinage)} <= set(told[viewer])
    for viewer in (WHITE, SPECTATOR):
        assert (YELLOW, VIOLET, HIDDEN) in told[viewer] and (VIOLET, YELLOW, HIDDEN) in told[viewer]


@pytest.mark.clause("DM5-3.2", "DM0-7.2")
def test_what_was_shown_is_remembered_by_those_who_saw_it() -> None:
    courts = offered().say(YELLOW, YES, VIOLET, NO)
    bit = 1 << courts.alliance("trade")
    for viewer in VIEWERS:
        seen = courts.rules.view(courts.s, viewer).slices["alliances"]
        assert seen.shown[3 * YELLOW + VIOLET] == (bit if viewer in (YELLOW, VIOLET) else HIDDEN)
        assert seen.offered == [NONE] * 3
    rng, hands = Random(1), set()
    for _ in range(40):
        imagined = courts.rules.resample(courts.rules.view(courts.s, VIOLET), VIOLET, rng)
        part = imagined.slices["alliances"]
        assert courts.rules.violations(imagined) == [] and courts.alliance("trade") in part.hand[YELLOW]
        assert part.hand[VIOLET] == courts.pacts.hand[VIOLET] and HIDDEN not in part.shown
        hands.add((part.hand[YELLOW], part.hand[WHITE]))
    assert len(hands) > 5


@pytest.mark.clause("DM5-3.2", "DM0-7.2")
def test_drawings_and_words_show_what_a_viewer_may_know() -> None:
    courts = offered()
    for language in ("en", "de"):
        texts = Texts(courts.rules, language)
        for viewer in VIEWERS:
            view = courts.rules.view(courts.s, viewer)
            drawing, words = svg(courts.rules, view, viewer, texts), plain(courts.rules, view, viewer, texts)
            assert 'id="negotiation"' in drawing
            assert ('id="on-offer-0"' in drawing) == (viewer in (YELLOW, VIOLET))
            for seat, hand in enumerate(courts.pacts.hand):
                for card in hand:
                    shown = card in courts.pacts.offered and viewer in (YELLOW, VIOLET)
                    name = texts.name("alliance", card).replace("'", "&#x27;")
                    assert (name in drawing) == (viewer == seat or shown), (viewer, seat, name)
                    assert (texts.name("alliance", card) in words) == (viewer == seat or shown)


@pytest.mark.clause("DM5-3.1", "DM0-7.2")
def test_the_log_shows_deals_and_offers_to_their_owners_only() -> None:
    rules = ruleset("darkages", 4, MODULE)
    rng, offers = Random(3), 0
    for seed in ("a", "b", "c"):
        session: Any = Session(rules, new_header(rules, [], seed))
        while len(session.entries) < 350:  # when it is over all is shown
            ask = next(ask for ask in session.asks() if not ask.answered)
            session.answer(ask.seat, ask.random_answer(session.state, rng), ask.name)
        for viewer in (0, 1, 2, 3, SPECTATOR):
            dealing = iter(session.state.clockwise(session.state.starter))
            for entry in session.entries:
                hidden = HIDDEN in (session.redacted(entry, viewer).move or ())
                if entry.ask == "offer":
                    offers += 1
                    assert hidden == (entry.seat != viewer)
                elif entry.ask == "alliance_deal":
                    assert hidden == (next(dealing) != viewer)
                elif entry.ask in ("listen", "negotiate", "agree"):
                    assert not hidden
    assert offers > 0


def willing(s: State, ask: Ask, rng: Random) -> Move:
    """Any answer, but whoever can negotiates and exchanges."""
    hand = s.slices["alliances"].hand
    if ask.name == "negotiate":
        return tuple(ask.options(s) or ())[:1]
    if ask.name in ("listen", "agree"):
        return (YES,)
    if ask.name == "offer" and hand[ask.seat]:
        return (rng.choice(hand[ask.seat]),)
    return by_chance(s, ask, rng)


@pytest.mark.clause("DM5-3.2", "DM0-7.2", "DM0-7.4")
@pytest.mark.parametrize(("players", "modules"), [(3, MODULE), (4, MODULE), (4, every(4))])
def test_nothing_a_viewer_sees_depends_on_foreign_cards(players: int, modules: tuple[str, ...]) -> None:
    """Two worlds that differ in cards a seat cannot see stay alike for it, whatever is answered in both."""
    rules = ruleset("darkages", players, modules)
    assert compare_worlds(rules, "alliances", "alliance_deal", willing) > 100
