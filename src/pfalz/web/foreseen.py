"""The line a hint foresees, in words: the next deeds as the log tells them, and what the round brings."""

from __future__ import annotations

from typing import Final

from pfalz.bots.foresight import Line
from pfalz.core.events import HEADING
from pfalz.core.texts import Texts
from pfalz.web.seen import LogLine
from pfalz.web.steps import grouped, tell, told
from pfalz.web.words import words

MOST: Final = 3
"""So many sentences say what is foreseen."""


def foreseen_lines(line: Line, texts: Texts) -> list[str]:
    """What may follow an answer, in at most three sentences; the last one says who scores, if anybody."""
    rules, log = texts.rules, list[LogLine]()
    for nth, (n, seat, event, args) in enumerate(line.happenings):
        tell(rules, log, n, seat, nth, (rules.events[event], args))
    said = []
    for lines in grouped(log):
        main, _ = told(lines, lines[0].step.scene)
        if main is not None and main.event[0].tells != HEADING and lines[0].step.by >= 0:
            said.append(texts.event(main.event))
    scores = [
        f"{texts.name('seat', seat)} {n:+d}".replace("-", "−") for seat, n in enumerate(line.scored) if n
    ]
    if not scores:
        return said[:MOST]
    t = words(texts.language)
    return [*said[: MOST - 1], t("hint.scores", scores=", ".join(scores))]
