"""The set-up page: every option and module of a game with its words, and presets to begin with."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final

from pfalz import catalogue
from pfalz.core.game import Module, Option
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.web.marks import board_of
from pfalz.web.seen import ClockSeen
from pfalz.web.words import Words, words

THINKING: Final = (0.3, 1.0, 3.0, 10.0)
"""Seconds to think about an answer that the page offers for princes."""
USUAL: Final = 1.0


@dataclass
class GameCard:
    """A game in one glance."""

    id: str
    title: str
    subtitle: str
    summary: str
    players: tuple[int, int]
    pitch: str
    """What it is about, in a sentence or two."""

    @property
    def bots(self) -> range:
        """How many bots one person can play against; none, where a game can be played alone."""
        return range(self.players[0] - 1, self.players[1])


@dataclass
class OptionField:
    """An option as a field of the form."""

    id: str
    label: str
    help: str
    rule: str
    kind: str
    """flag, choice, number, several (numbers that have names), or each (a number per thing)"""
    default: Any
    choices: list[tuple[str, str, str]] = field(default_factory=list)
    """(id, label, help); of numbers that have names, too"""
    each: list[tuple[str, str]] = field(default_factory=list)
    """(label, help) of what gets a number each"""
    low: int = 0
    high: int = 0
    only: tuple[str, str] | None = None
    """The option and its value without which this one does not count."""
    module: str = ""
    """The module without which it does not count."""
    beside: str = ""
    """A further module without which it does not count."""


@dataclass
class ModuleField:
    """A module as a field of the form."""

    id: str
    label: str
    help: str
    players: tuple[int, int]
    requires: list[str]
    excludes: list[str]
    obligatory: list[int]
    """Player counts that bring it by themselves."""
    complexity: str = ""
    """How much there is to learn, in words."""


@dataclass
class Preset:
    """A ready choice: players, modules, options."""

    id: str
    label: str
    help: str
    players: int
    modules: list[str]
    options: dict[str, Any]


@dataclass
class Setup:
    """All of it."""

    card: GameCard
    options: list[OptionField]
    modules: list[ModuleField]
    presets: list[Preset]
    players: list[int]


@cache
def game_card(id: str, language: str) -> GameCard:
    """Title and summary of a game."""
    game = catalogue.game(id)
    counts = game.counts()
    texts = Texts(catalogue.ruleset(id, counts[0]), language)
    title, subtitle, summary = (texts.text(f"game.{key}") for key in ("title", "subtitle", "summary"))
    return GameCard(id, title, subtitle, summary, (counts[0], counts[-1]), texts.text("how.pitch"))


@cache
def shown_games() -> tuple[str, ...]:
    """All games. Each needs words in every language and a drawing; one without them is an error at once."""
    for id in catalogue.IDS:
        catalogue.board(id)
        for language in LANGUAGES:
            game_card(id, language)
    return catalogue.IDS


def setup_of(id: str, t: Words) -> Setup:
    """The set-up page of a game."""
    game = catalogue.game(id)
    texts = Texts(catalogue.ruleset(id, _first_players(*game.players)), t.language)
    options = [_option(texts, option) for option in game.options]
    for module in game.modules:
        options += [_option(texts, option, module.id) for option in module.options]
    modules = [_module(texts, module) for module in game.modules]
    return Setup(game_card(id, t.language), options, modules, presets(id, t), game.counts())


@lru_cache(maxsize=2_000)
def in_play(texts: Texts) -> tuple[tuple[str, str], ...]:
    """What is special about a table, as (name, explanation): expansions, and options not as usual."""
    rules, t = texts.rules, words(texts.language)
    fields = [_module(texts, module) for module in rules.modules]
    found = [(field.label, field.help) for field in fields]
    for option in (*rules.game.options, *(o for module in rules.modules for o in module.options)):
        if option.id not in rules.options:
            continue  # it needs another module
        value = rules.options[option.id]
        counts = option.only is None or rules.options[option.only[0]] == option.only[1]
        if value != option.default and counts:
            field = _option(texts, option)
            found.append((field.label, _said(field, value, t)))
    return tuple(found)


def difficulty(texts: Texts) -> str:
    """How hard a game played alone is: its name, or what makes it so; "" if nothing does."""
    rules = texts.rules
    for module in rules.modules:
        if module.difficulties:
            flags = dict.fromkeys([id for ids in module.difficulties.values() for id in ids])
            on = [id for id in flags if rules.options.get(id) is True]
            for name, ids in module.difficulties.items():
                if sorted(ids) == sorted(on):
                    return texts.text(f"preset.{name}")
            return ", ".join([texts.text(f"option.{id}") for id in on])
    return ""


@lru_cache(maxsize=2_000)
def terms(
    clock: ClockSeen, undo: str, hints: bool, thinking: float, language: str
) -> tuple[tuple[str, str], ...]:
    """What else holds at a table, as (name, explanation): time to think, what may be taken back, hints."""
    t = words(language)
    found = [(t("setup.clock"), _pace(clock, t)), (t("setup.undo"), t(f"setup.undo_{undo}"))]
    if hints:
        found.append((t("setup.hints"), t("setup.hints_help")))
    if thinking:
        found.append((t("setup.thinking"), t("setup.thinking_time", n=decimal(thinking, t))))
    return tuple(found)


def decimal(number: float, t: Words) -> str:
    """A number as people write it: 0.3, 10."""
    return f"{number:g}".replace(".", t("common.point"))


def _pace(clock: ClockSeen, t: Words) -> str:
    """How time is kept, and what happens when it is up."""
    if clock.kind == "none":
        away = t("time.absent", time=_duration(clock.absent, t)) if clock.absent else t("time.absent_never")
        return f"{t('setup.clock_none')}. {away}"
    return f"{pace(clock, t)} {t(f'time.then_{clock.then}')}"


def pace(clock: ClockSeen, t: Words) -> str:
    """How much time there is, where there is a clock."""
    kind = "whole" if clock.kind == "increment" and not clock.bonus else clock.kind
    return t(f"time.{kind}", time=_duration(clock.seconds, t), bonus=_duration(clock.bonus, t))


def _duration(seconds: int, t: Words) -> str:
    """A time in words: 1 day and 12 hours."""
    said = []
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1)):
        n, seconds = divmod(seconds, size)
        if n:
            said.append(t(f"time.{unit}", n=n))
    return t.listed(said or [t("time.seconds", n=0)])


def _said(field: OptionField, value: Any, t: Words) -> str:
    """The value of an option in words."""
    names = {id: label for id, label, _ in field.choices}
    match field.kind:
        case "flag":
            return t("setup.yes" if value else "setup.no")
        case "choice":
            return names[value]
        case "several":
            return t.listed([names[str(number)] for number in value])
        case "each":
            labels = [label for label, _ in field.each]
            return ", ".join(
                f"{label}: {names.get(str(number), number)}"
                for label, number in zip(labels, value, strict=True)
            )
    return str(value)


def presets(id: str, t: Words) -> list[Preset]:
    """A first game, a duel if the game has one, a full table, everything a game offers besides, and
    difficulties of a game that is played alone."""
    game = catalogue.game(id)
    low, high = game.players
    defaults = {option.id: option.default for option in game.options}
    first = _first_players(low, high)
    for module in game.modules:
        defaults |= {option.id: option.default for option in module.options}
    eased = {**defaults, **game.first_game}
    found = [Preset("first", t("setup.preset_first"), t("setup.preset_first_help"), first, [], eased)]
    if low <= 2 <= high:
        found.append(Preset("duel", t("setup.preset_duel"), t("setup.preset_duel_help"), 2, [], defaults))
    high = game.counts()[-1]
    found.append(Preset("full", t("setup.preset_full"), t("setup.preset_full_help"), high, [], defaults))
    every = _together(game.modules, high)
    if every:
        label, help = t("setup.preset_all"), t("setup.preset_all_help")
        found.append(Preset("all", label, help, high, every, defaults))
    texts = Texts(catalogue.ruleset(id, first), t.language)
    for module in game.modules:
        for name, on in module.difficulties.items():
            label, help = texts.text(f"preset.{name}"), texts.text(f"preset.{name}_help")
            options = {**defaults, **dict.fromkeys(on, True)}
            found.append(Preset(name, label, help, module.obligatory[0], [], options))
    return found


def _first_players(low: int, high: int) -> int:
    """How many play a first game."""
    return min(max(low, 3), high)


def _together(modules: tuple[Module[Any], ...], players: int) -> list[str]:
    """Modules that can be in play at once, the earlier ones first."""
    chosen: list[str] = []
    for module in modules:
        low, high = module.players
        clash = {*module.excludes, *(m.id for m in modules if module.id in m.excludes)} & set(chosen)
        fits = low <= players <= high and players not in module.obligatory
        if fits and not clash and set(module.requires) <= set(chosen):
            chosen.append(module.id)
    return chosen


def _option(texts: Texts, option: Option, module: str = "") -> OptionField:
    def say(key: str, otherwise: str = "") -> str:
        return texts.text(key) if texts.has(key) else otherwise

    kind = "each" if option.each else "several"
    if isinstance(option.default, bool):
        kind = "flag"
    elif isinstance(option.default, str):
        kind = "choice"
    elif isinstance(option.default, int):
        kind = "number"
    low, high = option.numbers or (0, 0)
    key = f"option.{option.id}"
    choices = [
        (choice, say(f"{key}_choice.{choice}", choice), say(f"{key}_choice_help.{choice}"))
        for choice in option.choices
    ]
    if option.of:
        for thing in range(high - low + 1):
            what = _explained(texts, option.of, thing)
            choices.append((str(low + thing), texts.name(option.of, thing), what))
    label, help = say(key, option.id), say(f"{key}_help")
    return OptionField(
        option.id,
        label,
        help,
        option.rule,
        kind,
        option.default,
        choices,
        _each(texts, option),
        low,
        high,
        option.only,
        module,
        option.beside,
    )


def _each(texts: Texts, option: Option) -> list[tuple[str, str]]:
    """What gets a number each, with its explanation."""
    if not option.each:
        return []
    assert isinstance(option.default, list)
    key, found = f"option.{option.id}_each", []
    for thing in range(len(option.default)):
        name = texts.name(option.each, thing)
        label = texts.text(key, {"what": (option.each, thing)}) if texts.has(key) else name
        found.append((label, _explained(texts, option.each, thing)))
    return found


def _explained(texts: Texts, kind: str, thing: int) -> str:
    """What a thing does, in the words of its game."""
    said: str = board_of(texts.rules.game.id).explain(texts.rules, texts, kind, thing)
    return said


def _module(texts: Texts, module: Module[Any]) -> ModuleField:
    def say(id: str) -> str:
        return texts.text(f"module.{id}") if texts.has(f"module.{id}") else id

    help = texts.text(f"module.{module.id}_help") if texts.has(f"module.{module.id}_help") else ""
    requires, excludes = [say(id) for id in module.requires], [say(id) for id in module.excludes]
    players, counts = module.players, list(module.obligatory)
    new = texts.text(f"complexity.{module.complexity}") if module.complexity else ""
    return ModuleField(module.id, say(module.id), help, players, requires, excludes, counts, new)
