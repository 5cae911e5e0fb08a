"""Jinja, and what templates may call: templates decide nothing, they get words, offers and drawings.

Jinja escapes whatever a person has written; only the drawings of the games and our own links count as markup.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pfalz.bots import OFFERED
from pfalz.core.draw import shield
from pfalz.core.texts import LANGUAGES
from pfalz.web.look import look
from pfalz.web.prefs import Prefs
from pfalz.web.shelf import static
from pfalz.web.words import words


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
    env.globals.update(
        languages=LANGUAGES, coat=coat, clock=clock_text, static=static, look=look, offered=OFFERED
    )
    return env


def page(template: str, prefs: Prefs, **values: Any) -> str:
    """A template filled for somebody's browser."""
    return section(template, prefs.language, prefs=prefs, **values)


def section(template: str, language: str, **values: Any) -> str:
    """A template filled that depends on no setting but the language."""
    return _environment().get_template(template).render(t=words(language), **values)


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
