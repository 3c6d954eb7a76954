"""The text game for a person, through a pipe, and as a command."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping

from solver_bot.game.terminal import GOODBYE, Terminal, TerminalOptions, play
from tests.game.typed import SEED, board_of, terminal


def test_a_person_is_greeted_and_prompted_and_sees_the_board_after_every_move() -> None:
    out = io.StringIO()
    asked = Terminal(TerminalOptions(seeds=[SEED]), board_follows=True)
    play(["new 5 6 7\n", "uncover 0 0\n"], out, asked, person=True)
    greeting, started, moved, end = out.getvalue().split("> ")
    assert "help" in greeting
    assert board_of(started) == [" # # # # # #"] * 5
    assert board_of(moved)[0] == " 2 # # # # #"
    assert moved.splitlines()[-1] == "Row 0, column 0: 1 cell revealed."
    assert end.strip() == GOODBYE


def test_a_pipe_gets_one_confirmation_a_command_and_no_prompt() -> None:
    out = io.StringIO()
    play(["new 5 6 7\n", "uncover 0 0\n", "flag 4 5\n", "quit\n", "show\n"], out, terminal())
    assert out.getvalue().splitlines() == [
        "New game 6x5n7s#3: 5 rows, 6 columns, 7 mines.",
        "Row 0, column 0: 1 cell revealed.",
        "Row 4, column 5 flagged, 6 mines left.",
        GOODBYE,
    ]


def command(
    script: bytes, *options: str, environment: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", "practice", "--terminal", *options],
        input=script,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_command_works_through_a_pipe_and_ends_with_it() -> None:
    done = command(b"new 5 6 0\nuncover 2 3\n\xff\xfe\nshow")
    said = done.stdout.decode().splitlines()
    assert said[1].startswith("Row 2, column 3: 30 cells revealed. You won!")
    assert said[2].startswith("There is no command")
    assert said[-1].startswith("You won!")
    assert done.returncode == 0


def test_the_command_can_be_given_the_rules_and_a_game_to_repeat() -> None:
    done = command(b"show\nuncover 0 0\n", "--game", "6x5n7s#3", "--lives", "2")
    said = done.stdout.decode().splitlines()
    assert said[0] == "New game 6x5n7s#3: 5 rows, 6 columns, 7 mines."
    assert said[-1] == "Row 0, column 0: 1 cell revealed."


def test_characters_that_the_output_cannot_encode_are_replaced() -> None:
    done = command("blöd\nquit\n".encode(), environment={"PYTHONIOENCODING": "ascii"})
    assert done.stdout.startswith(b"There is no command 'bl??d'.")
    assert done.stdout.splitlines()[-1] == GOODBYE.encode()


def test_a_game_that_is_too_large_to_be_shown_is_wrong_use() -> None:
    done = command(b"", "--game", "99999x99999n1s#3")
    assert done.returncode == 2
    assert b"A board has at most 1000 rows and 1000 columns here." in done.stderr


def test_a_game_that_can_not_be_is_wrong_use() -> None:
    done = command(b"", "--game", "6x5n99s#3")
    assert done.returncode == 2
    assert b"99 mines do not fit" in done.stderr
