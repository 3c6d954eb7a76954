"""The command ``simulate``: plays seeded games without a screen and counts the wins."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import click

from solver_bot.cli.endings import SIGNALS
from solver_bot.cli.exit_codes import STOPPED, WRONG_USE
from solver_bot.cli.options import as_level, fail
from solver_bot.cli.simulate_output import facts, judge, percent, print_results
from solver_bot.cli.waiting import solver, wait_for
from solver_bot.game.levels import SYNTAX, Level
from solver_bot.solve.signals import put_off

if TYPE_CHECKING:
    from solver_bot.simulate.tally import Chunk, Comparison, Setup, Summary, Tally


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE...]")
@click.option(
    "--level",
    callback=as_level,
    metavar="LEVEL",
    default="expert",
    show_default=True,
    help=f"The boards' size and mines: {SYNTAX}.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**8),
    default=1000,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--start",
    type=click.Choice(["safe", "zero", "none"]),
    default="safe",
    show_default=True,
    help="What the first click promises: no mine (safe), an empty area (zero), or nothing (none).",
)
@click.option("--strategy", default="best", show_default=True, help="How to choose guesses.")
@click.option(
    "--nodes", type=click.IntRange(min=1), help="The most positions to search for one move."
)
@click.option(
    "--compare",
    metavar="STRATEGY[:NODES]",
    help="Play the same games with this strategy too, and print the difference.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="The same seed gives the same games.",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), help="How many processes to use.  [default: one a core]"
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster at this address.")
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Add the results to this file. Games that it already holds are not played again.",
)
@click.option("--merge", is_flag=True, help="Play no games; add up the results in FILEs.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Plot the win rate beside published ones in this PNG file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    files: tuple[Path, ...],
    level: Level,
    games: int,
    start: str,
    strategy: str,
    nodes: int | None,
    compare: str | None,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    save: Path | None,
    merge: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play seeded games without a screen, and print how many are won.

    The strategy best guesses the cell with the greatest chance to win, as play and annotate do. The
    strategy safest guesses the least likely mine, and among equal ones that with the fewest covered
    cells around it. The strategy plain guesses the least likely mine, and among equal ones the
    first.
    """
    if bool(files) != merge:
        raise click.UsageError("Use --merge and the FILEs to add up together.")
    if merge and (save or compare or cluster):
        raise click.UsageError("--merge plays no games: leave out --save, --compare, --cluster.")
    if plot:
        _check_plot(plot)
    if merge:
        found, comparison, whole = *_merged(files), True
    else:
        setups = _setups(level, start, strategy, nodes, seed, compare)
        found, comparison, whole = _played(setups, games, jobs, cluster, save)
    if as_json:
        click.echo(json.dumps(facts(found, comparison)))
    elif any(summary.games for summary in found):
        print_results(found, comparison)
    if plot:
        _draw(plot, found)
    judge(found)
    if not whole:
        _say_stopped(found, games * len(found), save)


def _setups(
    level: Level, start: str, strategy: str, nodes: int | None, seed: int, other: str | None
) -> list[Setup]:
    """The setups to play: one, or two if they are compared.

    Raises:
        UsageError: a strategy does not exist, or both setups are the same.

    """
    from solver_bot.board import StartRule
    from solver_bot.simulate.games import STRATEGIES
    from solver_bot.simulate.tally import Setup

    wanted = [(strategy, nodes)]
    if other is not None:
        name, _, budget = other.partition(":")
        wanted.append((name, _budget(budget) if budget else nodes))
    for name, _ in wanted:
        if name not in STRATEGIES:
            names = ", ".join(STRATEGIES)
            raise click.UsageError(f"There is no strategy {name!r}. The strategies are: {names}.")
    if len(set(wanted)) < len(wanted):
        raise click.UsageError("--compare names the same strategy and budget as --strategy.")
    return [Setup(level, StartRule(start), name, budget, seed) for name, budget in wanted]


def _budget(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text):
        return int(text)
    raise click.UsageError(f"--compare: {text!r} is not a number of nodes.")


Results = tuple[list["Summary"], "Comparison | None"]


def _played(
    setups: Sequence[Setup], games: int, jobs: int | None, cluster: str | None, save: Path | None
) -> tuple[list[Summary], Comparison | None, bool]:
    """The results, the comparison of two setups, and whether all games were played.

    After Ctrl-C, these are the results so far.
    """
    from solver_bot.simulate.games import warm_up
    from solver_bot.simulate.tally import Tally, TallyError, compare, summaries

    counted = {setup: Tally(setup) for setup in setups}
    try:
        if save:
            _resume(save, counted, games)
        wait_for(solver())
        for setup in setups:
            warm_up(setup.strategy)
        whole = _play(counted, games, jobs, cluster, save)
    except TallyError as error:
        fail(WRONG_USE, f"{error}.")
    both = list(counted.values())
    return summaries(both), compare(*both) if len(both) == 2 else None, whole


def _play(
    counted: dict[Setup, Tally],
    games: int,
    jobs: int | None,
    cluster: str | None,
    save: Path | None,
) -> bool:
    """Play the games and count the results. Returns whether all games were played."""
    from solver_bot.simulate.games import fingerprint, play_all
    from solver_bot.simulate.tally import TallyError, append

    with ExitStack() as stack:
        if cluster:
            stack.enter_context(_on_cluster(cluster))
        show = stack.enter_context(_progress(list(counted.values()), games))
        stop = stack.enter_context(_stop_keys())
        playing = play_all(list(counted), games, list(counted.values()), jobs)
        for chunk in _until(stop, stack.enter_context(closing(playing))):
            if chunk.solver != fingerprint():
                raise TallyError("the cluster's workers have another version of the solver")
            counted[chunk.setup].add(chunk)
            if save:
                append(save, chunk)
            show()
        return not stop.told


def _until(stop: _Stop, playing: Iterator[Chunk]) -> Iterator[Chunk]:
    """The results until the player stops. Unfinished chunks are lost then."""
    while not stop.told:
        try:
            stop.waiting = True
            chunk = next(playing, None)
            stop.waiting = False
        except BaseException:  # compiled code may turn Ctrl-C into any exception
            if stop.told:
                return
            raise
        if chunk is None:
            return
        yield chunk


def _resume(path: Path, counted: dict[Setup, Tally], games: int) -> None:
    """Count the results in a file that belong to the games to play."""
    from solver_bot.simulate.games import fingerprint
    from solver_bot.simulate.tally import cut, load

    chunks, damaged = load(path)
    _note_damaged(path, damaged)
    mine = [chunk for chunk in chunks if chunk.setup in counted]
    known = [chunk for chunk in mine if chunk.solver == fingerprint()]
    for chunk in known:
        if part := cut(chunk, games):
            counted[chunk.setup].add(part)
    if len(known) < len(mine):
        click.echo(
            f"{path} also holds results of another version of the solver; "
            "those games are played again.",
            err=True,
        )
    there = sum(len(tally.results) - tally.results.count(0) for tally in counted.values())
    if there:
        click.echo(f"{there} games are in {path} already.", err=True)


def _note_damaged(path: Path, damaged: int) -> None:
    if damaged:
        lines = "A line" if damaged == 1 else f"{damaged} lines"
        click.echo(f"{lines} of {path} can't be read and will not be counted.", err=True)


@dataclass(slots=True)
class _Stop:
    """Whether the player stopped the games.

    Attributes:
        told: whether a signal has arrived.
        waiting: whether the main thread only waits for results, and so can be interrupted.

    """

    told: bool = False
    waiting: bool = False


@contextmanager
def _stop_keys() -> Iterator[_Stop]:
    """Listen for Ctrl-C and the signals that end programs. A second one ends the command.

    Afterwards the handlers are as before, except where another was set meanwhile: an interrupted
    block may end as late as the interpreter does, which ignores signals by then.
    """
    stop = _Stop()

    def tell(number: int, _frame: FrameType | None = None) -> None:
        if put_off(lambda: tell(number)):
            return
        stop.told = True
        signal.signal(number, before[number])
        if stop.waiting:
            raise KeyboardInterrupt

    before = {number: signal.getsignal(number) for number in SIGNALS}
    heeded = [number for number in SIGNALS if before[number] is not signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, tell)
    try:
        yield stop
    finally:
        for number in heeded:
            if signal.getsignal(number) is tell:
                signal.signal(number, before[number])


def _say_stopped(found: Sequence[Summary], games: int, save: Path | None) -> NoReturn:
    played = sum(summary.games for summary in found)
    kept = f" They are in {save}; the same command goes on from there." if save and played else ""
    fail(STOPPED, f"Stopped after {played} of {games} games.{kept}")


@contextmanager
def _on_cluster(address: str) -> Iterator[None]:
    """Let joblib run the games on a Dask cluster."""
    try:
        from distributed import Client
    except ImportError:
        fail(WRONG_USE, "--cluster needs Dask: pip install 'solver-bot[cluster]'.")
    from joblib import parallel_config

    try:
        client = Client(address, timeout=10)  # type: ignore[no-untyped-call] # Dask is untyped
    except (OSError, ValueError) as error:
        fail(WRONG_USE, f"There is no Dask cluster at {address}: {error}.")
    with client, parallel_config(backend="dask", client=client):
        yield


@contextmanager
def _progress(counted: Sequence[Tally], games: int) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error if that is a terminal.

    Gives a function that updates the bar.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        tasks = [bar.add_task("", total=games) for _ in counted]

        def show() -> None:
            for task, tally in zip(tasks, counted, strict=True):
                won, lost = tally.results.count(b"1"), tally.results.count(b"0")
                text = f"{tally.setup.strategy} {percent(won, won + lost)}"
                bar.update(task, completed=won + lost, description=text)

        show()
        yield show


def _merged(files: Sequence[Path]) -> Results:
    from solver_bot.simulate.tally import TallyError, load, summaries, tallies

    chunks: list[Chunk] = []
    try:
        for path in files:
            if not path.exists():
                raise TallyError(f"{path} does not exist")
            there, damaged = load(path)
            _note_damaged(path, damaged)
            chunks += there
        counted = tallies(chunks)
    except TallyError as error:
        fail(WRONG_USE, f"{error}.")
    if not chunks:
        fail(WRONG_USE, "There are no results to count.")
    if len({chunk.solver for chunk in chunks}) > 1:
        click.echo("The results come from different versions of the solver.", err=True)
    return summaries(counted), None


def _check_plot(path: Path) -> None:
    """End if the plot can't be drawn, before hours are spent on games."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        fail(WRONG_USE, "--plot needs matplotlib: pip install 'solver-bot[plot]'.")
    if not path.absolute().parent.is_dir():
        fail(WRONG_USE, f"{path} can't be written: its folder does not exist.")


def _draw(path: Path, found: Sequence[Summary]) -> None:
    from solver_bot.simulate.plot import plot

    try:
        plot(path, found)
    except OSError as error:
        fail(WRONG_USE, f"{path} can't be written: {error.strerror or error}.")
    click.echo(f"The plot is in {path}.", err=True)
