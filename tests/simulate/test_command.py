"""The command ``simulate``, and its plot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from solver_bot import simulate
from solver_bot.board import Board
from solver_bot.game.engine import Game
from solver_bot.levels import LEVELS
from solver_bot.published import PUBLISHED, published
from solver_bot.simulate import STRATEGIES
from solver_bot.solve.odds import Contradiction, Odds, TooWide, odds
from solver_bot.tally import load
from tests.simulate.running import DONE, WRONG_CERTAIN, WRONG_USE, ZERO, chunk, ran, run

# The command

CONTRACT = {"level", "start", "games", "won", "win_rate", "low", "high", "cpu_ms_per_game"}


def test_one_run_is_one_json_object_with_the_keys_of_the_contract() -> None:
    facts = json.loads(run("--level", "beginner", "--games", 50, "--jobs", 1, "--json").stdout)
    assert facts.keys() >= CONTRACT
    assert (facts["level"], facts["start"], facts["games"]) == ("beginner", "safe", 50)
    assert facts["win_rate"] == facts["won"] / 50
    assert facts["low"] < facts["win_rate"] < facts["high"]
    assert facts["cpu_ms_per_game"] > 0
    assert facts["wrong_certain"] == 0


def test_people_get_a_table_and_what_others_reach() -> None:
    result = run("--level", "beginner", "--games", 50, "--jobs", 1)
    assert result.exit_code == DONE
    assert "of 50" in result.stdout
    assert "91.69 % (PSEQ-D256)" in result.stdout
    assert max(map(len, result.stdout.splitlines()[:5])) <= 80


def test_workers_with_another_version_of_the_solver_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulate, "play_chunk", lambda *_: chunk("01"))
    result = run("--level", "beginner", "--games", 2)
    assert result.exit_code == WRONG_USE
    assert "another version of the solver" in result.stderr


def test_the_help_names_every_strategy() -> None:
    text = run("--help").stdout
    assert all(name in text for name in STRATEGIES)


def test_files_are_counted_together(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    common = ("--level", "beginner", "--games", 50, "--jobs", 1)
    one = ran(*common, "--save", first)
    two = ran(*common, "--seed", 2, "--save", second)
    both = ran("--merge", first, second, first)
    assert (both["games"], both["won"]) == (100, one["won"] + two["won"])


def test_files_of_several_levels_give_a_run_each(tmp_path: Path) -> None:
    path = tmp_path / "results"
    one = ran("--level", "beginner", "--games", 20, "--jobs", 1, "--save", path)
    two = ran("--level", "beginner8", "--games", 20, "--jobs", 1, "--save", path)
    assert ran("--merge", path)["runs"] == [one, two]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--merge",),
        ("results",),
        ("--merge", "results", "--save", "other"),
        ("--merge", "missing"),
        ("--games", 0),
        ("--strategy", "nobody"),
    ],
)
def test_wrong_use_is_told_apart(arguments: tuple[object, ...]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")
    assert result.stderr


def test_a_safe_cell_that_is_a_mine_fails_the_run_and_names_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The board shown is another game's, so that what it proves is wrong here."""
    view = Game.view

    def lying(game: Game) -> Board:
        board = view(game)
        return replace(board, cells=bytes(2 if code == 3 else code for code in board.cells))

    monkeypatch.setattr(Game, "view", lying)
    monkeypatch.setattr(simulate, "odds", forgiving(odds))
    result = run("--level", "intermediate", "--games", 30, "--jobs", 1, "--json")
    assert result.exit_code == WRONG_CERTAIN
    assert json.loads(result.stdout)["wrong_certain"] > 0
    assert "a cell called safe was a mine" in result.stderr
    assert "16x16n40s#" in result.stderr


def forgiving(count: Callable[[Board], Odds]) -> Callable[[Board], Odds]:
    """Odds for which a contradiction is a board too wide to count."""

    def forgive(board: Board) -> Odds:
        try:
            return count(board)
        except Contradiction:
            raise TooWide("it contradicts itself") from None

    return forgive


def test_ctrl_c_ends_a_run_that_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "results"
    script = (
        "import os, signal, sys, threading, time\n"
        "from pathlib import Path\n"
        "from solver_bot.cli import commands\n"
        "def press():\n"
        f"    while not Path({str(path)!r}).exists(): time.sleep(0.05)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=press, daemon=True).start()\n"
        f"commands(['simulate', '--games', '1000000', '--jobs', '2', '--save', {str(path)!r}])\n"
    )
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr == (
        f"Stopped. What was played is in {path}; the same command goes on from there.\n"
    )
    assert sum(len(part.won) for part in load(path)[0]) >= 100


# The plot


def test_the_plot_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "plot.png"
    assert run("--level", "beginner", "--games", 50, "--jobs", 1, "--plot", path).exit_code == DONE
    with Image.open(path) as picture:
        assert picture.format == "PNG"
        assert len(picture.convert("RGB").getcolors(1_000_000) or []) > 20


def test_a_plot_that_cannot_be_written_is_said_before_playing(tmp_path: Path) -> None:
    result = run("--games", 10**6, "--plot", tmp_path / "missing" / "plot.png")
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")


def test_published_figures_are_shares_of_levels_there_are() -> None:
    assert all(0 < figure.win_rate < 1 and figure.level in LEVELS for figure in PUBLISHED)
    assert {figure.system for figure in published("expert", ZERO)} == {
        "D. Hill's solver", "PSEQ-D256",
    }  # fmt: skip
