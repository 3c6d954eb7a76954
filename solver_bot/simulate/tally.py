"""Results of simulated games: count, save, resume, merge and compare them.

A file of results has one JSON object per line. A line is complete in itself: it holds what was
played, the number of the first game, and one character for each game, ``1`` for won and ``0`` for
lost. A file may therefore mix any setups, two files are merged by appending one to the other, and a
line that was cut off while it was written loses only its own games.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from solver_bot.board import StartRule
from solver_bot.game.levels import Level

Z95 = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""
MOST_GAMES = 10**8
"""Game numbers are below this."""
LOST, WON = b"01"
_BEGINNING = '{"level": '
"""The beginning of every line of results, also of a line that was cut off."""


class TallyError(ValueError):
    """Results that cannot be read, cannot be written, or contradict each other."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: everything that decides how game number ``n`` ends.

    Attributes:
        level: the size of the board and its mines.
        start: the start rule.
        strategy: the name of the strategy.
        nodes: the most positions that the strategy counts for one move; None for its own limit.
        seed: the seed of the run. With the number of a game it gives that game's mines.

    """

    level: Level
    start: StartRule
    strategy: str
    nodes: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """The results of consecutive games.

    Attributes:
        setup: what was played.
        solver: the fingerprint of the solver that played.
        first: the number of the first game.
        won: one character for each game, ``1`` for won and ``0`` for lost.
        guesses: how many cells were opened that were not certain, without the first of each game.
        wrong_certain: the games in which a cell called safe was a mine. There should be none.
        cpu_seconds: the processor time of the playing thread.

    """

    setup: Setup
    solver: str
    first: int
    won: str
    guesses: int
    wrong_certain: tuple[int, ...]
    cpu_seconds: float

    def line(self) -> str:
        """The results as one line of a file, without a newline. The inverse of ``parse_line``."""
        level = self.setup.level
        entry = {
            "level": level.name,
            "columns": level.width,
            "rows": level.height,
            "mines": level.mines,
            "start": self.setup.start.value,
            "strategy": self.setup.strategy,
            "nodes": self.setup.nodes,
            "seed": self.setup.seed,
            "solver": self.solver,
            "first": self.first,
            "guesses": self.guesses,
            "wrong_certain": self.wrong_certain,
            "cpu_seconds": round(self.cpu_seconds, 6),
            "won": self.won,
        }
        return json.dumps(entry)


def parse_line(line: str) -> Chunk:
    """The results that a line of a file holds.

    Raises:
        TallyError: the line is damaged.

    """
    try:
        entry = json.loads(line)
        level = Level(entry["level"], entry["columns"], entry["rows"], entry["mines"])
        start = StartRule(entry["start"])
        setup = Setup(level, start, entry["strategy"], entry["nodes"], entry["seed"])
        wrong = tuple(entry["wrong_certain"])
        spent = float(entry["cpu_seconds"])
        first, won, guesses = entry["first"], entry["won"], entry["guesses"]
        solver = entry["solver"]
        sound = isinstance(won, str) and isinstance(solver, str) and set(won) <= {"0", "1"}
        sound = sound and 0 <= first < MOST_GAMES and guesses >= 0
        hash(setup)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        sound = False
    if not sound:
        raise TallyError("the line holds no results")
    return Chunk(setup, solver, first, won, guesses, wrong, spent)


def load(path: Path) -> tuple[list[Chunk], int]:
    """The results in a file, and how many of its lines are damaged.

    A file that does not exist counts as empty.

    Raises:
        TallyError: the file cannot be read, or holds something else than results.

    """
    chunks = []
    damaged = 0
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        lines = []
    except OSError as error:
        raise TallyError(f"{path} can't be read: {error.strerror}") from None
    for line in filter(str.strip, lines):
        try:
            chunks.append(parse_line(line))
        except TallyError:
            damaged += 1
    if damaged and not chunks and not any(line.startswith(_BEGINNING) for line in lines):
        raise TallyError(f"{path} does not hold results of simulate, so it was left as it is")
    return chunks, damaged


def append(path: Path, chunk: Chunk) -> None:
    """Append results to a file as a line. If the last line was cut off, a new line begins first.

    Raises:
        TallyError: the file cannot be written.

    """
    try:
        with path.open("ab+") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
            whole = file.read(1) in {b"", b"\n"}
            file.write((("" if whole else "\n") + chunk.line() + "\n").encode())
    except OSError as error:
        raise TallyError(f"{path} can't be written: {error.strerror}") from None


def cut(chunk: Chunk, games: int) -> Chunk | None:
    """The games of a chunk with numbers below ``games``; None if there are none.

    Guesses and processor time are reduced in proportion.
    """
    won = chunk.won[: max(0, games - chunk.first)]
    if not won:
        return None
    share = len(won) / len(chunk.won)
    return replace(
        chunk,
        won=won,
        guesses=round(chunk.guesses * share),
        cpu_seconds=chunk.cpu_seconds * share,
        wrong_certain=tuple(n for n in chunk.wrong_certain if n < games),
    )


@dataclass(slots=True)
class Tally:
    """The counted results of one setup.

    Attributes:
        setup: what was played.
        results: ``1`` or ``0`` for each game number, as in ``Chunk.won``; a zero byte if unknown.
        guesses: the sum of guesses. It includes repeated games, as do the next two.
        cpu_seconds: the sum of processor time.
        played: how many games were played.
        wrong_certain: the games in which a cell called safe was a mine.

    """

    setup: Setup
    results: bytearray = field(default_factory=bytearray)
    guesses: int = 0
    cpu_seconds: float = 0.0
    played: int = 0
    wrong_certain: set[int] = field(default_factory=set)

    def add(self, chunk: Chunk) -> None:
        """Count the results of a chunk. A game that is known already must have ended the same way.

        Raises:
            TallyError: a game was won once and lost once.

        """
        new = chunk.won.encode()
        end = chunk.first + len(new)
        self.results.extend(bytes(max(0, end - len(self.results))))
        known = self.results[chunk.first : end]
        for number, (before, now) in enumerate(zip(known, new, strict=True), chunk.first):
            if before not in (0, now):
                raise TallyError(
                    f"game {number} of seed {self.setup.seed} ({self.setup.level.name}, "
                    f"{self.setup.strategy}) was won once and lost once"
                )
        self.results[chunk.first : end] = new
        self.guesses += chunk.guesses
        self.cpu_seconds += chunk.cpu_seconds
        self.played += len(new)
        self.wrong_certain.update(chunk.wrong_certain)

    def gaps(self, games: int, most: int) -> Iterator[tuple[int, int]]:
        """Unknown games below ``games``, as first number and count; a count is at most ``most``."""
        known = bytes(self.results[:games]).ljust(games, b"\0")
        for gap in re.finditer(rb"\0{1,%d}" % most, known):
            yield gap.start(), len(gap[0])


def tallies(chunks: Iterable[Chunk]) -> list[Tally]:
    """Count results by setup, in the order in which the setups first appear.

    Raises:
        TallyError: a game ended in two ways.

    """
    counted: dict[Setup, Tally] = {}
    for chunk in chunks:
        counted.setdefault(chunk.setup, Tally(chunk.setup)).add(chunk)
    return list(counted.values())


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of one setup over all its seeds.

    Attributes:
        low: the lower end of the 95 % interval of the win rate.
        high: the upper end.
        wrong_certain: the games in which a cell called safe was a mine, each as seed and number.

    """

    level: Level
    start: StartRule
    strategy: str
    nodes: int | None
    games: int
    won: int
    low: float
    high: float
    guesses_per_game: float
    cpu_ms_per_game: float
    wrong_certain: tuple[tuple[int, int], ...]

    @property
    def win_rate(self) -> float:
        """The share of games won; 0 if none was played."""
        return self.won / self.games if self.games else 0.0


def summaries(counted: Iterable[Tally]) -> list[Summary]:
    """Add up counted results over their seeds."""
    together: dict[Setup, list[Tally]] = {}
    for tally in counted:
        together.setdefault(replace(tally.setup, seed=0), []).append(tally)
    return [_summary(setup, parts) for setup, parts in together.items()]


def _summary(setup: Setup, parts: list[Tally]) -> Summary:
    won = sum(part.results.count(b"1") for part in parts)
    games = won + sum(part.results.count(b"0") for part in parts)
    played = sum(part.played for part in parts) or 1
    low, high = wilson(won, games)
    return Summary(
        setup.level,
        setup.start,
        setup.strategy,
        setup.nodes,
        games,
        won,
        low,
        high,
        sum(part.guesses for part in parts) / played,
        sum(part.cpu_seconds for part in parts) / played * 1000,
        tuple((part.setup.seed, n) for part in parts for n in sorted(part.wrong_certain)),
    )


def wilson(won: int, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval of a win rate of ``won`` in ``games``, as shares (E. B. Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    rate, weight = won / games, z * z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(rate * (1 - rate) / games + weight / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two strategies compared on the same games.

    Attributes:
        games: how many games both have played.
        only_first: how many games only the first won.
        only_second: how many games only the second won.
        difference: the win rate of the first less that of the second.
        low: the lower end of the 95 % interval of the difference: the adjusted interval for paired
            shares of A. Agresti and Y. Min (2005).
        high: the upper end.
        p_value: the probability that equally strong strategies differ at least this much, by the
            exact test of Q. McNemar.

    """

    games: int
    only_first: int
    only_second: int
    difference: float
    low: float
    high: float
    p_value: float


def compare(first: Tally, second: Tally) -> Comparison:
    """Compare two tallies over the games that both know."""
    pairs = Counter(zip(first.results, second.results, strict=False))
    ours, theirs = pairs[WON, LOST], pairs[LOST, WON]
    games = ours + theirs + pairs[WON, WON] + pairs[LOST, LOST]
    low, high = _paired_interval(ours, theirs, games)
    difference = (ours - theirs) / games if games else 0.0
    return Comparison(games, ours, theirs, difference, low, high, mcnemar(ours, theirs))


def _paired_interval(ours: int, theirs: int, games: int) -> tuple[float, float]:
    """The interval of the difference. Half a game is added to each cell of the two-by-two table.

    Without that, the interval of two equal results would have no width.
    """
    size = games + 2
    middle = (ours - theirs) / size
    half = Z95 * math.sqrt(max(0.0, (ours + theirs + 1) / size - middle**2) / size)
    return max(-1.0, middle - half), min(1.0, middle + half)


def mcnemar(ours: int, theirs: int) -> float:
    """The probability that ``ours + theirs`` throws of a fair coin fall at least this unevenly."""
    throws = ours + theirs
    whole = math.lgamma(throws + 1) - throws * math.log(2)
    tail = sum(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(throws - k + 1))
        for k in range(min(ours, theirs) + 1)
    )
    return min(1.0, 2 * tail)
