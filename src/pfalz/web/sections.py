"""The sections of a table, each made from the few facts it depends on and remembered as long as they hold.

After an answer most facts are as before, and those who wait see much the same. A fact is a value, never a
`Seen`: so nobody can be shown what was made for somebody else, unless it is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from pfalz.core.lettering import capital
from pfalz.core.strips import Strip
from pfalz.core.texts import Texts
from pfalz.web.markup import clock_text, coat, page, section
from pfalz.web.prefs import Prefs
from pfalz.web.seen import ChatLine, SeatSeen, Seen
from pfalz.web.setup import in_play, terms
from pfalz.web.story import Kept, linked
from pfalz.web.words import words

CUT: Final = "\x1e"
"""Where a template ends a chunk; no person can write it (`server.words.clean`)."""
CHAT_LINES: Final = 100
_SILENT: Final = Markup('<li class="faded">{}</li>')
_SAID: Final = Markup('<li id="chat-{n}">{coat}<b>{name}</b> {text}</li>')

Seats = tuple[tuple[int, str], ...]
"""Numbers and names of seats."""
Facts = tuple[tuple[str, str], ...]
"""Names, and what each of them means."""


# -- what stays ----------------------------------------------------------------------------------------


class Lobby(NamedTuple):
    """What an open table shows in place of a board."""

    texts: Texts
    in_play: Facts
    terms: Facts


def lobby(seen: Seen, texts: Texts) -> Lobby | None:
    """The game and the rules of a table for those who think of joining, as long as it is open."""
    if seen.status != "open":
        return None
    return Lobby(texts, in_play(texts), _terms(seen, texts))


@lru_cache(maxsize=2_000)
def frame(seats: Seats, lobby: Lobby | None, language: str) -> tuple[str, ...]:
    """What stands between the sections, and their names in between; an open table has no board."""
    return tuple(section("fragment.html", language, seats=seats, lobby=lobby, cut=CUT).split(CUT))


class More(NamedTuple):
    """What the settings and the menu of a table depend on; it seldom changes."""

    id: str
    game: str
    status: str
    invite: str
    in_game: bool
    """Whether the viewer sits at a game that is going on."""
    votes: int
    """How many want to cancel it."""
    replaceable: tuple[tuple[int, str, int], ...]
    """Seats where the viewer may ask for a bot in place of a person, and how many have agreed on that."""
    seed: str
    in_play: Facts
    """Expansions and unusual options."""
    terms: Facts
    """Clock and undo."""


def more(seen: Seen, mine: SeatSeen | None, texts: Texts) -> More:
    """What the settings and the menu depend on."""
    playing = seen.status == "playing"
    others = [s for s in seen.seats if not s.bot and s.seat != seen.seat] if mine or seen.owner else []
    agreed = [missing for missing, _ in seen.stand_ins]
    return More(
        seen.id,
        seen.game,
        seen.status,
        invitation(seen),
        playing and mine is not None and not mine.resigned,
        len(seen.cancel_votes),
        tuple([(seat.seat, seat.name, agreed.count(seat.seat)) for seat in others]) if playing else (),
        seen.seed or seen.seed_hash,
        in_play(texts),
        _terms(seen, texts),
    )


def _terms(seen: Seen, texts: Texts) -> Facts:
    return terms(seen.clock, seen.undo_policy, seen.hints, seen.thinking, texts.language)


def invitation(seen: Seen) -> str:
    """Where others find the table."""
    return f"/t/{seen.id}" + (f"?key={seen.link}" if seen.link else "")


@lru_cache(maxsize=4_096)
def settings(more: More, prefs: Prefs) -> str:
    """Settings and menu."""
    return page("settings.html", prefs, more=more)


@lru_cache(maxsize=4_096)
def pinned_list(pinned: Facts, texts: Texts) -> str:
    """What only the viewer knows, each with its rule."""
    rules = [(name, linked(rule, texts)) for name, rule in pinned]
    return section("pinned.html", texts.language, pinned=rules)


# -- the players ---------------------------------------------------------------------------------------


class Sitting(NamedTuple):
    """What the line of a seat depends on."""

    seat: int
    name: str
    bot: str
    online: bool
    to_decide: bool
    answered: bool
    resigned: bool
    score: int
    clock_ms: int | None
    clock_running: bool
    own: bool
    replay: bool


_of_seat: Final = attrgetter(*Sitting._fields[:-2])


def opponents(seen: Seen, texts: Texts) -> list[SeatSeen]:
    """Sides that nobody sits for and that are ranked with the seats, each as a line of its own."""
    return [SeatSeen(side, capital(texts.name("side", side)), score=n) for side, n in seen.opponents]


def players(seats: Sequence[SeatSeen], own: int, replay: bool, language: str) -> list[str]:
    """A line for each seat."""
    return [sitting(seat, seat.seat == own, replay, language) for seat in seats]


def sitting(seat: SeatSeen, own: bool, replay: bool, language: str) -> str:
    """The line of a seat, perhaps the viewer's own."""
    return _sitting((*_of_seat(seat), own, replay), language)


@lru_cache(maxsize=20_000)
def _sitting(facts: tuple[Any, ...], language: str) -> str:
    seat, t = Sitting(*facts), words(language)
    decides = seat.to_decide and not seat.answered
    style = " deciding" * decides + " own" * seat.own + " resigned" * seat.resigned
    clock = state = ""
    if seat.clock_ms is not None:
        clock = (
            f'<span class="clock" data-clock="{seat.clock_ms}" data-running="{seat.clock_running:d}">'
            f"{clock_text(seat.clock_ms)}</span>"
        )
    if decides and not seat.replay:
        state = f'<span class="vh">{escape(t("table.deciding"))}</span>▸'
    elif seat.answered:
        state = f'<span class="vh">{escape(t("table.answered"))}</span>✓'
    points = escape(t("table.points", n=seat.score))
    who = _who(seat.seat, seat.name, seat.bot, seat.online, seat.resigned, seat.own, language)
    return (
        f'    <li id="seat-{seat.seat}" class="seat seat-{seat.seat}{style}">\n      {who}\n'
        f'{clock}      <span class="state">{state}</span>\n'
        f'      <b class="score" aria-label="{points}">{seat.score}</b>\n    </li>\n'
    )


@lru_cache(maxsize=5_000)
def _who(seat: int, name: str, bot: str, online: bool, resigned: bool, own: bool, language: str) -> str:
    """Who sits there: what of the line seldom changes."""
    facts = {"name": name, "bot": bot, "online": online, "resigned": resigned, "own": own}
    return section("seat.html", language, seat=seat, **facts)


# -- the action bar ------------------------------------------------------------------------------------


def bar(template: str, language: str, *, mine: bool = False, **values: Any) -> str:
    """The action bar with a template in it; it stands out if the viewer is asked."""
    return framed(section(template, language, **values), language, mine=mine)


def framed(inside: str, language: str, *, mine: bool = False) -> str:
    """The action bar around what stands in it."""
    name, style = escape(words(language)("table.action")), "action mine" if mine else "action"
    return f'<section id="action" class="{style}" aria-label="{name}">\n{inside}</section>'


class Beside(NamedTuple):
    """What the action bar offers beside the question."""

    come_back: bool
    """Whether a bot holds the viewer's seat."""
    reset: bool
    """Whether something is chosen that can be taken back."""
    undo: bool
    next_table: str
    hint: bool = False
    """Whether a knight may be asked what to do."""


@lru_cache(maxsize=1_000)
def extras(beside: Beside, language: str) -> Markup:
    """What the action bar offers beside the question, as markup."""
    return Markup(section("extras.html", language, beside=beside))


Given = tuple[tuple[str, str], ...]
"""An answer: names of its slots, and what was chosen."""


@lru_cache(maxsize=4_096)
def wait(waiting: str, asked: str, given: Given, beside: Beside, language: str) -> str:
    """The action bar of somebody who is not asked: who decides what, and what the viewer has answered."""
    said: dict[str, Any] = {"waiting": waiting, "asked": asked, "given": given}
    return bar("wait.html", language, extras=extras(beside, language), **said)


# -- the chat ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1_000)
def _chat_of(table: str, language: str) -> Kept[ChatLine]:
    return Kept()


def chat(table: str, lines: Sequence[ChatLine], language: str) -> Strip:
    """The newest lines of the chat."""
    kept, newest = _chat_of(table, language), list(lines[-CHAT_LINES:])
    lines_before, _, strip = kept.held
    if strip is None or lines_before != newest:
        silence = [str(_SILENT.format(words(language)("table.chat_empty")))]
        said = [_said(line.n, line.seat, line.name, line.text) for line in newest]
        strip = Strip(tuple(said or silence))
        kept.held = newest, len(lines), strip
    return strip


@lru_cache(maxsize=5_000)
def _said(n: int, seat: int, name: str, text: str) -> str:
    return str(_SAID.format(n=n, coat=coat(seat) if seat >= 0 else "", name=name, text=text))
