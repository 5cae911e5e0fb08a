"""Bots move by themselves, in worker processes that may be slow, hang or crash without anybody noticing.

A worker gets what its seat may know (its view and what it has seen happen, never the true state) as a line of
JSON and gives back an answer. One that takes too long or dies is replaced and asked again; if it fails again
and again, a random legal answer keeps the table going.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import msgspec

from pfalz.bots import bot_rng
from pfalz.bots.advice import Advice
from pfalz.bots.inquiry import Found
from pfalz.core.errors import IllegalAnswer, RecordError, StaleAnswer
from pfalz.core.state import Move
from pfalz.server.play.live import Tables
from pfalz.server.play.rulesets import public_header
from pfalz.server.play.table import Table
from pfalz.server.play.teaching import scripted
from pfalz.server.play.thinking import THINKING, engaged
from pfalz.server.play.worker import READY
from pfalz.server.refusals import Conflict, Refused
from pfalz.server.settings import Settings

LOG = logging.getLogger("pfalz.bots")
TRIES = 3
STARTING = 60.0
"""Seconds a worker may take to start, however busy the machine is."""
LINE = 16 * 1024 * 1024
SOON, LATE = 0.5, 60.0
"""Seconds until something that went wrong (the database was away, say) is tried again: first, and at most."""


T = TypeVar("T")


class _Decided(msgspec.Struct):
    move: tuple[int, ...]


class _Advised(msgspec.Struct):
    advice: list[Advice]


class _Inquired(msgspec.Struct):
    found: Found


class WorkerDied(Exception):
    """A worker crashed, hung or talked nonsense."""


class Worker:
    """One process that thinks."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.broken = False
        """Whether it could not be started when that was last tried."""

    @property
    def unwell(self) -> bool:
        """Whether it could not be started, or has died."""
        return self.broken or (self.process is not None and _gone(self.process))

    async def ask(self, job: bytes, seconds: float) -> Move:
        """Let the process decide; it is ended if it does not answer in time."""
        return (await self._told(job, seconds, _Decided)).move

    async def advise(self, job: bytes, seconds: float) -> list[Advice]:
        """Let the process say what may be answered and why (`job_of(…, advice=True)`)."""
        return (await self._told(job, seconds, _Advised)).advice

    async def inquire(self, job: bytes, seconds: float) -> Found:
        """Let the process do one task of an analysis (`analyses.py`)."""
        return (await self._told(job, seconds, _Inquired)).found

    async def _told(self, job: bytes, seconds: float, kind: type[T]) -> T:
        if self.process is None or _gone(self.process):
            await self.stop()
            self.process = await self._start()
        process = self.process
        if _gone(process):  # it may die before it has read anything
            await self.stop()
            raise WorkerDied("its pipe is closed")
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(job + b"\n")
            async with asyncio.timeout(seconds):
                await process.stdin.drain()
                line = await process.stdout.readline()
            return msgspec.json.decode(line, type=kind)
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            await self.stop()
            raise WorkerDied(repr(error)) from error

    async def _start(self) -> Process:
        """A process that is ready to think; starting counts against nobody's time."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "pfalz.server.play.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE,
                start_new_session=True,  # Ctrl-C is meant for the server, which ends its workers itself
            )
        except OSError:
            self.broken = True
            raise
        assert process.stdout is not None
        try:
            async with asyncio.timeout(STARTING):
                self.broken = await process.stdout.readline() != READY
        except TimeoutError:
            self.broken = True
        except BaseException:
            _end(process)
            raise
        if self.broken:
            _end(process)
            raise WorkerDied("it does not start")
        return process

    async def warm_up(self) -> None:
        """Start the process before anybody waits for it."""
        if self.process is None:
            self.process = await self._start()

    async def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def _gone(process: Process) -> bool:
    """Whether nobody reads any more: it has ended, or its pipe is closed and its end is not noticed yet.

    uvloop refuses to write to a closed pipe with a RuntimeError."""
    return process.returncode is not None or process.stdin is None or process.stdin.is_closing()


def _end(process: Process) -> None:
    """End a process that may have ended by itself."""
    with suppress(ProcessLookupError):
        process.kill()


class Bots:
    """Sees to it that every bot that has to decide does so."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self.workers = [Worker() for _ in range(max(1, settings.bot_workers))]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self._free.put_nowait(worker)
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._stopped = False
        self._warming: list[asyncio.Task[None]] = []
        self.replaced = 0

    @property
    def alive(self) -> bool:
        """Whether bots may still decide."""
        return not self._stopped and not all(worker.broken for worker in self.workers)

    @property
    def thinking(self) -> int:
        """How many bots have to decide."""
        return len(self._busy)

    async def warm_up(self) -> None:
        """Start the processes before bots of another server become ours: that takes a second."""
        if self.tables.shared:
            self._warming = [asyncio.ensure_future(self._warm()) for _ in self.workers]
            await asyncio.wait(self._warming)  # one that is called off at its start would hang the server

    async def _warm(self) -> None:
        await self._revive(await self._free.get())

    async def _revive(self, worker: Worker) -> None:
        """Start a worker that is not needed for anything else."""
        try:
            if worker.unwell:
                await worker.stop()
            await worker.warm_up()
        except (OSError, WorkerDied) as error:  # it is tried again when it is wanted
            LOG.warning("a worker could not be started: %s", error)
        finally:
            self._free.put_nowait(worker)

    def mend(self) -> None:
        """Begin to start anew what could not be started, or has died; nobody waits for it."""
        if self._stopped or any(not task.done() for task in self._warming):
            return
        idle = [self._free.get_nowait() for _ in range(self._free.qsize())]
        unwell = [worker for worker in idle if worker.unwell]
        for worker in idle:
            if worker not in unwell:
                self._free.put_nowait(worker)
        self._warming = [asyncio.ensure_future(self._revive(worker)) for worker in unwell]

    def heard(self, table: Table) -> None:
        """A table has changed: let its bots decide where they have to."""
        ours = self.tables.duties.mine(table.id) and not self._stopped
        for seat in table.deciding() if ours else ():
            key = (table.id, seat)
            if table.seats[seat].bot and key not in self._busy:
                self._busy[key] = asyncio.ensure_future(self._play(table.id, seat))

    async def stop(self) -> None:
        """End all thinking; what is still heard of tables comes too late."""
        self._stopped = True
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._warming, return_exceptions=True)
        for worker in self.workers:
            await worker.stop()

    async def advise(self, job: bytes, seconds: float) -> tuple[list[Advice], float]:
        """What a knight would consider (a job with `advice`), and how long it thought; asked only once."""
        return await self._lent(lambda worker: worker.advise(job, seconds))

    async def inquire(self, job: bytes) -> tuple[Found, float]:
        """What one task of an analysis has found, and how long it took; asked only once."""
        return await self._lent(lambda worker: worker.inquire(job, self.settings.bot_seconds))

    async def _lent(self, use: Callable[[Worker], Awaitable[T]]) -> tuple[T, float]:
        """What a worker says, as soon as one is free, and how long it thought."""
        worker = await self._free.get()
        begun = time.monotonic()
        try:
            return await use(worker), time.monotonic() - begun
        except WorkerDied:
            self.replaced += 1
            raise
        finally:
            self._free.put_nowait(worker)

    async def _play(self, id: str, seat: int) -> None:
        """Decide as long as the seat is asked. What goes wrong is tried again, later each time."""
        pause = SOON
        try:
            while True:
                try:
                    if not await self._decide(id, seat):
                        return
                    pause = SOON
                except (Refused, RecordError) as error:
                    LOG.warning("no bot can play in seat %s of table %s: %s", seat, id, error)
                    return
                except Exception:
                    LOG.exception("the bot in seat %s of table %s could not decide", seat, id)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LATE)
        finally:
            del self._busy[id, seat]

    async def _decide(self, id: str, seat: int) -> bool:
        """Let the bot of a seat decide once; False if it is not asked (any more), or not by us."""
        if not self.tables.duties.mine(id):
            return False
        async with self.tables.open(id) as table:
            if seat not in table.deciding() or not table.seats[seat].bot:
                return False
            watched = table.watched
            answer = scripted(table, seat)
            bot = engaged(table.seats[seat].bot, table.thinking, self.settings)
            opened = table.session.opened
            if table.session.lacks_past:
                await self.tables.recall(table)
            ask, job = job_of(table, seat, bot, THINKING * self.settings.bot_seconds)
        if watched and self.settings.bot_pause:
            await asyncio.sleep(self.settings.bot_pause)
        if answer is not None and await self._answer(id, seat, ask, opened, answer):
            return True  # as the script of a lesson says
        answer = None
        for _ in range(TRIES):
            worker = await self._free.get()
            try:
                answer = await worker.ask(job, self.settings.bot_seconds)
            except WorkerDied as error:
                self.replaced += 1
                LOG.warning("a worker was replaced while %s thought about %s: %s", bot, ask, error)
            finally:
                self._free.put_nowait(worker)
            if answer is not None and await self._answer(id, seat, ask, opened, answer):
                return True
        return await self._answer(id, seat, ask, opened, None)

    async def _answer(self, id: str, seat: int, ask: str, opened: int, answer: Move | None) -> bool:
        """Give the answer (None: a random one); False if it was not legal. Too late counts as given."""
        async with self.tables.open(id) as table:
            if not table.seats[seat].bot or seat not in table.deciding():
                return True
            random = answer is None
            if answer is None:
                view = table.rules.view(table.session.state, seat)
                rng = bot_rng(table.header.seed, table.position, seat)
                answer = table.rules.ask_of(view, seat).random_answer(view, rng)
            try:
                await self.tables.answer_seat(table, seat, ask, opened, answer)
            except (StaleAnswer, Refused, Conflict):  # if it is still asked, it decides again
                return True
            except IllegalAnswer as error:
                if random:
                    raise
                LOG.warning("a bot gave an answer that is not legal: %s", error)
                return False
        return True


def job_of(table: Table, seat: int, bot: str, seconds: float, *, advice: bool = False) -> tuple[str, bytes]:
    """The question of a seat, and everything a worker may know about it."""
    rules, header = table.rules, table.header
    view = rules.view(table.session.state, seat)
    ask = rules.ask_of(view, seat)
    public = public_header(header)
    # the generator is derived from the secret seed, so what travels is only what comes out of it
    luck = bot_rng(header.seed, table.position, seat).getrandbits(64)
    job = {"header": public, "view": rules.to_json(view), "seat": seat, "ask": ask.name}
    job |= {"events": msgspec.Raw(table.witnessed(seat)), "bot": bot, "luck": luck, "seconds": seconds}
    job |= {"advice": True} if advice else {}
    return ask.name, msgspec.json.encode(job)
