"""What holds at a table beside the rules of its game: the clock, and what may be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pfalz.web import render
from pfalz.web.prefs import Prefs
from pfalz.web.seen import ClockSeen
from tests.web.fake import seen_by, session_of


@pytest.mark.parametrize(
    ("clock", "undo", "english", "german"),
    [
        (
            ClockSeen(),
            "own",
            ("No clock", "Own answers, as long as nothing new was seen"),
            ("Ohne Uhr", "Eigene Antworten, solange nichts Neues zu sehen war"),
        ),
        (
            ClockSeen("move", 86_400),
            "free",
            ("1 day per move. When time is up, a bot takes over.", "Friendly: the owner of the table"),
            ("1 Tag je Zug. Ist die Zeit um, übernimmt ein Bot.", "Freundlich: Wer den Tisch eröffnet hat"),
        ),
        (
            ClockSeen("increment", 5_400, 30, "wait"),
            "own",
            (
                "1 hour and 30 minutes for the whole game, and 30 seconds more with every move.",
                "the others may",
            ),
            ("1 Stunde und 30 Minuten für die ganze Partie, dazu 30 Sekunden mit jedem Zug.", "die anderen"),
        ),
        (
            ClockSeen("increment", 120),
            "own",
            ("2 minutes for the whole game. When", "Own answers"),
            ("2 Minuten für die ganze Partie. Ist", "Eigene Antworten"),
        ),
    ],
)
def test_a_table_tells_how_time_is_kept_and_what_may_be_taken_back(
    clock: ClockSeen, undo: str, english: tuple[str, ...], german: tuple[str, ...]
) -> None:
    session = session_of("mil", 3, answers=1)
    for status in ("open", "playing"):
        seen = replace(seen_by(session, 0), clock=clock, undo_policy=undo, status=status)
        for language, told in (("en", english), ("de", german)):
            lobby, settings = str(render.fragment(seen, Prefs(language))).split('id="settings"')
            for words_of_it in told:
                assert words_of_it in settings
                assert (words_of_it in lobby) == (status == "open")
