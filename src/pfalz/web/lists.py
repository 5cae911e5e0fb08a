"""What a list of tables says of each: how time is kept, which expansions are in play, how long ago."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pfalz import catalogue
from pfalz.core.texts import Texts
from pfalz.web.seen import ClockSeen
from pfalz.web.setup import pace, setup_of
from pfalz.web.words import Words, words

UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60))


def ago(seconds: float, t: Words) -> str:
    """How long ago something was, in the largest unit that fits."""
    for unit, size in UNITS:
        if seconds >= size:
            return t(f"time.ago_{unit}", n=int(seconds // size))
    return t("time.ago_now")


def clock_word(clock: ClockSeen, t: Words) -> str:
    """How time is kept, in a word or two."""
    return t("setup.clock_none") if clock.kind == "none" else pace(clock, t).rstrip(".")


@lru_cache(maxsize=2_000)
def stage_word(game: str, stage: int, language: str) -> str:
    """How far a game is, in the words of the game: `game.stage_<n>`, or `game.stage` with a number."""
    texts = Texts(catalogue.ruleset(game, catalogue.game(game).counts()[0]), language)
    if texts.has(f"game.stage_{stage}"):
        return texts.text(f"game.stage_{stage}")
    return texts.say("game.stage", n=stage + 1) if texts.has("game.stage") else ""


def result_word(places: Sequence[int], scores: Sequence[int], names: Sequence[str], me: int, t: Words) -> str:
    """How a game has ended, for somebody who sat at the table or did not."""
    winners = ", ".join([name for name, place in zip(names, places, strict=False) if place == 1])
    if me < 0:
        return t("home.winner", names=winners) if winners else ""
    if places[me] == 1:
        return t("home.won", n=scores[me])
    if not winners:  # whoever plays alone can lose
        return t("home.lost", n=scores[me])
    return t("home.placed", place=places[me], of=len(places), n=scores[me], names=winners)


@lru_cache(maxsize=2_000)
def module_names(game: str, modules: tuple[str, ...], language: str) -> str:
    """The expansions of a table."""
    return ", ".join(
        [field.label for field in setup_of(game, words(language)).modules if field.id in modules]
    )
