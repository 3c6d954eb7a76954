"""Play seeded games without a screen, to measure how often a strategy wins.

The start rule decides the first cell of a game. Then every cell that is certainly safe is opened.
If no cell is safe, the strategy chooses one. Game ``n`` of a run has a seed of its own, derived
from the run's seed and ``n``. Its result depends on nothing else: not on the number of games, not
on their order, and not on the machine. Two strategies can therefore play the same mines.
"""

from __future__ import annotations

import hashlib
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from solver_bot.board import COVERED, Board, Outcome, StartRule
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId
from solver_bot.game.levels import Level
from solver_bot.simulate.tally import Chunk, Setup, Tally
from solver_bot.solve import guess
from solver_bot.solve.certain import certain
from solver_bot.solve.guess import Budget, best_guess, first_cell, safest_guess
from solver_bot.solve.odds import Odds

Strategy = Callable[[Board, Odds, int | None], int]
"""A function that chooses a cell if none is safe. It takes the board, its odds and the most nodes
to use; None for the strategy's own limit."""


def _safest(board: Board, exact: Odds, _nodes: int | None) -> int:
    guess = safest_guess(board, exact.by_cell)
    assert guess is not None
    return guess.cell


def _best(board: Board, exact: Odds, nodes: int | None) -> int:
    budget = Budget(seconds=None) if nodes is None else Budget(nodes, None)
    guess = best_guess(board, exact, budget)
    assert guess is not None
    return guess.cell


def _plain(_board: Board, exact: Odds, _nodes: int | None) -> int:
    return min(range(len(exact.by_cell)), key=lambda cell: _or_one(exact.by_cell[cell]))


def _or_one(probability: float | None) -> float:
    return 1.0 if probability is None else probability


_LOOKED_AFTER = 0.5
"""Seconds after which a process looks whether its owner is still there."""

STRATEGIES: dict[str, Strategy] = {
    "best": _best,  # the greatest chance to win; the bot plays with this strategy
    "safest": _safest,  # the least likely mine; of equals one with few covered neighbours
    "plain": _plain,  # the least likely mine; of equals the first
}


@dataclass(frozen=True, slots=True)
class Played:
    """The result of one game. ``wrong_certain`` counts cells called safe that were mines."""

    won: bool
    guesses: int
    wrong_certain: int


def game_seed(seed: int, number: int) -> int:
    """The seed of game ``number`` of a run."""
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def game_id(setup: Setup, number: int) -> GameId:
    """The ID of game ``number`` of a run."""
    level = setup.level
    seed = game_seed(setup.seed, number)
    return GameId(level.width, level.height, level.mines, setup.start, seed)


def play(named: GameId, strategy: Strategy, nodes: int | None = None) -> Played:
    """Play one game to its end."""
    game = Game(named)
    game.uncover(first_cell(named.width, named.height, named.start is StartRule.ZERO))
    guesses = 0
    while game.outcome is Outcome.PLAYING:
        board = game.view()
        safe, guess = _decide(board, strategy, nodes)
        for cell in safe:
            game.uncover(cell)
        if safe and game.hit is not None:
            return Played(False, guesses, 1)
        if not safe:
            game.uncover(guess)
            guesses += 1
    return Played(game.outcome is Outcome.WON, guesses, 0)


def _decide(board: Board, strategy: Strategy, nodes: int | None) -> tuple[Sequence[int], int]:
    """The cells that are certainly safe, and the cell to guess if there are none."""
    known = certain(board)
    if known.safe:
        return known.safe, -1
    if known.exact:
        return (), strategy(board, known.exact, nodes)
    mines = set(known.mines)
    return (), next(cell for cell in board.where({COVERED}) if cell not in mines)


def _play_in_worker(owner: int, setup: Setup, first: int, count: int) -> Chunk:
    """``play_chunk``. A process other than the owner ignores Ctrl-C, because the owner ends it.

    Where the owner is ended at once, the process sees that and ends by itself.
    """
    if os.getpid() != owner and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getppid() == owner:
        _end_with(owner)
    return play_chunk(setup, first, count)


@lru_cache
def _end_with(owner: int) -> None:
    """Let this process end when its owner has, even if that one had no time to end it."""
    threading.Thread(target=_watch_owner, args=(owner,), daemon=True).start()


def _watch_owner(owner: int) -> None:
    while os.getppid() == owner:
        time.sleep(_LOOKED_AFTER)  # not every system tells a process that its parent has ended
    os._exit(1)


def play_chunk(setup: Setup, first: int, count: int) -> Chunk:
    """Play games ``first`` to ``first + count - 1`` of a run."""
    strategy = STRATEGIES[setup.strategy]
    warm_up(setup.strategy)
    began = time.thread_time()
    played = [play(game_id(setup, n), strategy, setup.nodes) for n in range(first, first + count)]
    spent = time.thread_time() - began
    return Chunk(
        setup=setup,
        solver=fingerprint(),
        first=first,
        won="".join(str(int(game.won)) for game in played),
        guesses=sum(game.guesses for game in played),
        wrong_certain=tuple(n for n, game in enumerate(played, first) if game.wrong_certain),
        cpu_seconds=spent,
    )


def play_all(
    setups: Sequence[Setup], games: int, known: Sequence[Tally], jobs: int | None = None
) -> Generator[Chunk, None, None]:
    """Play those of the first ``games`` games of each setup that are not known yet, in any order.

    Args:
        setups: what to play. Chunks of several setups alternate.
        games: how many games of each setup.
        known: the known results of each setup.
        jobs: how many processes; None for one per core. Inside ``joblib.parallel_config`` with
            another backend, it is the number of that backend's tasks.

    """
    from joblib import Parallel, delayed, effective_n_jobs

    size = _chunk_size(setups[0].level)
    parts = [list(tally.gaps(games, size)) for tally in known]
    tasks = [
        delayed(_play_in_worker)(os.getpid(), setup, first, count)
        for row in zip_longest(*parts)
        for setup, part in zip(setups, row, strict=True)
        if part
        for first, count in [part]
    ]
    workers = max(1, min(jobs or effective_n_jobs(-1), len(tasks)))
    results: Generator[Chunk, None, None] | None = None
    try:
        with _children_deaf():
            results = Parallel(n_jobs=workers, return_as="generator_unordered")(tasks)
        for chunk in results:  # noqa: UP028 - joblib must be closed while its warning is off
            yield chunk
    finally:
        if results is not None:
            with warnings.catch_warnings(), _quiet_threads():
                warnings.simplefilter("ignore", UserWarning)  # a stopped run drops tasks
                results.close()


@contextmanager
def _children_deaf() -> Iterator[None]:
    """Block Ctrl-C: in this process during the block, and for good in processes started within it.

    Ctrl-C is meant for the owner, which ends those processes. Each of them would print a traceback
    if Ctrl-C reached it while it loads.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # starting the resource tracker would unblock Ctrl-C, so it starts first
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _quiet_threads() -> Iterator[None]:
    """Let no other thread print an error: joblib's may still hand out tasks that are dropped."""
    before = threading.excepthook
    threading.excepthook = lambda _: None
    try:
        yield
    finally:
        threading.excepthook = before


def _chunk_size(level: Level) -> int:
    """The number of games that take about half a second."""
    return max(1, min(250, 48_000 // (level.width * level.height)))


@lru_cache
def warm_up(strategy: str) -> None:
    """Compile what a strategy needs, or load it from the cache, so that it is not measured."""
    if strategy == "best":
        guess.warm_up()
    play(GameId(8, 8, 10, StartRule.SAFE, 0), STRATEGIES[strategy], 100)


@lru_cache
def fingerprint() -> str:
    """A hash of every file on which the result of a game depends."""
    here = Path(__file__).parents[1]
    game = here / "game"
    files = [here / "board.py", game / "engine.py", game / "layout.py", Path(__file__)]
    digest = hashlib.blake2b(digest_size=4)
    solve = here / "solve"
    for file in [*files, *sorted(solve.rglob("*.py")), *sorted(solve.rglob("*.npz"))]:
        digest.update(file.read_bytes())
    return digest.hexdigest()
