"""The command ``simulate``, and its plot."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from solver_bot.board import Board
from solver_bot.game.engine import Game
from solver_bot.game.levels import LEVELS
from solver_bot.simulate import games
from solver_bot.simulate.games import STRATEGIES
from solver_bot.simulate.published import PUBLISHED, published
from solver_bot.simulate.tally import load
from solver_bot.solve.certain import Certain, certain
from solver_bot.solve.odds import Contradiction
from tests.simulate.running import DONE, WRONG_CERTAIN, WRONG_USE, ZERO, chunk, ran, run

# The command

STOPPED = 5
CONTRACT = {"level", "start", "games", "won", "win_rate", "low", "high", "cpu_ms_per_game"}


def test_one_run_is_one_json_object_with_the_keys_of_the_contract() -> None:
    facts = json.loads(run("--level", "beginner", "--games", 50, "--jobs", 1, "--json").stdout)
    assert facts.keys() >= CONTRACT
    assert (facts["level"], facts["start"], facts["games"]) == ("beginner", "safe", 50)
    assert facts["win_rate"] == facts["won"] / 50
    assert facts["low"] < facts["win_rate"] < facts["high"]
    assert facts["cpu_ms_per_game"] > 0
    assert facts["wrong_certain"] == 0


def test_people_get_a_table_and_published_win_rates() -> None:
    result = run("--level", "beginner", "--games", 50, "--jobs", 1)
    assert result.exit_code == DONE
    assert "of 50" in result.stdout
    assert "91.69 % (PSEQ-D256)" in result.stdout
    assert max(map(len, result.stdout.splitlines()[:5])) <= 80


def test_workers_with_another_version_of_the_solver_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "play_chunk", lambda *_: chunk("01"))
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
def test_wrong_use_has_its_own_exit_code(arguments: tuple[object, ...]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")
    assert result.stderr


def test_a_safe_cell_that_is_a_mine_fails_the_run_and_names_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every 3 is shown as a 2, so a cell that the board proves safe may be a mine."""
    view = Game.view

    def lying(game: Game) -> Board:
        board = view(game)
        return replace(board, cells=bytes(2 if code == 3 else code for code in board.cells))

    monkeypatch.setattr(Game, "view", lying)
    monkeypatch.setattr(games, "certain", forgiving(certain))
    result = run("--level", "intermediate", "--games", 30, "--jobs", 1, "--json")
    assert result.exit_code == WRONG_CERTAIN
    assert json.loads(result.stdout)["wrong_certain"] > 0
    assert "a cell called safe was a mine" in result.stderr
    assert "16x16n40s#" in result.stderr


def forgiving(decide: Callable[[Board], Certain]) -> Callable[[Board], Certain]:
    """``decide``, which calls nothing certain on a board that contradicts itself."""

    def forgive(board: Board) -> Certain:
        try:
            return decide(board)
        except Contradiction:
            return Certain((), (), ())

    return forgive


def stopped(path: Path, number: int, *options: str) -> subprocess.CompletedProcess[str]:
    """Start a long run that writes a file, and stop it once the file is there."""
    script = (
        "import os, sys, threading, time\n"
        "from pathlib import Path\n"
        "from solver_bot.__main__ import main\n"
        "def press():\n"
        f"    while not Path({str(path)!r}).exists(): time.sleep(0.05)\n"
        f"    os.kill(os.getpid(), {number})\n"
        "threading.Thread(target=press, daemon=True).start()\n"
        f"sys.argv = ['solver-bot', 'simulate', '--games', '1000000', '--save', {str(path)!r},"
        f"            *{options!r}]\n"
        "main()\n"
    )
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(root)},
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_reports_what_was_played_and_can_be_resumed(
    number: int, jobs: str, tmp_path: Path
) -> None:
    path = tmp_path / "results"
    done = stopped(path, number, "--level", "beginner", "--jobs", jobs)
    saved = [part.won for part in load(path)[0]]
    games, won = sum(map(len, saved)), sum(part.count("1") for part in saved)
    assert games >= 100
    assert done.returncode == STOPPED
    assert f"{won} of {games}" in done.stdout
    assert done.stderr == (
        f"Stopped after {games} of 1000000 games. "
        f"They are in {path}; the same command goes on from there.\n"
    )


def test_a_stopped_run_prints_one_json_object_too(tmp_path: Path) -> None:
    options = ("--level", "beginner", "--jobs", "2", "--compare", "plain", "--json")
    done = stopped(tmp_path / "results", signal.SIGINT, *options)
    facts = json.loads(done.stdout)
    assert done.returncode == STOPPED
    assert sum(run["games"] for run in facts["runs"]) >= 100
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(),
    reason="this system does not list the children of a process",
)
def test_workers_that_still_load_print_nothing_on_ctrl_c(tmp_path: Path) -> None:
    """Ctrl-C in a terminal reaches every process of the command, at any moment."""
    run("--level", "beginner", "--games", 1, "--jobs", 1)  # compiling the solver is told otherwise
    path = tmp_path / "results"
    command = ["simulate", "--level", "beginner", "--games", "1000000", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "solver_bot", *command, "--save", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while len(children.read_text().split()) < 3:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == STOPPED
    assert err.startswith("Stopped after ")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("text", ["Dear diary,\n", '{"result": "won"}\n', "\x89PNG\n\0\0"])
@pytest.mark.parametrize("option", ["--save", "--merge"])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(
    option: str, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "notes"
    path.write_text(text)
    result = run("--level", "beginner", "--games", 5, option, path)
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")
    assert f"{path} does not hold results of simulate" in result.stderr
    assert path.read_text() == text


# The plot


def test_the_plot_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "plot.png"
    assert run("--level", "beginner", "--games", 50, "--jobs", 1, "--plot", path).exit_code == DONE
    with Image.open(path) as picture:
        assert picture.format == "PNG"
        assert len(picture.convert("RGB").getcolors(1_000_000) or []) > 20


def test_a_plot_that_cannot_be_written_is_reported_before_playing(tmp_path: Path) -> None:
    result = run("--games", 10**6, "--plot", tmp_path / "missing" / "plot.png")
    assert (result.exit_code, result.stdout) == (WRONG_USE, "")


def test_published_figures_are_shares_of_known_levels() -> None:
    assert all(0 < figure.win_rate < 1 and figure.level in LEVELS for figure in PUBLISHED)
    assert {figure.system for figure in published("expert", ZERO)} == {
        "D. Hill's solver", "PSEQ-D256",
    }  # fmt: skip
