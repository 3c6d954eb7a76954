"""``play`` beside programs for which nothing is prepared.

``benchmarks/first_contact.py`` plays more of these games.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path

import pytest

from solver_bot.bot import Bot, Result, Wishes
from solver_bot.desktop.backends import usual_mouse
from solver_bot.desktop.screen import Screen
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin
from tests.lacking import leave_out
from tests.real.contact import PROGRAMS, Contact, UnpreparedProgram, meet, open_game, play
from tests.real.desktop import Desktop, DesktopError, end_group, require, wait_until
from tests.styled import behaving

HOLD = ["kmines", "gnome-mines", "xdemineur", "practice"]
"""Programs with skins. They are played to the end at every size and at every start."""
SHAPES = ["sgt-mines", "xbomb", "ace-minesweeper"]
"""Programs in unknown skins. Not all games are finished, but every report is true."""
CELLS = [(name, size) for name in HOLD for size in PROGRAMS[name].sizes]


def wanted(name: str) -> UnpreparedProgram:
    """The program. The test is skipped if it is not installed."""
    require()
    program = PROGRAMS[name]
    if program.missing:
        leave_out(f"not installed here: {', '.join(program.missing)}")
    return program


def check(contact: Contact, games: int) -> None:
    assert contact.reason == ""
    assert len(contact.games) == games
    assert contact.stops == []
    honest(contact)


def honest(contact: Contact) -> None:
    assert contact.wrong == 0
    assert contact.told_truly
    assert contact.alive
    assert "Traceback" not in contact.said


@pytest.mark.parametrize(("name", "size"), CELLS)
def test_an_unprepared_program_is_played_to_the_end(
    name: str, size: str, desktop: Desktop, tmp_path: Path
) -> None:
    """The high scores are empty, so nearly every win in KMines enters them."""
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
def test_reports_about_an_unknown_program_are_true(
    name: str, desktop: Desktop, tmp_path: Path
) -> None:
    contact = meet(desktop, wanted(name), "default", tmp_path, 1)
    honest(contact)
    assert contact.code in {0, 3, 4, 5}
    assert contact.code == 0 or contact.reason.endswith(".")


def opens_a_window(desktop: Desktop) -> bool:
    """Whether a second window opens soon."""
    with suppress(DesktopError):
        wait_until(lambda: len(desktop.windows()) > 1, "a second window", 20)
        return True
    return False


@pytest.mark.parametrize("waits", [0.0, 1.0], ids=["at once", "a moment later"])
def test_a_new_game_replaces_one_behind_the_high_scores(
    waits: float, desktop: Desktop, screen: Screen, tmp_path: Path
) -> None:
    """After a win by hand, the windows that KMines puts over its board are still open.

    KMines was seen to open none once. Another game is played then.
    """
    process = desktop.start(list(wanted("kmines").command), tmp_path)
    try:
        window = wait_until(lambda: next(iter(desktop.windows()), None), "a window")
        open_game(desktop, screen, PROGRAMS["kmines"], window, "default")
        leaving = [behaving(named_skin("kmines"), dismiss="")]
        for _ in range(8):
            hands = desktop_hands(screen, screen.desktop, usual_mouse(screen.desktop), Stop())
            (game,) = Bot(hands, SkinChoice.of(leaving), Wishes()).play().games
            if game.result is not Result.LOST and opens_a_window(desktop):
                break
        assert len(desktop.windows()) > 1, "no high scores were shown"
        time.sleep(waits)
        done = play(desktop, 1)
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert told["stopped"] is None
        assert [game["result"] for game in told["games"]] in (["won"], ["lost"])
        assert told["games"][0]["clicks"] > 0
    finally:
        end_group(process)
        wait_until(lambda: not desktop.windows(), "the end of KMines", 10)
