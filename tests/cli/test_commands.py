"""The command line as a whole, and the list of skins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.running import (
    BAD_BOARD,
    CONTRADICTION,
    DONE,
    NO_BOARD,
    SMALL,
    WRONG_USE,
    Run,
    on_grey,
    run,
    run_process,
    sample_board,
    save,
)


def test_skins_json_lists_every_skin_with_its_origin_and_licence() -> None:
    answer = json.loads(run("skins", "--json").out)
    assert list(answer) == ["skins"]
    names = [skin["name"] for skin in answer["skins"]]
    assert names == ["classic", "gnome-mines", "kmines", "xdemineur"]
    assert all(skin["source"] and skin["licence"] and skin["levels"] for skin in answer["skins"])


def test_skins_gives_a_mine_total_only_if_the_size_tells_it() -> None:
    skins = {skin["name"]: skin for skin in json.loads(run("skins", "--json").out)["skins"]}
    totals = {name: [v["mines"] for v in skin["levels"]] for name, skin in skins.items()}
    assert totals["kmines"] == [10, 40, 99]
    assert set(totals["xdemineur"] + totals["classic"]) == {None}
    assert "100" not in run("skins").out


@pytest.mark.parametrize("columns", [80, 120])
def test_skins_names_programs_first_and_licences_last(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run("skins").out
    lines = [line.split("  ") for line in out.splitlines()]
    told = [[word.strip() for word in line if word.strip()] for line in lines]
    assert ["KMines, default theme", "kmines", "9x9: 10, 16x16: 40, 30x16: 99"] in told
    assert ["xdemineur", "xdemineur", "not told by the size"] in told
    assert out.index("GNOME Mines, default theme") < out.index("screenshots") < out.index("GPL-3")
    assert max(map(len, out.splitlines())) <= columns
    assert "…" not in out


@pytest.mark.parametrize("command", ["read", "annotate", "solve"])
def test_a_command_without_its_argument_is_wrong_use(command: str) -> None:
    told = run(command)
    assert told.code == WRONG_USE
    assert "Missing argument" in told.err or "Name the pictures" in told.err


@pytest.mark.parametrize("command", [[], ["read"], ["annotate"], ["solve"], ["skins"]])
def test_help_is_no_failure(command: list[str]) -> None:
    told = run(*command, "--help")
    assert told.code == DONE
    assert told.out.startswith("Usage: ")


def test_the_module_runs_as_a_program() -> None:
    told = run_process("read", SMALL)
    assert told == Run(DONE, str(sample_board("kmines-easy-early")), "")
    assert run_process("solve", "-", text="1#\n11\n").code == DONE


@pytest.mark.parametrize("command", ["read", "annotate"])
def test_the_process_ends_with_the_contracts_exit_code(command: str, tmp_path: Path) -> None:
    missing = run_process(command, "--json", tmp_path / "none.png")
    assert (missing.code, missing.boards) == (WRONG_USE, [])
    plain = run_process(
        command, "--json", save(tmp_path / "plain.png", np.full((200, 300, 3), 150, np.uint8))
    )
    assert (plain.code, plain.boards) == (NO_BOARD, [])
    wrong = run_process(command, "--json", save(tmp_path / "a.png", on_grey(CONTRADICTION)))
    assert (wrong.code, len(wrong.boards)) == (BAD_BOARD if command == "annotate" else DONE, 1)


WITH_NUMPY = """
import os, sys, types
def run():
    import numpy
    os.write(1, str(len(os.listdir("/proc/self/task"))).encode())
sys.modules["solver_bot.cli.main"] = types.SimpleNamespace(run=run)
from solver_bot.__main__ import main
main()
"""


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="this system does not list a process's threads"
)
def test_numpy_starts_no_threads() -> None:
    """On a busy machine its threads wait for each other, three times as long as one works."""
    usual = {name: value for name, value in os.environ.items() if "THREADS" not in name}
    command = [sys.executable, "-c", WITH_NUMPY]
    done = subprocess.run(command, env=usual, capture_output=True, check=True)
    assert done.stdout == b"1"
