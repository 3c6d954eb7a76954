"""The command line as a whole, and the list of skins."""

from __future__ import annotations

import json
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


def test_skins_names_every_skin_and_level_in_full() -> None:
    out = run("skins").out
    words = ["classic", "gnome-mines", "kmines", "xdemineur", "intermediate", "30x16, 99 mines"]
    assert [word for word in words if word not in out] == []
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
