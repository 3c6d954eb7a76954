"""Times exact odds side by side with ms-toollib, in one run, on the same 200 expert positions.

ms-toollib (Rust, with a Python interface) is called in three ways. ``cal_probability_onboard``
gives every cell's odds, as solver-bot does. ``cal_probability_csp`` and ``cal_probability_enum``
leave out the cells that single numbers settle. Every engine gets each position in its own form,
which is prepared beforehand.

The engines take turns position by position. Each round begins with another engine. In a turn, the
engine is called several times in a row for the position. A position's time is the median of all its
calls, so code and data are in the processor's caches. "First calls" are those that begin a turn,
after other engines have used the caches. That is closer to a game, and slows down the fastest
engine most.

"A whole decision" is ``advise``: the certain cells, all odds, and the best guess if nothing is
certain. It is timed on its first call for each position.

The ten hard positions take ms-toollib from seconds to minutes. It gets them only with ``--hard``,
in a process of its own that is ended after so many seconds.

Usage: python -m benchmarks.peers [--rounds N] [--calls N] [--hard SECONDS]
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import ms_toollib
from rich.console import Console
from rich.table import Table

from solver_bot.board import UNOPENED, Board, parse_boards
from solver_bot.solve.advice import advise
from solver_bot.solve.odds import odds

POSITIONS = Path(__file__).parent / "positions"
OURS, ONBOARD, CSP, ENUM = (
    "ours",
    "cal_probability_onboard",
    "cal_probability_csp",
    "cal_probability_enum",
)
PEERS = (ONBOARD, CSP, ENUM)
COVERED_THERE = 10
"""ms-toollib's code of a covered cell. Its codes of numbers are the same as solver-bot's."""

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Position:
    """A board, and the same board in ms-toollib's form."""

    board: Board
    rows: Rows

    @classmethod
    def of(cls, board: Board) -> Position:
        codes = [COVERED_THERE if code in UNOPENED else code for code in board.cells]
        starts = range(0, len(codes), board.width)
        return cls(board, [codes[i : i + board.width] for i in starts])


def engines() -> dict[str, Callable[[Position], Any]]:
    """A function for each engine that asks it about a position."""
    calls: dict[str, Callable[[Position], Any]] = {OURS: lambda position: odds(position.board)}
    for name in PEERS:
        calls[name] = asker(name)
    return calls


def asker(name: str) -> Callable[[Position], Any]:
    """A function that asks one of ms-toollib's functions about a position."""
    function = getattr(ms_toollib, name)
    return lambda position: function(position.rows, position.board.mines)


# Do the engines agree?


def peer_odds(name: str, position: Position) -> dict[int, float]:
    """ms-toollib's odds of each covered cell for which it gives any."""
    width = position.board.width
    said = asker(name)(position)
    if name == ONBOARD:
        flat = [chance for row in said[0] for chance in row]
        return {cell: flat[cell] for cell in position.board.where(UNOPENED)}
    return {row * width + column: chance for (row, column), chance in said[0]}


def largest_difference(name: str, positions: Iterable[Position]) -> tuple[float, int]:
    """The largest difference from the peer's odds of a cell, and the number of compared cells."""
    worst = 0.0
    cells = 0
    for position in positions:
        ours = odds(position.board).by_cell
        for cell, chance in peer_odds(name, position).items():
            mine = ours[cell]
            worst = max(worst, math.inf if mine is None else abs(mine - chance))
            cells += 1
    return worst, cells


# How long do they take?


@dataclass(frozen=True, slots=True)
class Times:
    """An engine's milliseconds for every position: medians of all calls and of first calls."""

    calls: Sequence[float]
    first_calls: Sequence[float]


def milliseconds(call: Callable[[], object]) -> float:
    """The milliseconds that one call takes."""
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def in_turns(positions: Sequence[Position], rounds: int, calls: int) -> dict[str, Times]:
    """Time every engine on every position, in turns of ``calls`` calls in a row."""
    asked = engines()
    names = list(asked)
    all_calls: dict[str, list[list[float]]] = {name: [[] for _ in positions] for name in names}
    for turn in range(rounds):
        first = turn % len(names)
        for place, position in enumerate(positions):
            for name in names[first:] + names[:first]:
                ask = partial(asked[name], position)
                all_calls[name][place] += [milliseconds(ask) for _ in range(calls)]
    return {
        name: Times(
            [statistics.median(times) for times in all_calls[name]],
            [statistics.median(times[::calls]) for times in all_calls[name]],
        )
        for name in names
    }


def decisions(positions: Iterable[Position]) -> list[float]:
    """The milliseconds of a whole decision on each position, on its first call."""
    return [milliseconds(partial(advise, position.board)) for position in positions]


def warm_up(positions: Iterable[Position]) -> None:
    """Compile everything on other positions than the timed ones: the same upside down."""
    for position in positions:
        board = position.board
        upside_down = replace(board, cells=board.cells[::-1])
        advise(upside_down)
        for call in engines().values():
            call(Position.of(upside_down))


def within(position: Position, seconds: float) -> float | None:
    """ms-toollib's milliseconds for a position; None if it takes longer or its process dies."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=_alone, args=(position, sender))
    worker.start()
    sender.close()
    try:
        receiver.recv()  # it has started
        return float(receiver.recv()) if receiver.poll(seconds) else None
    except EOFError:
        return None
    finally:
        worker.kill()
        worker.join()


def _alone(position: Position, sender: Connection) -> None:
    asker(CSP)(Position.of(Board.covered(3, 3, 1)))  # its first call takes a tenth of a second
    sender.send(None)
    sender.send(milliseconds(partial(asker(CSP), position)))


# The tables


def speed_table(times: dict[str, Times], whole: Sequence[float]) -> Table:
    """Every engine's times, and their ratios to solver-bot's."""
    table = Table(
        "", "Median\nms", "p95\nms", "Max\nms", "Ratio of\nmedians", "Median\nof ratios",
        "First calls\nms", "Ratio",
        title=f"{len(whole)} expert positions",
    )  # fmt: skip
    ours = times[OURS]
    first = statistics.median(ours.first_calls)
    for name, each in times.items():
        paired = statistics.median(b / a for a, b in zip(ours.calls, each.calls, strict=True))
        table.add_row(
            "solver-bot, odds" if name == OURS else name,
            *_figures(each.calls),
            f"{statistics.median(each.calls) / statistics.median(ours.calls):.1f}",
            f"{paired:.1f}",
            f"{statistics.median(each.first_calls):.3f}",
            f"{statistics.median(each.first_calls) / first:.1f}",
        )
    table.add_row("solver-bot, a whole decision", *_figures(whole))
    return table


def _figures(times: Sequence[float]) -> list[str]:
    p95 = statistics.quantiles(times, n=20, method="inclusive")[-1]
    return [f"{value:.3f}" for value in (statistics.median(times), p95, max(times))]


def hard_table(positions: Sequence[Position], seconds: float | None) -> Table:
    """The times of the hard positions, with a limit of ``seconds`` also those of the peer."""
    table = Table("Hard position", "Odds, ms", "Decision, ms", title="The ten hard positions")
    if seconds is not None:
        table.add_column(f"{CSP}, ms")
    for number, position in enumerate(positions, 1):
        ask = partial(odds, position.board)
        ours = statistics.median(milliseconds(ask) for _ in range(3))
        row = [str(number), f"{ours:.1f}", f"{decisions([position])[0]:.1f}"]
        if seconds is not None:
            theirs = within(position, seconds)
            row.append(f"over {seconds * 1000:.0f}" if theirs is None else f"{theirs:.0f}")
        table.add_row(*row)
    return table


def load(name: str) -> list[Position]:
    """The positions in a file."""
    text = (POSITIONS / f"{name}.txt").read_text(encoding="utf-8")
    return [Position.of(board) for board in parse_boards(text)]


def main() -> None:
    """Compare, time and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=4, help="turns of each engine a position")
    parser.add_argument("--calls", type=int, default=5, help="calls in a row in each turn")
    parser.add_argument("--hard", type=float, metavar="SECONDS", help="ms-toollib's limit there")
    wanted = parser.parse_args()
    console = Console(width=110)
    positions, hard = load("expert200"), load("stress10")
    warm_up(positions[:5])
    whole = decisions(positions)
    console.print(speed_table(in_turns(positions, wanted.rounds, wanted.calls), whole))
    for name in PEERS:
        worst, cells = largest_difference(name, positions)
        console.print(f"{name}: {cells} cells, largest difference {worst:.1e}")
    console.print(hard_table(hard, wanted.hard))
    console.print(
        f"ms-toollib {version('ms-toollib')}, Python {platform.python_version()}, "
        f"numba {version('numba')}, {platform.machine()}"
    )


if __name__ == "__main__":
    main()
