"""Scenes on the page: a battle, a scoring, an auction shown by itself, over the board.

What a game has no function for (`board.SCENES`) is told side by side: what everybody has done in it.
"""

from __future__ import annotations

from pfalz.core.scene import Row, Scene, Side
from pfalz.core.texts import Texts
from pfalz.web.marks import board_of
from pfalz.web.markup import section
from pfalz.web.seen import NOBODY, MomentSeen
from pfalz.web.steps import SCORING, scene_in, told
from pfalz.web.story import scored
from pfalz.web.words import words


def scene_of(step: MomentSeen, texts: Texts) -> str:
    """The scene of a step as markup; nothing if it is none."""
    kind = scene_in(step.lines)
    if not kind:
        return ""
    events = [line.event for line in step.lines]
    make = getattr(board_of(step.game), "SCENES", {}).get(kind)
    if make is not None:
        scene = make(step.view, events, texts)
    elif kind == SCORING and scored(step.lines):
        scene = _scoring(step, texts)
    else:
        scene = _side_by_side(step, texts)
    return section("scene.html", texts.language, kind=kind, scene=scene)


def _scoring(step: MomentSeen, texts: Texts) -> Scene:
    """Who got what and why."""
    points = scored(step.lines)
    sources = list(dict.fromkeys(source for parts in points.values() for source in parts))
    head = ("", *[texts.name("source", source) for source in sources], words(texts.language)("follow.sum"))
    rows = [
        Row(
            seat,
            texts.name("seat", seat),
            (*[f"{parts[s]:+d}" if s in parts else "–" for s in sources], f"{sum(parts.values()):+d}"),
        )
        for seat, parts in sorted(points.items())
    ]
    return Scene(head=head, rows=tuple(rows))


def _side_by_side(step: MomentSeen, texts: Texts) -> Scene:
    """What everybody has done, and what has come of it."""
    main, more = told(step.lines, scene_in(step.lines))
    by: dict[int, list[str]] = {}
    for line in more if main is None or main.by < 0 else [main, *more]:
        by.setdefault(max(line.by, NOBODY), []).append(texts.event(line.event))
    outcome = by.pop(NOBODY, [])
    sides = [Side(seat, texts.name("seat", seat), tuple(facts)) for seat, facts in by.items()]
    return Scene(tuple(sides), outcome=" ".join(outcome))
