"""The reader of text files: numbers from the data in every text, plurals, texts of modules, mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pfalz.core.ask import Ask, because
from pfalz.core.data import Edition, corrected, load_files
from pfalz.core.events import event
from pfalz.core.flow import ask, seq
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts, rulebook
from pfalz.core.wording import Wording, filled, wording
from tests.core.toys import FlowGame, Pick

ENGLISH = """
[ask]
pick = "Pick {data.prices.hat.tall.feet} feet or less {or more}."
[name]
hat.tall = "hat of {data.prices.hat.tall.feet} {data.prices.hat.tall.feet:foot|feet}"
hat.dear = "hat for {n} of {data.prices.purse} {data.prices.purse:coin|coins}"
[event]
paid = "{seat} pays {n} of {data.prices.purse} {data.prices.purse:coin|coins}."
hats_lost = "{seat} loses {hats} and {data.prices.purse}."
[reason]
too_dear = "{have} of {data.prices.steps} {{steps}}"
[help]
plain = "{ is a brace, and {so} is this"
maker = "made by {data.prices.maker}, at {data.prices.hat.0.odds}"
[wrong]
path = "{data.prices.hat.tell.feet}"
file = "{data.price.hat}"
deeper = "{data.prices.purse.coins}"
table = "{data.prices.hat}"
word = "{data.prices.maker:one|many}"
syntax = "{data.prices.purse:one|two|three}"
"""
RULES = '[section]\n"T-1" = "{data.prices.purse} hats"\n[clause]\n"T-1.1" = "You have {data.prices.purse}."\n'
MODULE = '[section]\n"TM2-1" = "Caps"\n[clause]\n"TM2-1.1" = "A cap for {data.prices.steps.1}."\n'
SHARED = """
section."TMX-1" = "Both"
clause."TMX-1.1" = "Together."
section."TM0-1" = "All"
clause."TM0-1.10" = "At {data.prices.steps.1}."
clause."TM0-1.2" = "Everywhere."
"""
PRICES = """
purse = 3
steps = [12, 10, 8]
maker = "Ida"
[[hat]]
id = "tall"
feet = 1
odds = 0.5
"""
PAID = event("paid", seat="seat", n="number")
LOST = event("hats_lost", seat="seat", hats="hat*")


class PriceGame(FlowGame):
    package = "toy_prices"
    files = ("prices",)

    def kinds(self, kinds: Kinds, rules: Ruleset[Any]) -> None:
        kinds.things("hat", ["tall"])
        kinds.grow("hat", 4, lambda value: ("hat.dear", {"n": ("number", value)}))


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    home = tmp_path / "toy_prices"
    files = {
        "__init__.py": "",
        "text/en.toml": ENGLISH,
        "text/de.toml": ENGLISH,
        "text/rules.en.toml": RULES,
        "data/prices.toml": PRICES,
        "modules/__init__.py": "",
        "modules/text/rules.en.toml": SHARED,
        "modules/caps/__init__.py": "",
        "modules/caps/text/rules.en.toml": MODULE,
        "modules/bows/__init__.py": "",
        "modules/bows/text/rules.en.toml": MODULE.replace("TM2", "TM12"),
        "modules/caps/text/en.toml": '[ask]\ncap = "Take a cap."\n',
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield


def texts_with(language: str = "en", **changes: object) -> Texts:
    edition = Edition("flow", "", {path.replace("__", "."): value for path, value in changes.items()})
    game = PriceGame(lambda: [seq("main", ask(Pick("pick", [0, 1])))])
    data = corrected(load_files(game.package, game.files), edition)
    return Texts(Ruleset(game, 2, data), language, ("Ida", "Otto"))


def open_ask(texts: Texts) -> Ask:
    return texts.rules.asks(texts.rules.start())[0]


def test_every_kind_of_text_takes_numbers_from_the_data() -> None:
    texts = texts_with()
    assert texts.prompt(open_ask(texts)) == "Pick 1 feet or less {or more}."
    assert texts.name("hat", 0) == "hat of 1 foot"
    assert texts.name("hat", 2) == "hat for 2 of 3 coins"
    assert texts.event((PAID, (0, 1))) == "Ida pays 1 of 3 coins."
    assert texts.event((LOST, (1, 0, 0))) == "Otto loses hat of 1 foot, hat of 1 foot and 3."
    assert texts.reason(because("too_dear", "T-1.1", have=("number", 1))) == "1 of 12/10/8 {steps} (T-1.1)"
    assert texts.clause("T-1.1") == texts.clauses()["T-1.1"] == "You have 3."
    assert texts.sections()["T-1"] == "3 hats"


def test_the_numbers_are_those_of_the_edition() -> None:
    texts = texts_with(prices__purse=1, prices__hat__tall__feet=4, prices__steps=[5])
    assert texts.event((PAID, (0, 1))) == "Ida pays 1 of 1 coin."
    assert texts.name("hat", 0) == "hat of 4 feet"
    assert texts.clause("T-1.1") == "You have 1."
    assert rulebook("toy_prices", "en")[1]["T-1.1"] == "You have 3."


def test_strings_fractions_and_braces() -> None:
    assert texts_with().text("help.maker") == "made by Ida, at 0.5"
    assert texts_with("de").text("help.maker") == "made by Ida, at 0,5"
    assert texts_with(prices__maker="{seat.texts}").text("help.maker") == "made by seat.texts, at 0.5"
    assert texts_with().text("help.plain") == "{ is a brace, and {so} is this"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("path", "'prices.hat.tell.feet'.*did you mean 'tall'"),
        ("file", "'price.hat'.*did you mean 'prices'"),
        ("deeper", "'prices.purse.coins'.*plain value"),
        ("table", "'prices.hat'.*cannot be told"),
        ("word", "'prices.maker'.*cannot be told"),
        ("syntax", "values are {data.path}, {data.path:one|many} or"),
    ],
)
def test_a_wrong_path_is_named_with_its_text(key: str, said: str) -> None:
    with pytest.raises(KeyError, match=re.escape(f"wrong.{key}")) as caught:
        texts_with().text(f"wrong.{key}")
    assert re.search(said, caught.value.args[0])


def test_modules_bring_texts_and_clauses_of_their_own() -> None:
    sections, clauses = rulebook("toy_prices", "en")
    assert sections == {"T-1": "3 hats", "TM0-1": "All", "TM2-1": "Caps", "TM12-1": "Caps", "TMX-1": "Both"}
    assert list(clauses.items())[2:4] == [("TM0-1.10", "At 10."), ("TM2-1.1", "A cap for 10.")]
    assert list(clauses) == ["T-1.1", "TM0-1.2", "TM0-1.10", "TM2-1.1", "TM12-1.1", "TMX-1.1"]
    assert texts_with().clause("TM2-1.1") == "A cap for 10."
    assert texts_with().text("ask.cap") == "Take a cap."


def test_plurals_and_missing_keys() -> None:
    words = Wording({"a": {"b": "{n} {n:egg|eggs} {who!r}"}}, "en", dict)
    assert words.say("a.b", {"n": 1, "who": "Ida"}) == "1 egg 'Ida'"
    assert words.say("a.b", {"n": 0, "who": "Ida"}) == "0 eggs 'Ida'"
    assert filled("{n}", {}) == "{n}"
    assert words.find("a.c") is None and words.find("a") is None
    with pytest.raises(KeyError, match=r"no text for 'a\.c'"):
        words.lookup("a.c")
    with pytest.raises(KeyError, match="no texts in language 'la'; there are en, de"):
        wording("toy_prices", "la")
