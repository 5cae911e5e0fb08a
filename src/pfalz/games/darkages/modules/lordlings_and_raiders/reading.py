"""What must hold of lordlings_and_raiders.toml besides its shape; what does not is refused at its place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pfalz.core.game import Data
from pfalz.games.darkages.language import FilesError, number_of
from pfalz.games.darkages.modules.lordlings_and_raiders import schema
from pfalz.games.darkages.modules.lordlings_and_raiders.state import DIE, HORDE_KINDS, ID, SIDES, face_id
from pfalz.games.darkages.words import REACTION_IDS, UNIT_IDS

LEVELS = (1, 2, 3)


def check(file: schema.SoloFile, data: Data) -> None:
    """Refuse values that do not fit together, or that would have no effect."""
    _check_marks(file, data)
    _check_setup(file, data)
    for place, spans in (("upgrade", file.upgrade), ("research", file.research), ("build", file.build)):
        _check_die(spans, place)
    _once([row.deed for row in file.research], "research")
    _once(file.reactions.order, "reactions.order")
    _complete(file.reactions.order, REACTION_IDS, "reactions.order")
    _rising([row.areas for row in file.pass_vp], "pass_vp.areas", 1)
    _rising([row.vp for row in file.pass_vp], "pass_vp.vp", 1)
    _rising(file.manor_row.vp, "manor_row.vp", 0)
    _check_horde(file)
    _check_effects(data[ID])
    faces = [face_id(row.side, row.unit, row.level) for row in file.unit]
    _once(faces, "unit")
    _complete(
        faces, [face_id(side, u, level) for side in SIDES for u in UNIT_IDS for level in LEVELS], "unit"
    )


def _check_marks(file: schema.SoloFile, data: Data) -> None:
    """Every area in play has a number of its own, the others none; who rules is at home in one of them.

    A ruler that is not in play may be one of a module that is not in play either (DM3-2.1)."""
    marks, world = file.marks, data["map"]
    areas = [row["id"] for row in world["area"]]
    for out, known, place in (
        (marks.blocked, areas, "marks.blocked"),
        (marks.titles, [row["id"] for row in world["title"]], "marks.titles"),
    ):
        _once(out, place)
        for word in out:
            number_of(word, known, f"{ID}.{place}")
    numbered = [row.id for row in file.area]
    in_play = [area for area in areas if area not in marks.blocked]
    _once(numbered, "area")
    for area in numbered:
        number_of(area, in_play, f"{ID}.area")
    _complete(numbered, in_play, "area")
    _once([row.number for row in file.area], "area.number")
    _once(marks.rulers, "marks.rulers")
    for row in rulers_in_play(file, data):
        if row["home"] in marks.blocked:  # one that is not there at all is refused with the ruler
            raise FilesError("solo_home", place="marks.rulers", ruler=row["id"], area=row["home"])


def rulers_in_play(file: schema.SoloFile, data: Data) -> list[dict[str, Any]]:
    """The rulers of the game and its modules, but those that are marked."""
    return [row for row in data["rulers"]["ruler"] if row["id"] not in file.marks.rulers]


def _check_setup(file: schema.SoloFile, data: Data) -> None:
    """There are as many rulers, cities and noble discs as the setup takes."""
    solo = file.solo
    rulers = len(rulers_in_play(file, data)) - 1  # one is yours
    _most(solo.rulers, rulers, "solo.rulers")
    _most(solo.rulers_with_commanders, rulers, "solo.rulers_with_commanders")
    _most(solo.rulers + 1, solo.cities, "solo.rulers")
    _most(solo.exhausted_discs, solo.noble_discs, "solo.exhausted_discs")
    if solo.rulers_with_commanders < solo.rulers:
        raise FilesError("solo_idle", place="solo.rulers_with_commanders", word=solo.rulers_with_commanders)


def _check_die(spans: Sequence[schema.Span], place: str) -> None:
    """Every result of the die is there once."""
    for roll in range(1, DIE + 1):
        n = len([span for span in spans if span.first <= roll <= span.last])
        if n != 1:
            raise FilesError("solo_roll", place=place, roll=roll, n=n)


def _check_horde(file: schema.SoloFile) -> None:
    """Each kind of horde cards is in the deck in its turn, with cards that there are."""
    kinds = [row.cards for row in file.horde_deck]
    _once(kinds, "horde_deck")
    _complete(kinds, HORDE_KINDS, "horde_deck")
    _once([card.id for card in file.horde], "horde")
    for row in file.horde_deck:
        there = len([card for card in file.horde if card.kind == row.cards])
        _most(sum(row.normal), there, f"horde_deck.{row.cards}.normal")
        _most(sum(row.hard), there, f"horde_deck.{row.cards}.hard")


def _check_effects(own: Data) -> None:
    """A value that nothing is done with is refused: a number or a side of a word that has none, and what a
    Surprise would do when it leaves the offer, where it never lies (DM1-7.4)."""
    for card in own["horde"]:
        if card["kind"] == "surprise" and card["discard"]:
            raise FilesError("solo_idle", place=f"horde.{card['id']}.discard", word=len(card["discard"]))
        for effect in [*card["display"], *card["discard"]]:
            place = f"horde.{card['id']}.{effect['op']}"
            if "n" in effect and effect["op"] in ("new_target", "attack"):
                raise FilesError("solo_idle", place=f"{place}.n", word=effect["n"])
            if "side" in effect and effect["op"] != "upgrade":
                raise FilesError("solo_idle", place=f"{place}.side", word=effect["side"])
    for row in own["research"]:
        for key in ("n", "per_achievement"):
            idle = row["deed"] == "upgrade" or (row["deed"] == "culture" and key == "per_achievement")
            if idle and key in row:
                raise FilesError("solo_idle", place=f"research.{row['deed']}.{key}", word=row[key])


def _once(words: Sequence[object], place: str) -> None:
    for i, word in enumerate(words):
        if word in words[:i]:
            raise FilesError("solo_twice", place=place, word=word)


def _complete(words: Sequence[object], all: Sequence[object], place: str) -> None:
    for word in all:
        if word not in words:
            raise FilesError("solo_missing", place=place, word=word)


def _rising(values: Sequence[int], place: str, least: int) -> None:
    """Each value is higher than the one before by so much, since the highest counts."""
    for before, value in pairwise(values):
        if value < before + least:
            raise FilesError("solo_order", place=place, before=before, value=value)


def _most(n: int, most: int, place: str) -> None:
    if n > most:
        raise FilesError("solo_most", place=place, n=n, most=most)
