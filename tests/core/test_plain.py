"""Pages of plain text: headings, lists and columns, also with letters that take two columns."""

from __future__ import annotations

from pfalz.core.plain import WIDTH, columns, display_width, listed, paragraph, rows, spread, written


def test_lists_are_broken_below_their_heading() -> None:
    assert listed("Court: ", ["a", "b"]) == ["Court: a, b"]
    assert listed("Court: ", []) == ["Court: –"]
    long = listed("    Halls: ", ["somebody"] * 30)
    assert len(long) > 2 and all(len(line) <= WIDTH for line in long)
    assert all(line.startswith("      somebody") for line in long[1:])
    assert paragraph("word " * 40, 6)[1].startswith("      word")


def test_columns_are_cut_and_padded() -> None:
    assert columns(["ab", "abcdef"], 5, 2) == "  ab   abc… "
    assert rows(["a", "b", "c"], 3, 2) == ["a  b  ", "c  "]


def test_letters_of_two_columns_are_padded_as_such() -> None:
    assert display_width("漢字") == 4 and display_width("Jürgen") == 6
    (line,) = written([[columns([spread("漢字"), "x"], 8)]]).splitlines()
    assert line == "漢字    x"
    assert display_width(line) == 9


def test_parts_without_lines_leave_no_gap() -> None:
    assert written([["a ", "b"], [], ["c"]]) == "a\nb\n\nc\n"
