"""From a `Seen` to markup: the table that is pushed after every change, and the pages around it.

Templates decide nothing about the game: they get words, offers and drawings. Jinja escapes whatever a person
has written; only the drawings of the games and our own links count as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pfalz import catalogue
from pfalz.bots import BOTS
from pfalz.core.draw import DARK, LIGHT, ORDINARIES, SHIELD, shield
from pfalz.core.sheet import Drawing
from pfalz.core.state import NATURE
from pfalz.core.texts import LANGUAGES, Texts, rulebook
from pfalz.web.after import result
from pfalz.web.choice import Chip, Choice, answered, choose
from pfalz.web.chunks import CUT, Chunks
from pfalz.web.forms import Form, form_of
from pfalz.web.marks import board_chunks, targets
from pfalz.web.prefs import Prefs
from pfalz.web.seen import LogLine, SeatSeen, Seen
from pfalz.web.setup import GameCard, game_card, setup_of, shown_games
from pfalz.web.story import in_section, linked, log_lines
from pfalz.web.words import Words, words

LOG_LINES = 60
"""So many sentences travel with every update; the whole log is fetched when asked for."""


CHAT_LINES = 100
_OLDER = Markup('<li class="older"><button type="button" class="quiet" data-do="wholelog">{}</button></li>')
_SILENT = Markup('<li class="faded">{}</li>')
_SAID = Markup('<li id="chat-{n}">{coat}<b>{name}</b> {text}</li>')


@cache
def _environment() -> Environment:
    env = Environment(
        loader=PackageLoader("pfalz.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals.update(languages=LANGUAGES, coat=coat, clock=clock_text)
    return env


@cache
def coat(seat: int) -> Markup:
    """The shield of a seat as a small picture."""
    return Markup('<svg class="coat" viewBox="-12 -13 24 29" aria-hidden="true">{}</svg>').format(
        Markup(shield(seat, 0, 0))
    )


def clock_text(ms: int) -> str:
    """Time left: days and hours, hours and minutes, or minutes and seconds."""
    seconds = max(ms, 0) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days}d {hours}h"
    return f"{hours}h {minutes:02}" if hours else f"{minutes}:{seconds:02}"


def texts_of(seen: Seen, language: str) -> Texts:
    """The words of the table's game, with the names at this table."""
    return Texts(seen.rules, language, [seat.name for seat in seen.seats])


# -- the table ----------------------------------------------------------------------------------------


def fragment(seen: Seen, prefs: Prefs) -> Chunks:
    """Everything of a table that changes: what is pushed and morphed."""
    return _fragment(seen, prefs, texts_of(seen, prefs.language))


def table_page(seen: Seen, prefs: Prefs, person: Any) -> str:
    """The page of a table."""
    texts = texts_of(seen, prefs.language)
    markup = Markup(str(_fragment(seen, prefs, texts)))
    return _render("table.html", prefs, person=person, seen=seen, texts=texts, fragment=markup)


def whole_log(seen: Seen, prefs: Prefs) -> str:
    """All lines of the log."""
    return "".join(_log(seen, texts_of(seen, prefs.language), words(prefs.language), len(seen.log)))


def _fragment(seen: Seen, prefs: Prefs, texts: Texts) -> Chunks:
    t = words(prefs.language)
    choice, form, given = _question(seen, prefs, texts)
    drawing = _drawing(seen, texts, prefs.narrow) if seen.status != "open" else None
    values = {
        "seen": seen,
        "texts": texts,
        "shape": "wide" if drawing is not None and drawing.width > drawing.height else "tall",
        "choice": choice,
        "form": form,
        "given": given,
        "targets": targets(choice, texts, t("table.why_not")) if choice and not form else None,
        "replay": _is_replay(seen),
        "waiting": _waiting(seen, t.listed),
        "pinned": pinned(seen, texts),
        "winners": winners(seen),
        "linked": lambda text: linked(text, texts),
        "mine": _own_seat(seen),
        "invite": _invitation(seen),
        "cut": CUT,
    }
    parts: list[str] = []
    for part in _render("fragment.html", prefs, **values).split(CUT):
        if part == "board" and drawing is not None:
            parts += board_chunks(drawing)
        elif part == "log":
            parts += _log(seen, texts, t, LOG_LINES)
        elif part == "chat":
            parts += _chat(seen, t)
        elif part == "settings":
            parts.append(_settings(_more(seen), prefs))
        else:
            parts.append(part)
    return Chunks(parts)


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
    replaceable: tuple[tuple[int, str], ...]
    """Seats whose people the viewer may replace by a bot."""
    seed: str


def _more(seen: Seen) -> More:
    mine = _own_seat(seen)
    playing = seen.status == "playing"
    others = [s for s in seen.seats if not s.bot and s.seat != seen.seat] if mine or seen.owner else []
    return More(
        *(seen.id, seen.game, seen.status, _invitation(seen)),
        in_game=playing and mine is not None and not mine.resigned,
        votes=len(seen.cancel_votes),
        replaceable=tuple((seat.seat, seat.name) for seat in others) if playing else (),
        seed=seen.seed or seen.seed_hash,
    )


@lru_cache(maxsize=4096)
def _settings(more: More, prefs: Prefs) -> str:
    return _render("settings.html", prefs, more=more)


def _invitation(seen: Seen) -> str:
    return f"/t/{seen.id}" + (f"?key={seen.link}" if seen.link else "")


def _is_replay(seen: Seen) -> bool:
    return seen.status in ("over", "cancelled") or seen.position < seen.last_position


def _question(seen: Seen, prefs: Prefs, texts: Texts) -> tuple[Choice | None, Form | None, list[Chip]]:
    """The open question of the viewer: as a choice, perhaps as a form; or what they have answered."""
    if seen.ask is None or _is_replay(seen):
        return None, None, []
    if seen.own_answer is not None:
        return None, None, answered(seen.ask, seen.view, texts, seen.own_answer)
    form = form_of(seen.game, seen.rules, seen.view, texts, seen.ask, seen.draft)
    return choose(seen.ask, seen.view, texts, seen.draft, confirm=prefs.confirm), form, []


def _drawing(seen: Seen, texts: Texts, narrow: bool = False) -> Drawing:
    drawing: Drawing = catalogue.board(seen.game).draw(seen.rules, seen.view, seen.seat, texts, narrow)
    return drawing


def _log(seen: Seen, texts: Texts, t: Words, most: int) -> list[str]:
    hidden = max(0, len(seen.log) - most)
    here = seen.position if seen.position < seen.last_position else -1
    older = str(_OLDER.format(t("table.older", n=hidden))) if hidden else ""
    return ['<ol id="log" class="log">', older, *log_lines(seen.id, seen.log[hidden:], texts, here), "</ol>"]


def _chat(seen: Seen, t: Words) -> list[str]:
    lines = [
        _SAID.format(n=line.n, coat=coat(line.seat) if line.seat >= 0 else "", name=line.name, text=line.text)
        for line in seen.chat[-CHAT_LINES:]
    ]
    return [str(line) for line in lines or [_SILENT.format(t("table.chat_empty"))]]


def share_svg(seen: Seen, language: str) -> str:
    """The drawing as a picture that stands alone."""
    return _drawing(seen, texts_of(seen, language)).svg()


def pinned(seen: Seen, texts: Texts) -> list[tuple[str, str]]:
    """What only the viewer knows, with its rule: from the game's `secrets`, or from the log."""
    if seen.seat < 0 or seen.status == "over":
        return []
    own = getattr(catalogue.board(seen.game), "secrets", None)
    if own is not None:
        return list(own(seen.rules, seen.view, seen.seat, texts))
    found = []
    for line in seen.log:
        if _told_me(line, seen.seat):
            kind, args = line.event
            for i in kind.secret:
                found.append((texts.name(kind.params[i][1].rstrip("*"), args[i]), texts.event(line.event)))
    return found


def _told_me(line: LogLine, seat: int) -> bool:
    kind, args = line.event
    return bool(kind.secret) and kind.to >= 0 and args[kind.to] == seat and line.seat in (NATURE, -3)


def _waiting(seen: Seen, listed: Any) -> str:
    others = [seat for seat in seen.seats if seat.seat != seen.seat]
    return str(listed([seat.name for seat in others if seat.to_decide and not seat.answered]))


def _own_seat(seen: Seen) -> SeatSeen | None:
    return next((seat for seat in seen.seats if seat.seat == seen.seat), None)


def winners(seen: Seen) -> list[str]:
    """Names of those on the first place."""
    if seen.outcome is None:
        return []
    return [seen.seats[seat].name for seat, place in enumerate(seen.outcome.places) if place == 1]


# -- the pages around it --------------------------------------------------------------------------------


def after_page(seen: Seen, prefs: Prefs, person: Any) -> str:
    """Scores by source, the plot, how ties were broken."""
    texts = texts_of(seen, prefs.language)
    return _render(
        "after.html",
        prefs,
        person=person,
        seen=seen,
        texts=texts,
        winners=winners(seen),
        result=result(seen, texts, words(prefs.language)),
        linked=lambda text: linked(text, texts),
    )


def home_page(prefs: Prefs, person: Any, mine: Sequence[Any], open_tables: Sequence[Any]) -> str:
    """What this is, the games, open tables, the person's own tables."""
    cards = [game_card(id, prefs.language) for id in shown_games()]
    return _render("home.html", prefs, person=person, cards=cards, mine=mine, open_tables=open_tables)


def setup_page(game: str, prefs: Prefs, person: Any) -> str:
    """Every option and module of a game, explained."""
    setup = setup_of(game, words(prefs.language))
    return _render("setup.html", prefs, person=person, setup=setup, bots=list(BOTS))


def rules_page(game: str, prefs: Prefs, person: Any) -> str:
    """All clauses of a game in our words."""
    card: GameCard = game_card(game, prefs.language)
    sections, clauses = rulebook(catalogue.game(game).package, prefs.language)
    chapters = [
        (id, heading, [(c, text) for c, text in clauses.items() if in_section(c, id)])
        for id, heading in sections.items()
    ]
    return _render("rules.html", prefs, person=person, card=card, chapters=chapters)


def person_page(template: str, prefs: Prefs, person: Any, **values: Any) -> str:
    """Login and account."""
    return _render(template, prefs, person=person, **values)


def message_page(prefs: Prefs, person: Any, title: str, text: str) -> str:
    """A page that says why there is nothing to see."""
    return _render("message.html", prefs, person=person, title=title, text=text)


def _render(template: str, prefs: Prefs, **values: Any) -> str:
    t = words(prefs.language)
    return _environment().get_template(template).render(t=t, prefs=prefs, **values)


# -- style ----------------------------------------------------------------------------------------------


@cache
def palette_css() -> str:
    """The tinctures of `core.draw` as CSS variables, light and dark, by the browser's wish or the switch."""
    light = "".join(f"--{name}:{value};" for name, value in LIGHT.items())
    dark = "".join(f"--{name}:{value};" for name, value in DARK.items())
    return (
        f":root{{{light}color-scheme:light}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}color-scheme:dark}}}}\n"
        f":root[data-theme=dark]{{{dark}color-scheme:dark}}\n"
    )


def favicon() -> str:
    """A shield."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-13 -14 26 31">'
        f'<path d="{SHIELD}" fill="{LIGHT["or"]}" stroke="{LIGHT["ink"]}" stroke-width="1.5"/>'
        f'<path d="{ORDINARIES[1]}" fill="{LIGHT["ink"]}"/></svg>'
    )


__all__ = [
    "after_page",
    "favicon",
    "fragment",
    "home_page",
    "message_page",
    "palette_css",
    "person_page",
    "rules_page",
    "setup_page",
    "share_svg",
    "table_page",
    "whole_log",
]
