"""The output of ``simulate``: tables, JSON and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from solver_bot.cli.exit_codes import WRONG_CERTAIN
from solver_bot.cli.options import fail

if TYPE_CHECKING:
    from solver_bot.simulate.tally import Comparison, Summary


def percent(won: int, games: int) -> str:
    """A win rate in percent, or ``-`` without games."""
    return f"{won / games:.2%}" if games else "-"


def facts(found: Sequence[Summary], comparison: Comparison | None) -> dict[str, Any]:
    """The output of ``simulate --json``: a single run itself, or several runs under ``runs``."""
    runs = [_run_facts(summary) for summary in found]
    if len(runs) == 1:
        return runs[0]
    if comparison is None:
        return {"runs": runs}
    return {"runs": runs, "comparison": asdict(comparison)}


def _run_facts(summary: Summary) -> dict[str, Any]:
    return {
        "level": summary.level.name,
        "start": summary.start.value,
        "games": summary.games,
        "won": summary.won,
        "win_rate": round(summary.win_rate, 6),
        "low": round(summary.low, 6),
        "high": round(summary.high, 6),
        "cpu_ms_per_game": round(summary.cpu_ms_per_game, 3),
        "strategy": summary.strategy,
        "nodes": summary.nodes,
        "guesses_per_game": round(summary.guesses_per_game, 3),
        "wrong_certain": len(summary.wrong_certain),
    }


def print_results(found: Sequence[Summary], comparison: Comparison | None) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=0, pad_edge=False)
    for name in ("Level", "Start", "Strategy"):
        table.add_column(name, no_wrap=True)
    for name in ("Won", "Win rate", "95 % interval", "CPU ms"):
        table.add_column(name, no_wrap=True, justify="right")
    for summary in found:
        table.add_row(
            summary.level.name,
            summary.start.value,
            _player(summary),
            f"{summary.won} of {summary.games}",
            f"{summary.win_rate:.2%}",
            f"{100 * summary.low:.2f} - {100 * summary.high:.2f}",
            f"{summary.cpu_ms_per_game:.2f}",
        )
    Console().print(table)
    if comparison:
        click.echo(_difference(found, comparison))
    for sentence in _published_sentences(found):
        click.echo(sentence)


def _difference(found: Sequence[Summary], comparison: Comparison) -> str:
    first, second = (_player(summary) for summary in found)
    sure = comparison.low > 0 or comparison.high < 0
    caveat = "" if sure else " Chance alone may explain that."
    return (
        f"On the same {comparison.games} games {first} won {100 * comparison.difference:+.2f} "
        f"points against {second} (95 % interval {100 * comparison.low:+.2f} to "
        f"{100 * comparison.high:+.2f}, p = {comparison.p_value:.2g}): "
        f"{comparison.only_first} games were won by {first} alone, "
        f"{comparison.only_second} by {second} alone.{caveat}"
    )


def _player(summary: Summary) -> str:
    return summary.strategy + (f":{summary.nodes}" if summary.nodes else "")


def _published_sentences(found: Sequence[Summary]) -> Iterator[str]:
    """A sentence for each level and start rule, with the win rates that others published."""
    from solver_bot.simulate.published import published

    for level, start in dict.fromkeys((summary.level.name, summary.start) for summary in found):
        figures = sorted(published(level, start), key=lambda figure: -figure.win_rate)
        if figures:
            listed = ", ".join(f"{100 * v.win_rate:g} % ({v.system})" for v in figures)
            yield f"Published for {level}, {start}: {listed}."


def judge(found: Sequence[Summary]) -> None:
    """Print the games in which a cell called safe was a mine, and end, if there are any."""
    from solver_bot.simulate.games import game_id
    from solver_bot.simulate.tally import Setup

    wrong = [
        game_id(Setup(run.level, run.start, run.strategy, run.nodes, seed), number)
        for run in found
        for seed, number in run.wrong_certain
    ]
    if wrong:
        ids = ", ".join(map(str, wrong[:5]))
        fail(
            WRONG_CERTAIN,
            f"In {len(wrong)} games a cell called safe was a mine. That is a defect of the solver: "
            f"please report these game IDs: {ids}.",
        )
