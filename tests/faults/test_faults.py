"""Every fault in the middle of a game on a simulated window has exactly its promised outcome.

No fault may cause a click outside the board, a click on a cell that was not decided on or, except
for an announced guess, not proved safe, or a record that can't be read.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from solver_bot.bot import Action, Result
from solver_bot.cli.session import exit_code
from solver_bot.live.recording import replay
from tests.faults.promises import GOES_ON, PROMISES, Promise, table
from tests.faults.rig import rig

SKINS = ("xdemineur", "kmines", "gnome-mines")
WHEN = (3, 12)
PAGE = Path(__file__).resolve().parents[2] / "docs" / "trust.md"


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
def test_a_fault_has_its_promised_outcome(promise: Promise, tmp_path: Path) -> None:
    for number, when in enumerate(WHEN):
        skin = SKINS[(PROMISES.index(promise) + number) % len(SKINS)]
        tried = rig(promise.name, skin, 10 + number, when)
        folder = tmp_path / str(when)
        session = tried.play(folder)
        where = f"{skin}, after {when} clicks: {session}"
        assert tried.broken == [], where
        assert [entry.picture().shape[2] for entry in replay(folder)], where
        assert sum(game.wrong_certain for game in session.games) == 0, where
        if promise.outcome == GOES_ON:
            assert session.halted is None, where
            assert session.games[0].result is not Result.STOPPED, where
        elif tried.scene.truth.over:
            continue  # the game was over before the fault had an effect
        else:
            assert promise.says in str(session.halted), where
        assert exit_code(session) == promise.code, where


@pytest.mark.parametrize("name", ["misplaced-clicks", "late-clicks", "lost-clicks"])
def test_with_flags_no_late_click_lands_on_a_flag(name: str, tmp_path: Path) -> None:
    """The bot waits for a click that opens a cell before it flags the next mine."""
    for seed in range(2):
        tried = rig(name, "xdemineur", seed, 0)
        session = tried.play(tmp_path / str(seed), flags=True)
        assert tried.broken == []
        assert sum(game.wrong_certain for game in session.games) == 0
        truth, decided = tried.scene.truth, tried.decided
        if session.games[0].result is Result.LOST and decided:
            assert "guess" in session.games[0].reason
            assert truth.over
            assert decided.decision.action is Action.OVER


def test_the_page_shows_every_promise() -> None:
    assert table() in PAGE.read_text(encoding="utf-8")
