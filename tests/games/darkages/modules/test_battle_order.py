"""What modules make of a battle when it is over, and in which order (DM0-4.11, DMX-4.3)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.darkages.dice import rolled_now
from pfalz.games.darkages.modules.landmarks.state import landmarks
from pfalz.games.darkages.words import ATTACKER, UNITS
from tests.games.darkages.modules.commanding import GERO, hire
from tests.games.darkages.modules.courts import Courts
from tests.games.darkages.table import VIOLET, WHITE, YELLOW


def fought(courts: Courts, *march: int) -> list[str]:
    """White marches, plays a battle card and wins; what happened and what was asked, in order."""
    courts.act(WHITE, "march").do(WHITE, *courts.forms(*march)[-1], ask="march")
    found = [kind.name for kind, _ in courts.s.trace or []]
    while courts.asked() not in ("turn", "after", "negotiate"):
        ask = courts.ask_of()
        found.append(f"{ask.name} {ask.seat}")
        if ask.name == "dice":
            numbers = rolled_now(courts.s, ask.args[-1])
            mine, theirs = sum(numbers[:UNITS]), sum(numbers[UNITS:])
            courts.do(NATURE, *[5] * mine, *[0] * theirs)
        else:
            courts.do(ask.seat, *ask.filled(courts.s, lambda _, options: options[0]))
        found += [kind.name for kind, _ in courts.s.trace or []]
    found.append(f"{courts.asked()} {courts.who()}")
    return found


def in_order(told: list[str], *expected: str) -> bool:
    """Whether these things are told, and nothing else of them, in this order."""
    return [one for one in told if one in expected] == list(expected)


@pytest.mark.clause("DM0-4.11", "DM9-4.4", "DM6-3.4", "DM3-4.3", "DM5-2.4")
def test_a_conquered_area() -> None:
    """War marker and its points, landmark, the loser's commander, effects of the winner, new borders."""
    courts = Courts(3, more=("landmarks", "commanders", "age_of_wars"))
    courts.dealt("marriage", "trade", "coinage").achievement(WHITE, "alpine_passes", 2)
    courts.hold(WHITE, "swabia", 3).hold(VIOLET, "lombardy", 1, manors=1).known()
    part, area = landmarks(courts.s), courts.area("lombardy")
    courts._take(part.t.cards[0])
    part.where[0] = area
    courts.s.powers[VIOLET] = (*courts.s.powers[VIOLET], part.t.powers[0])
    hire(courts.part("commanders"), VIOLET, GERO, area)
    told = fought(courts, courts.area("swabia"), area, 3, 0, 0)
    assert courts.s.victor == ATTACKER and courts.s.owner[area] == WHITE
    assert in_order(
        told,
        "battle_over",
        "manors_lost",
        "control_gained",
        "war_marker_taken",
        "landmark_lost",
        "landmark_gained",
        "commander_rode",
        "goods 1",  # the Alpine Passes: what the winner takes
        f"negotiate {WHITE}",
    )


@pytest.mark.clause("DMX-4.3", "DM0-4.11", "DM11-2.1", "DM9-4.4")
def test_a_home_area() -> None:
    """Spoils and points of the base game, marker, points and compensation, then the tributary."""
    courts = Courts(3, more=("age_of_wars", "tribute")).dealt("", "", "").known().goods(YELLOW, gold=1)
    courts.hold(WHITE, "lombardy", 3, manors=1).hold(YELLOW, "verona", 0, manors=1).known()
    told = fought(courts, courts.area("lombardy"), courts.area("verona"), 3, 0, 0)
    assert courts.s.victor == ATTACKER and courts.part("tribute").patron[YELLOW] == WHITE
    assert in_order(
        told,
        "battle_over",
        "goods_plundered",
        "points_scored",
        "war_marker_taken",
        "points_scored",
        "units_placed",  # the loser's compensation
        "tributary_made",
    )
