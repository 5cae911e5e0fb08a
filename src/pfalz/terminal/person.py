"""A person at one question: the prompt with its numbered offers, and everything that can be typed there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.text import Text

from pfalz.bots.advice import RIVALS, advise
from pfalz.core.ask import Reason, because
from pfalz.core.errors import IllegalAnswer, PfalzError
from pfalz.terminal.files import save_record
from pfalz.terminal.form import Filling, Offer, told
from pfalz.terminal.rules import clause_or_section
from pfalz.terminal.words import commands
from pfalz.web.foreseen import foreseen_lines

if TYPE_CHECKING:
    from pfalz.terminal.play import Play

LOG_LINES = 20
LONG_LIST = 14
HINT_TERMS = 4


class Leave(Exception):
    """The person has left the table."""


class Person:
    """One decision of a person. It is over when the game has changed: answered, or gone back."""

    def __init__(self, play: Play, seat: int) -> None:
        self.play = play
        self.seat = seat
        self.terminal = play.terminal
        self.words = play.terminal.words
        self.texts = play.texts
        view = play.rules.view(play.session.state, seat)
        self.view = view
        self.form = Filling(view, play.rules.ask_of(view, seat), play.texts)
        self.offers: list[Offer] = []
        self.done = False

    def decide(self) -> None:
        """Ask until there is an answer (or something was taken back)."""
        play = self.play
        self.terminal.say()
        if play.drawn[self.seat] < 0 or self._others_acted():
            self.terminal.heading(self._whose_turn())
            play.news(self.seat)
            play.board(self.seat)
        else:
            play.news(self.seat)
        self._prompt()
        while not self.done:
            self._obey(self.terminal.ask(f"{self.words('play.prompt')} "))

    def _others_acted(self) -> bool:
        since = self.play.session.entries[self.play.drawn[self.seat] :]
        return any(entry.seat != self.seat for entry in since)

    def _whose_turn(self) -> str:
        return self.words("play.turn", name=self.texts.name("seat", self.seat))

    # -- showing --------------------------------------------------------------------------------------

    def _prompt(self) -> None:
        """The question, what is filled in, and the numbered offers of the open slot."""
        form = self.form
        if form.complete and not self._wants_confirmation():
            self._answer()
            return
        ask = form.ask
        line = Text(self.texts.prompt(ask), style="bold")
        line.append(f"  {ask.rule}", style="dim")
        self.terminal.say(line)
        for slot, value in form.filled():
            self.terminal.say(f"   {slot}: {value}", "green")
        if form.complete:
            self.terminal.say(self.words("play.confirm"), "dim")
            return
        self.offers = form.offers()
        if form.several:
            self.terminal.say(f"   {form.slot_title()}:")
        self._possible([offer for offer in self.offers if offer.reason is None])
        self._impossible([offer for offer in self.offers if offer.reason is not None])

    def _possible(self, offers: list[Offer]) -> None:
        """What is on offer, in columns if it is much."""
        if len(offers) <= LONG_LIST:
            self.terminal.numbered([(offer.number, Text(offer.name)) for offer in offers], "bold cyan")
            return
        items = [Text.assemble((f"{offer.number:>5}", "bold cyan"), f"  {offer.name}") for offer in offers]
        self.terminal.out.print(Columns(items, column_first=True, equal=True))

    def _impossible(self, offers: list[Offer]) -> None:
        """What is not on offer: dim, with the reason; of a long list only its beginning fits."""
        rows = []
        for offer in offers[:LONG_LIST]:
            line = Text.assemble((f"{offer.name} – ", "dim"), (self._reason(offer), "dim italic"))
            if len(offers) > 4:
                line.truncate(self.terminal.out.width - 7, overflow="ellipsis")
            rows.append((offer.number, line))
        self.terminal.numbered(rows, "dim")
        if len(offers) > LONG_LIST:
            first, last = offers[LONG_LIST].number, offers[-1].number
            self.terminal.say(self.words("play.more_closed", first=first, last=last), "dim")

    def _reason(self, offer: Offer) -> str:
        return self.texts.reason(offer.reason or because("not_offered", self.form.ask.rule))

    def _wants_confirmation(self) -> bool:
        """Whether the person sends the answer off explicitly: on wish, or if there was nothing to choose."""
        return self.play.confirm or self.form.chosen == 0

    # -- obeying ---------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word.isdecimal() and not rest:
            self._choose(int(word))
            return
        if not word:
            self._enter()
            return
        command = commands().get(word.lower())
        if command is None:
            self.terminal.say(self.words("play.unknown", typed=word), "red")
            return
        try:
            getattr(self, f"_do_{command}")(rest)
        except IllegalAnswer as error:
            reason = Reason(error.key, error.clause, error.values)
            self.terminal.say(self.texts.text(f"reason.{reason.key}", reason.values), "red")
        except PfalzError as error:
            self.terminal.complain(error)

    def _choose(self, number: int) -> None:
        offer = self._numbered(number)
        if offer is None:
            return
        if offer.reason is not None:
            self.terminal.say(self.texts.reason(offer.reason), "red")
            return
        self.form.put(offer.value)
        self._prompt()

    def _numbered(self, number: int) -> Offer | None:
        if self.form.complete:
            self.terminal.say(self.words("play.confirm"), "dim")
            return None
        if 1 <= number <= len(self.offers):
            return self.offers[number - 1]
        self.terminal.say(self.words("play.no_number", n=number, last=len(self.offers)), "red")
        return None

    def _enter(self) -> None:
        if self.form.complete:
            self._answer()
        else:
            self.terminal.say(self.words("play.choose"), "dim")

    def _answer(self) -> None:
        self.play.session.answer(self.seat, self.form.draft, self.form.ask.name)
        self.done = True

    # -- commands --------------------------------------------------------------------------------------

    def _do_why(self, rest: str) -> None:
        if rest.isdecimal():
            offer = self._numbered(int(rest))
            if offer is not None and offer.reason is None:
                self.terminal.say(self.words("play.possible", name=offer.name), "green")
            elif offer is not None:
                self._explain(offer)
            return
        closed = [offer for offer in self.offers if offer.reason is not None]
        if not closed:
            self.terminal.say(self.words("play.all_possible"), "green")
        lines = [(offer.number, Text(f"{offer.name}: {self._reason(offer)}")) for offer in closed]
        self.terminal.numbered(lines, "dim")

    def _explain(self, offer: Offer) -> None:
        assert offer.reason is not None
        self.terminal.say(f"{offer.name}: {self.texts.reason(offer.reason)}")
        clause = self.texts.clauses().get(offer.reason.clause)
        if clause is not None:
            self.terminal.say(f"{offer.reason.clause}  {clause}", "dim")

    def _do_back(self, rest: str) -> None:
        if not self.form.back():
            self.terminal.say(self.words("play.no_back"), "red")
            return
        self._prompt()

    def _do_undo(self, rest: str) -> None:
        if self.form.chosen:
            self._do_back(rest)
            return
        self.play.undo(self.seat)
        self.terminal.say(self.words("play.undone"), "green")
        self.done = True

    def _do_save(self, rest: str) -> None:
        if not rest:
            self.terminal.say(self.words("play.save_where"), "red")
            return
        save_record(Path(rest).expanduser(), self.play.session.record())
        self.terminal.block(self.words("play.saved", path=rest))

    def _do_board(self, rest: str) -> None:
        self.play.board(self.seat)
        self._prompt()

    def _do_log(self, rest: str) -> None:
        lines = self.play.sentences(self.seat, 0, len(self.play.session.events))
        count = int(rest) if rest.isdecimal() else LOG_LINES
        self.terminal.bullets(lines[-count:])

    def _do_rules(self, rest: str) -> None:
        clause_or_section(self.terminal, self.play.rules.game, rest or self.form.ask.rule)

    def _do_hint(self, rest: str) -> None:
        for i, (move, gains, expected, line) in enumerate(advise(self.play.situation(self.seat))):
            said = told(self.view, self.form.ask, move, self.texts)
            names = ", ".join(f"{slot}: {value}" for slot, value in said)
            self.terminal.say(self.words("play.hint" if i == 0 else "play.hint_also", names=names), "green")
            why = ", ".join(f"{self._term(term)} {gain:+.1f}" for term, gain in gains[:HINT_TERMS])
            if why:
                self.terminal.say(f"   {why}", "dim")
            if expected:
                share = round(100 * expected[self.seat])
                self.terminal.say(f"   {self.words('play.hint_expected', n=share)}", "dim")
            self.terminal.bullets(foreseen_lines(line, self.texts), "   →", "dim")

    def _term(self, term: str) -> str:
        return self.words("play.hint_rivals") if term == RIVALS else self.texts.text(f"term.{term}")

    def _do_auto(self, rest: str) -> None:
        endless = rest in self.words.part("play")["all"]
        self.play.auto = 1_000_000 if endless else int(rest) if rest.isdecimal() else 1
        self.done = True

    def _do_again(self, rest: str) -> None:
        self._prompt()

    def _do_help(self, rest: str) -> None:
        self.terminal.say(self.words("play.help"))

    def _do_quit(self, rest: str) -> None:
        answer = self.terminal.ask(self.words("play.save_first", path=str(self.play.autosave)))
        if answer == "-":
            self.play.autosave.unlink(missing_ok=True)
        elif answer:
            save_record(Path(answer).expanduser(), self.play.session.record())
            self.play.autosave.unlink(missing_ok=True)
            self.terminal.block(self.words("play.saved", path=answer))
        else:
            self.play.keep()
        raise Leave
