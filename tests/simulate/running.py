"""Setups, results and runs for the tests of simulated games."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from solver_bot.board import StartRule
from solver_bot.cli.main import commands
from solver_bot.game.levels import LEVELS
from solver_bot.simulate.tally import Chunk, Setup

SAFE, ZERO, NONE = StartRule
DONE, WRONG_CERTAIN, WRONG_USE = 0, 1, 2


def setup(level: str = "beginner", start: StartRule = SAFE, strategy: str = "safest") -> Setup:
    return Setup(LEVELS[level], start, strategy, None, 1)


def chunk(won: str, first: int = 0, what: Setup | None = None) -> Chunk:
    return Chunk(what or setup(), "abcd", first, won, 2 * len(won), (), 0.5)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["simulate", *map(str, arguments)])


def ran(*arguments: object) -> dict[str, Any]:
    """The JSON output of a run without the processor time, which differs between runs."""
    result = run(*arguments, "--json")
    assert result.exit_code == DONE, result.stderr
    facts: dict[str, Any] = json.loads(result.stdout)
    for one in facts.get("runs", [facts]):
        del one["cpu_ms_per_game"]
    return facts
