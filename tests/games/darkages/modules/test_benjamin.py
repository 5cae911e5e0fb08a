"""The Travels of Benjamin (DM13): where the cards lie, how they are laid, and their rewards (MB37)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.bots import Knight, Situation
from pfalz.bots.judge import judge_of
from pfalz.catalogue import ruleset
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.darkages.cardtext import card_text
from pfalz.games.darkages.events import CARD_TAKEN
from pfalz.games.darkages.hidden import Hands
from pfalz.games.darkages.modules.benjamin.state import travels
from pfalz.games.darkages.offer import TakeCard
from pfalz.games.darkages.words import FROM_OFFER_OR_DISCARD, TAKE_CARD, TOOK_CARD
from tests.games.darkages.modules.deck import chances, places, shuffled
from tests.games.darkages.table import YELLOW, Table
from tests.games.playing import random_game

CARDS = (
    "tudela",
    "barcelona",
    "marseille",
    "genoa",
    "rome",
    "salerno",
    "constantinople",
    "jerusalem",
    "damascus",
    "baghdad",
    "alexandria",
    "palermo",
)
PLAIN = ("three_field_rotation", "toll_stations", "tanneries", "market_right", "mining_right")


class Benjamin(Table):
    """A table with travel cards."""

    def __init__(self, players: int = 4, **more: Any) -> None:
        super().__init__(players, modules=("benjamin", *more.pop("modules", ())), **more)

    def travelled(self, seat: int, n: int) -> Benjamin:
        """A seat has laid so many travel cards; their rewards are forgotten."""
        for id in CARDS[:n]:
            card = self.card(f"travel_{id}")
            self._take(card)
            travels(self.s).laid[seat] = (*travels(self.s).laid[seat], card)
        return self

    def takes(self, seat: int, n: int) -> Benjamin:
        """A seat takes its n-th travel card from the offer, as its action."""
        self.travelled(seat, n - 1).hand(seat).goods(seat)
        self.offer(f"travel_{CARDS[n - 1]}", *PLAIN).act(seat, "develop_culture", 0)
        assert len(travels(self.s).laid[seat]) == n and self.hand_of(seat) == set()
        return self

    def offered(self) -> list[int]:
        """The rewards on offer by number; a single one has been taken already."""
        if self.asked() == "reward":
            return [reward + 1 for reward in self.options()]
        return [reward + 1 for _, reward in self.events("reward_chosen")]

    def reward(self, seat: int, number: int) -> Benjamin:
        """A seat chooses a reward."""
        self.do(seat, number - 1, ask="reward")
        return self


# -- components and setup --------------------------------------------------------------------------------


@pytest.mark.clause("DM13-1.1", "DM13-2.1")
@pytest.mark.parametrize(("players", "cards"), [(2, 8), (3, 10), (4, 12)])
def test_cards_by_number_of_players(players: int, cards: int) -> None:
    t = ruleset("darkages", players, ("benjamin",)).lookup
    kind = t.kind_ids.index("travel")
    assert [t.card_ids[card] for card in t.deck if t.card_kind[card] == kind] == [
        f"travel_{id}" for id in CARDS[:cards]
    ]
    assert len(t.deck) == len(ruleset("darkages", players).lookup.deck) + cards


@pytest.mark.clause("DM13-2.2", "DM0-2.6", "DM0-2.11", "DM0-2.8")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 5), (4, 6)])
@pytest.mark.parametrize("modules", [("benjamin",), ("benjamin", "landmarks")])
def test_half_of_them_in_each_half(players: int, each: int, modules: tuple[str, ...]) -> None:
    rules = ruleset("darkages", players, modules)
    t = rules.lookup
    kind = t.kind_ids.index("travel")
    below = len(t.deck) - 2 * each
    upper = -(-below // 2) + each
    for seed in range(40):
        deck = [t.card_kind[card] == kind for card in shuffled(rules, seed)]
        assert sum(deck[:upper]) == each == sum(deck[upper:])
    found = places(rules, "travel", range(200))
    assert sum(found[i] for i in range(upper)) == 200 * each
    assert sum(found[i] for i in range(8)) / 8 == pytest.approx(200 * each / upper, rel=0.3)


@pytest.mark.clause("DM0-2.5", "DM0-2.6")
def test_landmarks_and_travels_in_one_deck() -> None:
    """Two players: 56 cards, landmarks among the upper 32 of 60, then 4 travels each in 34 and 34."""
    rules = ruleset("darkages", 2, ("landmarks", "benjamin"))
    t = rules.lookup
    travel, landmark = t.kind_ids.index("travel"), t.kind_ids.index("landmark")
    assert len(t.deck) == 56 + 4 + 8
    for seed in range(60):
        kinds = [t.card_kind[card] for card in shuffled(rules, seed)]
        assert kinds[:34].count(travel) == 4 == kinds[34:].count(travel)
        rest = [kind for kind in kinds if kind != travel]
        assert rest[:32].count(landmark) == 4 and rest[32:].count(landmark) == 0
    s = rules.start()
    s.deck = list(t.deck)
    odds = chances(s)
    own = {
        kind: sum(odds[card] for card in t.deck if t.card_kind[card] == kind) for kind in (travel, landmark)
    }
    assert own[travel] * 34 == 4
    assert own[landmark] * 34 * 32 == 30 * 4


@pytest.mark.clause("DM0-2.6", "DM0-2.5")
def test_every_card_can_still_come() -> None:
    """What is drawn in play is always something the setup allows."""
    rules = ruleset("darkages", 3, ("landmarks", "benjamin"))
    drawn = 0
    for s, asks in random_game(rules, 5):
        if asks and asks[0].name == "card":
            drawn += 1
            assert set(asks[0].options(s, ()) or ()) == set(chances(s))
    assert drawn > 10


@pytest.mark.clause("DM0-2.3")
def test_markers_and_deck_do_not_disturb_each_other() -> None:
    table = Benjamin(2, modules=("heathens",), wild=True)
    assert all(id.startswith("heathen") for id in table.t.marker_ids)
    assert len([card for card in table.t.deck if table.t.card_open[card]]) == 8


# -- laying them -----------------------------------------------------------------------------------------


@pytest.mark.clause("DM13-3.1", "DM0-1.17")
def test_a_travel_card_is_never_in_hand() -> None:
    table = Benjamin().takes(YELLOW, 1)
    assert table.events("travel_laid") == [(YELLOW, table.card("travel_tudela"), 1)]
    assert table.open() == ("goods", YELLOW)  # the first reward: two resources
    table.do(YELLOW, 0, 3)
    assert table.owned(YELLOW) == {"wood": 1, "iron": 1} and len(table.s.laid[YELLOW]) == 0
    limit = table.t.hand_limit
    full = Benjamin().many_cards(YELLOW, limit).goods(YELLOW).offer("travel_rome")
    full.act(YELLOW, "develop_culture", 0).do(YELLOW, 0, 0)
    assert len(full.s.hand[YELLOW]) == limit and full.asked() != "discard"


@pytest.mark.clause("DM13-1.1", "DM13-3.1", "DM13-3.2")
@pytest.mark.parametrize("id", CARDS)
def test_every_card(id: str) -> None:
    """Each is laid open at once and brings a reward by its number, whichever it is."""
    others = [other for other in CARDS if other != id]
    for n, seen in ((1, []), (3, others[:2])):
        table = Benjamin().hand(YELLOW).goods(YELLOW)
        for other in seen:
            card = table.card(f"travel_{other}")
            table._take(card)
            travels(table.s).laid[YELLOW] = (*travels(table.s).laid[YELLOW], card)
        table.offer(f"travel_{id}", *PLAIN).act(YELLOW, "develop_culture", 0)
        assert table.events("travel_laid") == [(YELLOW, table.card(f"travel_{id}"), n)]
        assert travels(table.s).laid[YELLOW][-1] == table.card(f"travel_{id}") and not table.hand_of(YELLOW)
        assert table.offered() == list(range(1, n + 1))


@pytest.mark.clause("DM13-3.1", "DMR-34", "DM0-3.7")
def test_effects_of_taking_a_card_come_after_the_reward() -> None:
    table = Benjamin()
    takers = [p.index for p in table.t.powers if any(e.when == TOOK_CARD and not e.chosen for e in p.effects)]
    table.s.powers[YELLOW] = (takers[0],)
    table.takes(YELLOW, 3)
    before = table.names()
    assert table.offered() == [1, 2, 3]
    table.reward(YELLOW, 3)
    names = table.names()
    assert names.index("reward_chosen") < names.index("points_scored")
    told = {"culture_gained", "goods_gained", "points_scored"}
    assert len([name for name in names if name in told]) > 1  # the reward, and the effect after it
    assert "card_drawn" in before  # the offer was full again


@pytest.mark.clause("DM13-3.1", "DM13-3.2")
def test_a_travel_card_out_of_the_discard_pile_is_laid_too() -> None:
    table = Benjamin().travelled(YELLOW, 2).goods(YELLOW).offer(*PLAIN)
    card = table.card("travel_rome")
    table._take(card)
    table.s.discard.append(card)
    effect = next(e.index for e in table.t.effects if e.op == TAKE_CARD and e.source == FROM_OFFER_OR_DISCARD)
    table.s.trace = []
    TakeCard().answer(table.s, YELLOW, (YELLOW, effect), (card,))  # whatever its kind
    table.rules.run(table.s)
    table.check()
    assert travels(table.s).laid[YELLOW][-1] == card and table.offered() == [1, 2, 3]


@pytest.mark.clause("DM13-4.1")
def test_a_discarded_travel_card_does_nothing() -> None:
    table = Benjamin().offer("travel_rome", *PLAIN).goods(YELLOW).goes(YELLOW)
    assert table.card("travel_rome") in table.s.discard
    assert not any(travels(table.s).laid) and "travel_laid" not in table.names()


# -- rewards ---------------------------------------------------------------------------------------------


@pytest.mark.clause("DM13-3.2", "DM13-3.3")
@pytest.mark.parametrize(
    ("n", "rewards"),
    [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3, 4]), (5, [1, 2, 3, 4, 5]), (7, [1, 2, 3, 4, 5])],
)
def test_rewards_up_to_the_number_of_the_card(n: int, rewards: list[int]) -> None:
    table = Benjamin().achievement(YELLOW, "watermill", 1).takes(YELLOW, n)
    assert table.offered() == rewards
    for number in range(len(rewards), 5):
        if table.asked() == "reward":
            assert table.why(number) == ("too_few_travels", "DM13-3.2")


@pytest.mark.clause("DM13-3.2", "DM13-3.3")
def test_reward_four_comes_once() -> None:
    """MB37: levels III and II, the fourth and the fifth card."""
    table = Benjamin().achievement(YELLOW, "heavy_plough", 3).achievement(YELLOW, "watermill", 2)
    table.takes(YELLOW, 4)
    assert table.offered() == [1, 2, 3, 4]
    table.reward(YELLOW, 4)
    assert table.s.level[table.card("watermill")] == 3 and table.owned(YELLOW) == {}
    table.achievement(YELLOW, "quarries", 1).goods(YELLOW)
    table.offer("travel_rome").act(YELLOW, "develop_culture", 0)
    assert table.offered() == [1, 2, 3, 5]
    assert table.why(3) == ("reward_gone", "DM13-3.3")
    before = table.score(YELLOW)
    table.reward(YELLOW, 5)
    assert table.score(YELLOW) == before + 8
    other = Benjamin().takes(YELLOW, 5)
    assert other.offered() == [1, 2, 3, 5]  # nothing to raise
    assert other.why(3) == ("nothing_to_raise", "DM13-3.3")


@pytest.mark.clause("DM13-3.3", "DM0-3.7")
def test_reward_four_uncovers_a_level_with_all_that_follows() -> None:
    table = Benjamin().achievement(YELLOW, "heavy_plough", 2).hold(YELLOW, "lombardy", 1, manors=1)
    table.takes(YELLOW, 4).reward(YELLOW, 4)
    assert table.s.level[table.card("heavy_plough")] == 3
    assert table.asked() == "effect"  # its immediate effect: a second manor free of charge


@pytest.mark.clause("DM13-3.2", "DM13-3.3", "DM0-1.10", "DM0-1.7")
def test_the_other_rewards_come_as_often_as_chosen() -> None:
    table = Benjamin().takes(YELLOW, 2)
    table.reward(YELLOW, 2)
    assert table.owned(YELLOW) == {"gold": 1} and table.s.culture[YELLOW] == 2
    table = Benjamin().takes(YELLOW, 6)
    table.reward(YELLOW, 1)
    assert table.options() == [0, 1, 2, 3]
    table.do(YELLOW, 1, 2)
    assert table.owned(YELLOW) == {"leather": 1, "stone": 1}
    table.offer("travel_constantinople").act(YELLOW, "develop_culture", 0)
    assert 1 in table.offered()
    table.reward(YELLOW, 3)
    assert table.s.breakdown(YELLOW)["travels"] == 5


@pytest.mark.clause("DM13-3.4")
def test_travel_cards_are_worth_nothing_at_the_end() -> None:
    scores = []
    for n in (0, 5):
        table = Benjamin().travelled(YELLOW, n)
        table.s.out = [1] * len(table.s.out)
        table.resume("game", "scoring")
        scores.append(table.score(YELLOW))
    assert scores[0] == scores[1]


# -- secrets and words -----------------------------------------------------------------------------------


def test_nothing_of_it_is_hidden() -> None:
    rules = ruleset("darkages", 3, ("benjamin",))
    for s, _ in random_game(rules, 2):
        for viewer in (0, SPECTATOR):
            view = rules.view(s, viewer)
            assert travels(view).laid == travels(s).laid
            assert rules.violations(rules.resample(view, viewer, Random(1))) == []


def test_a_memory_does_not_look_for_them_in_hands() -> None:
    table = Benjamin()
    memory = Hands(table.t)
    memory.see(CARD_TAKEN, (YELLOW, table.card("travel_rome"), 0, 0))
    memory.see(CARD_TAKEN, (YELLOW, table.card("watermill"), 0, 0))
    assert memory.hands[YELLOW] == [table.card("watermill")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_say_what_they_do(language: str) -> None:
    rules = ruleset("darkages", 4, ("benjamin",))
    texts = Texts(rules, language)
    said = card_text(rules, texts, rules.lookup.card_ids.index("travel_rome"))
    assert len(said) == 6 and all("{" not in line for line in said)
    names = [texts.name("reward", i) for i in range(5)]
    assert len(set(names)) == 5 and all("{" not in name for name in names)
    if language == "en":
        assert said[4] == "4: Raise one of your achievements by 1 level free of charge. Once in a game."
        assert names[1] == "2: 1 gold and 2 culture points"


def test_a_knight_knows_the_better_reward_and_the_better_pile() -> None:
    table = Benjamin().takes(YELLOW, 5)
    rng = Random(3)
    situation = Situation(table.rules, table.rules.view(table.s, YELLOW), table.asks()[0], [], rng)
    assert Knight(1).choose(situation) == (4,)  # 8 points
    worth = [
        judge_of(table.rules).terms(Benjamin().travelled(YELLOW, n).s)[YELLOW]["travels"] for n in range(6)
    ]
    assert worth == sorted(worth) and worth[0] == 0 < worth[2] < worth[4]
