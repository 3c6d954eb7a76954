"""Programs met as they come, by ``play`` as a player runs it. ``benchmarks/first_contact.py`` plays
more of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver_bot.desktop.screen import Screen
from tests.real.contact import PROGRAMS, Contact, Newcomer, meet
from tests.real.desktop import Desktop, end_group, require, settled, wait_until

HOLD = ["kmines", "gnome-mines", "xdemineur", "practice"]
"""Read in skins of their own: they are played to the end at every size, at every start."""
SHAPES = ["sgt-mines", "xbomb", "ace-minesweeper"]
"""Read by shapes alone: not all of it is, but what is said is true."""
CELLS = [(name, size) for name in HOLD for size in PROGRAMS[name].sizes]


def wanted(name: str) -> Newcomer:
    """The program; the test is skipped where it is not installed."""
    require()
    program = PROGRAMS[name]
    if program.missing:
        pytest.skip(f"not installed here: {', '.join(program.missing)}")
    return program


def check(contact: Contact, games: int) -> None:
    assert contact.reason == ""
    assert len(contact.games) == games
    assert contact.count("stopped") == 0
    honest(contact)


def honest(contact: Contact) -> None:
    assert contact.wrong == 0
    assert contact.told_truly
    assert contact.alive
    assert "Traceback" not in contact.said


@pytest.mark.parametrize(("name", "size"), CELLS)
def test_a_program_as_it_comes_is_played_to_the_end(
    name: str, size: str, desktop: Desktop, tmp_path: Path
) -> None:
    """The high scores are empty, so nearly every win of KMines is one."""
    games = 4 if name == "kmines" else 2
    check(meet(desktop, wanted(name), size, tmp_path, games), games)


@pytest.mark.parametrize("name", HOLD)
def test_a_program_that_was_played_before_is_played_again(
    name: str, desktop: Desktop, tmp_path: Path
) -> None:
    program = wanted(name)
    for _ in ("first", "second"):
        check(meet(desktop, program, "default", tmp_path, 1), 1)


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_said_of_a_program_never_met_is_true(
    name: str, desktop: Desktop, tmp_path: Path
) -> None:
    contact = meet(desktop, wanted(name), "default", tmp_path, 1)
    honest(contact)
    assert contact.code in {0, 3, 4, 5}
    assert contact.code == 0 or contact.reason.endswith(".")


BESIDE = """
import sys, tkinter
root = tkinter.Tk()
root.overrideredirect(True)
root.geometry("100x300+%s+100" % sys.argv[1])
root.bind("<Button>", lambda event: print("click", flush=True))
print("ready", flush=True)
root.mainloop()
"""
"""A window that answers to every click, and says so."""


@pytest.fixture
def beside(desktop: Desktop) -> Iterator[subprocess.Popen[str]]:
    """A window of another program, whose right edge is at 400."""
    process = subprocess.Popen(
        [sys.executable, "-c", BESIDE, "300"],
        env=desktop.environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.wait()
