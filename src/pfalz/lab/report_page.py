"""The report of a tournament to take away: as JSON, as a table, as one page that stands alone."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from html import escape
from typing import Any, Final

from pfalz.lab.intervals import Estimate
from pfalz.lab.ledger import identity
from pfalz.lab.report import Meeting, Rated, Report

STYLE: Final = (
    "body{font:16px sans-serif;margin:2rem;color-scheme:light dark}td,th{padding:.3rem .8rem;text-align:left}"
)
ESTIMATES: Final = ("share", "place", "margin")
HEAD: Final = ("game", "players", "modules", "options", "edition", "seed", "engine")
"""What the page says of the tables."""


def as_json(report: Report) -> str:
    """The report as JSON: what was played and with which weights, then everything that came out."""
    found = asdict(replace(report, plan=replace(report.plan, edition=None)))
    found["plan"] = identity(report.plan)
    for meeting in found["meetings"]:
        meeting |= {name: _plain(meeting[name]) for name in ESTIMATES}
    for rated in found["rated"]:
        rated["place"] = _plain(rated["place"])
    found["seats"] = [_plain(share) for share in found["seats"]]
    return json.dumps(found, indent=1)


def _plain(found: Sequence[float]) -> dict[str, float | None]:
    """An estimate by the names of its numbers; an end that is not known is null."""
    pairs = zip(Estimate._fields, found, strict=True)
    return {name: value if math.isfinite(value) else None for name, value in pairs}


def as_csv(report: Report) -> str:
    """The meetings of the report, a line each, with the ratings and times of both sides."""
    rated = {one.bot: one for one in report.rated}
    rows = [_row(meeting, rated) for meeting in report.meetings]
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["challenger", "others"])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _row(meeting: Meeting, rated: Mapping[str, Rated]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "challenger": meeting.challenger,
        "others": meeting.others,
        "games": meeting.games,
        "wins": meeting.wins,
        "par": meeting.par,
    }
    for name in ESTIMATES:
        found: Estimate = getattr(meeting, name)
        row |= {name: found.mean, f"{name}_low": found.low, f"{name}_high": found.high}
    row["milliseconds"] = meeting.milliseconds
    for side, bot in (("challenger", meeting.challenger), ("others", meeting.others)):
        one = rated[bot]
        row |= {f"{side}_rating": one.rating, f"{side}_spread": one.spread}
        row[f"{side}_mean_milliseconds"] = one.milliseconds
    return row


def as_html(report: Report, words: Mapping[str, str]) -> str:
    """The report as one page that stands alone; `words` are its headings in somebody's language."""
    title = escape(f"{words['title']}: {report.plan.game}, {report.plan.players}")
    meetings = [meeting_cells(meeting) for meeting in report.meetings]
    seats = [(seat, shared(share)) for seat, share in enumerate(report.seats)]
    parts = [
        _table([], head_of(report, words)),
        _table([words[key] for key in MEETING], meetings),
        _table([words[key] for key in RATED], [rated_cells(rated) for rated in report.rated]),
        _table([words[key] for key in ("seat", "wins")], seats),
    ]
    if report.failures:
        failures = [(result.index, result.seed, result.failure) for result in report.failures]
        parts.append(f"<h2>{escape(words['failures'])}</h2>")
        parts.append(_table([words[key] for key in ("game_number", "seed", "why")], failures))
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f"<!doctype html><html><head>{head}</head><body><h1>{title}</h1>{''.join(parts)}</body></html>\n"


def head_of(report: Report, words: Mapping[str, str]) -> list[tuple[str, str]]:
    """What was played, and on which engine, as names and values."""
    plan = report.plan
    values = (
        plan.game,
        str(plan.players),
        ", ".join(plan.modules) or words["none"],
        ", ".join(f"{id}={value}" for id, value in plan.options.items()) or words["none"],
        (plan.edition.name or words["unnamed"]) if plan.edition else words["none"],
        words["seeds"].format(seed=plan.seed, n=plan.seeds),
        words["compiled" if report.compiled else "plain"],
    )
    return list(zip([words[f"head_{key}"] for key in HEAD], values, strict=True))


MEETING: Final = ("challenger", "others", "games", "wins", "par", "place", "margin", "median")
"""The columns of meetings, and below those of ratings, by the keys of their headings."""
RATED: Final = ("bot", "rating", "place", "thinking")


def meeting_cells(meeting: Meeting) -> tuple[str, ...]:
    """A meeting as cells under `MEETING`."""
    return (
        meeting.challenger,
        meeting.others,
        str(meeting.games),
        shared(meeting.share),
        percent(meeting.par),
        between(meeting.place, "{:.2f}"),
        between(meeting.margin, "{:+.1f}"),
        f"{meeting.milliseconds:.1f} ms",
    )


def rated_cells(rated: Rated) -> tuple[str, ...]:
    """A bot as cells under `RATED`."""
    return (
        rated.bot,
        f"{rated.rating:.1f} ± {2 * rated.spread:.1f}",
        between(rated.place, "{:.2f}"),
        f"{rated.milliseconds:.1f} ms",
    )


def _table(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def percent(share: float) -> str:
    """A share."""
    return f"{100 * share:.1f} %"


def shared(share: Estimate) -> str:
    """A share of wins with its interval."""
    return f"{percent(share.mean)} [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def between(found: Estimate, form: str) -> str:
    """A mean with its interval, if there are games enough for one."""
    if not math.isfinite(found.low):
        return form.format(found.mean)
    return f"{form.format(found.mean)} [{form.format(found.low)}, {form.format(found.high)}]"
