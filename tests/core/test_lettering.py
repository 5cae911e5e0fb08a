"""Words are measured, made smaller, cut and broken until they fit."""

from __future__ import annotations

import pytest

from pfalz.core.lettering import BOLD, PLAIN, WIDEST, Lettering, capital, lines, short, short_names

NAMES = ("Maximiliane von Hohenlohe-Schillingsfürst", "W" * 40, "i" * 90, "漢字" * 12)


@pytest.mark.parametrize("letters", [PLAIN, BOLD, WIDEST])
@pytest.mark.parametrize("name", NAMES)
def test_what_does_not_fit_is_cut_where_it_ends(letters: Lettering, name: str) -> None:
    assert letters.cut("Ida", 60, 19) == "Ida"
    found = letters.cut(name, 130, 19)
    assert found.endswith("…") and name.startswith(found[:-1])
    assert 90 < letters.breadth(found, 19) <= 130


@pytest.mark.parametrize("name", NAMES)
def test_long_names_are_made_smaller_before_they_are_cut(name: str) -> None:
    words, size = WIDEST.fitted(name, 244, 21, 15)
    assert WIDEST.breadth(words, size) <= 246 and 15 <= size <= 21
    assert words == name or (words.endswith("…") and name.startswith(words[:-1]) and size == 15)
    assert (words == name) == (WIDEST.breadth(name, 15) <= 244)
    assert WIDEST.fitted("Ida", 244, 21, 15) == ("Ida", 21)


def test_a_sentence_is_broken_where_it_does_not_fit() -> None:
    words = "War: Konstanze's knight A attacks Hildegard's knight B"
    found = PLAIN.broken(words, 200, 18)
    assert " ".join(found) == words and len(found) > 1
    assert all(PLAIN.breadth(line, 18) <= 200 for line in found)
    assert PLAIN.broken("Ida", 2, 18) == ["Ida"]
    assert PLAIN.size("Ida", 60, 19, 15) == 19 and PLAIN.size("Ida" * 9, 60, 19, 15) == 15


def test_lines_end_after_blanks_hyphens_and_strokes() -> None:
    assert lines("Sachsen-Lauenburg", 11) == ["Sachsen-", "Lauenburg"]
    assert lines("Brandenburg/Pommern", 12) == ["Brandenburg/", "Pommern"]
    assert lines("Mark an der Elbe", 8) == ["Mark an", "der Elbe"]
    assert lines("Ulm", 2) == ["Ulm"] and lines("a-b", 3) == ["a-b"]


def test_short_forms_of_names() -> None:
    assert short("Böhmen", 6) == "Böhmen" and short("Brandenburg", 6) == "Brand…"
    assert capital("knight A") == "Knight A" and capital("") == ""
    assert short_names(["Anna", "Bert"]) == ["Ann", "Ber"]
    assert short_names(["Anna", "Annegret"]) == ["Anna", "Anne"]
    assert short_names(["Anne", "Annegret"]) == ["#1", "#2"] and short_names(["", "A"]) == ["#1", "#2"]
