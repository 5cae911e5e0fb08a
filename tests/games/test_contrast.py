"""The helper that finds texts that cannot be read finds them; the arms of eight seats are told apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from pfalz.core.draw import DARK, LIGHT, ORDINARIES, SEAT_TINCTURES, document, group, label, tag
from tests.games.contrast import colour_of, contrast, weak_texts

WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
PANEL = tag("rect", width=100, height=50, class_="panel")


def drawn(*body: str) -> list[str]:
    return weak_texts(document(100, 50, *body))


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(WHITE, (119 / 255, 119 / 255, 119 / 255)) == pytest.approx(4.48, abs=0.01)


def test_ink_on_a_panel_can_be_read_in_both_palettes() -> None:
    assert drawn(PANEL, label(10, 20, "ink"), label(10, 40, "faded", class_="faded")) == []


def test_what_lies_beneath_counts_and_what_comes_later_does_not() -> None:
    black = tag("circle", cx=50, cy=20, r=15, fill="#000000")
    assert len(drawn(PANEL, black, label(50, 22, "dark", style="fill:#222222"))) == 2
    assert len(drawn(PANEL, label(50, 22, "dark", style="fill:#222222"), black)) == 1  # dark palette only
    assert drawn(PANEL, black, label(50, 22, "light", style="fill:#ffffff")) == []


def test_light_that_shines_through_counts() -> None:
    veil = tag("path", d="M0,0 H60 V50 H0 Z", fill="#000000", opacity=0.1)
    assert drawn(PANEL, label(10, 20, "ink")) == drawn(PANEL, veil, label(10, 20, "ink")) == []
    assert len(drawn(PANEL, label(10, 20, "ghost", opacity=0.3))) == 2


def test_stencils_are_looked_into_where_they_are_used() -> None:
    defs = tag("defs", tag("path", id="disc", d="M-9,-9 H9 V9 H-9 Z", fill="#fdf6e3"))
    word = label(0, 4, "pale", style="fill:#fdf6e3")
    assert len(drawn(defs, PANEL, group(tag("use", href="#disc"), word, transform="translate(40 20)"))) == 2


def test_large_texts_need_less() -> None:
    ground = tag("rect", width=100, height=50, fill="#ffffff")
    grey = "fill:#8a8a8a"
    assert len(drawn(ground, label(10, 30, "small", style=grey, font_size=16))) == 2
    assert drawn(ground, label(10, 30, "large", style=grey, font_size=24)) == []


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_arms_of_eight_seats_are_told_apart(palette: dict[str, str]) -> None:
    """Each has a sign of its own, which stands out from its tincture; no two tinctures are alike."""
    assert len(set(ORDINARIES)) == len(set(SEAT_TINCTURES)) == 8
    tinctures = [colour_of(palette[name], palette) for name in SEAT_TINCTURES]
    sign, ground = colour_of(palette["on-seat"], palette), colour_of(palette["vellum"], palette)
    for tincture in tinctures:
        assert contrast(tincture, sign) >= 3  # WCAG 1.4.11
        assert contrast(tincture, ground) >= 2.85
    for one, other in combinations(tinctures, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.15
