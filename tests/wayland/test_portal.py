"""Games are seen and played on a headless GNOME compositor through the portals.

mutter is GNOME's compositor, and the portals are those of GNOME. A person, played by the test,
answers their dialog.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from solver_bot.desktop.backends import offers
from solver_bot.desktop.portal.desktop import permitted, portal_mouse
from solver_bot.desktop.region import Picture
from solver_bot.vision.extract import read
from solver_bot.vision.picture import save_picture
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import GNOME_MINES, end_group, unchanged, wait_until
from tests.wayland.gnome import Gnome, gnome_desktop, running
from tests.wayland.sway import players

ENDS = 360
COVERED = 0xB6, 0xBD, 0xBA
"""The colour of a covered cell. The cell under the pointer has another."""
THREE_CELLS = 1000
"""About as many pixels as three cells have in a large game."""


@pytest.fixture(scope="module")
def one_gnome() -> Iterator[Gnome]:
    """A headless mutter with the portals of GNOME."""
    with gnome_desktop() as desktop:
        yield desktop


@pytest.fixture
def gnome(one_gnome: Gnome) -> Gnome:
    """The same for every test, whatever the last one has left."""
    one_gnome.portals.revive()
    return one_gnome


def bot(gnome: Gnome, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "solver_bot", *words],
        env=players(gnome.mutter.environment()),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_ten_games_are_played_to_their_end(gnome: Gnome, tmp_path: Path) -> None:
    level = GNOME_MINES.levels[0]
    with running(gnome, GNOME_MINES, level):
        process = bot(gnome, "play", "--json", "--games=10", f"--mines={level.mines}")
        try:
            gnome.share()
            output, said = process.communicate(timeout=ENDS)
        finally:
            end_group(process)
        if process.returncode:
            desktop = gnome.hand.look_again()
            save_picture(tmp_path / "desktop.png", desktop)
            said += f"The desktop is in {tmp_path / 'desktop.png'}. Boards on it:\n"
            said += "\n".join(str(one.board) for one in read(desktop, shipped_skins()))
    assert "asks in a dialog" in said
    assert process.returncode == 0, said + output
    games = json.loads(output)["games"]
    assert len(games) == 10
    assert all(game["result"] in {"won", "lost"} for game in games)
    assert sum(game["wrong_certain"] for game in games) == 0


def covered(picture: Picture) -> int:
    """How much of a picture has the colour of covered cells, in pixels."""
    return int((picture == COVERED).all(axis=2).sum())


@contextmanager
def playing(gnome: Gnome) -> Iterator[subprocess.Popen[str]]:
    """``play`` in a large game with a pause after each click, after its first clicks."""
    with running(gnome, GNOME_MINES, GNOME_MINES.level("big")):
        before = covered(gnome.hand.look())
        process = bot(gnome, "play", "--json", "--games=99", "--delay=150", "--backend=portal")
        try:
            gnome.share()
            few = before - THREE_CELLS
            wait_until(
                lambda: process.poll() is not None or covered(gnome.hand.look()) < few,
                "the first clicks",
            )
            yield process
        finally:
            end_group(process)


def stopped(process: subprocess.Popen[str]) -> str:
    """The reason with which ``play`` stops."""
    output, said = process.communicate(timeout=60)
    assert process.returncode == 5, said
    facts = json.loads(output)
    assert sum(game["wrong_certain"] for game in facts["games"]) == 0
    return str(facts["stopped"])


def test_taking_the_mouse_stops_it(gnome: Gnome) -> None:
    with playing(gnome) as process:
        for _ in range(20):
            gnome.hand.nudge(3, 2)
            time.sleep(0.05)
        assert stopped(process) == "The mouse was moved, so it is yours."


def test_a_quiet_desktop_is_made_to_send_what_it_has_kept_back(
    gnome: Gnome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine mutter keeps the picture of the last change back."""
    monkeypatch.delenv("DISPLAY")  # X11 programs are not waited for
    person = threading.Thread(target=gnome.share)
    person.start()
    screen, session = permitted(True, lambda _: None)
    person.join()
    with screen:
        mouse = portal_mouse(session)
        mouse.park(500, 500)
        stream = session.monitors[0].stream
        unchanged(lambda: stream.pictures, 1)
        before = stream.pictures

        def is_news() -> bool:
            screen.grab()
            return stream.pictures > before

        wait_until(is_news, "a picture")
        assert not mouse.moved()


def test_a_permission_that_is_withdrawn_stops_it(gnome: Gnome) -> None:
    """A person does it in GNOME's panel, which mutter alone does not have."""
    with playing(gnome) as process:
        gnome.portals.withdraw()
        assert "the permission was withdrawn" in stopped(process)


def test_a_refusal_ends_it(gnome: Gnome) -> None:
    process = bot(gnome, "read", "--screen", "--backend=portal")
    try:
        gnome.refuse()
        _, said = process.communicate(timeout=60)
    finally:
        end_group(process)
    assert process.returncode == 6
    assert "it was refused" in said


def test_without_permission_for_the_mouse_it_does_not_play(gnome: Gnome) -> None:
    process = bot(gnome, "play", "--backend=portal")
    try:
        gnome.share(interaction=False)
        _, said = process.communicate(timeout=60)
    finally:
        end_group(process)
    assert process.returncode == 6
    assert 'switch on "Allow remote interaction"' in said


def test_it_is_offered_without_a_question(gnome: Gnome) -> None:
    before = gnome.hand.look()
    offer = next(offer for offer in offers() if offer.backend == "portal")
    assert offer.reads
    assert offer.plays
    assert np.array_equal(gnome.hand.look(), before)


def test_a_compositor_that_dies_stops_it() -> None:
    with gnome_desktop() as gnome, playing(gnome) as process:
        end_group(gnome.mutter.process)
        assert "can no longer be" in stopped(process)


def test_a_permission_to_see_is_kept(gnome: Gnome) -> None:
    """GNOME 43 can keep it, but not one for the mouse."""
    words = "read", "--screen", "--backend=portal"
    with running(gnome, GNOME_MINES, GNOME_MINES.levels[0]):
        first = bot(gnome, *words)
        try:
            gnome.share_to_see()
            asked = first.communicate(timeout=60)
        finally:
            end_group(first)
        again = bot(gnome, *words)
        try:
            answered = again.communicate(timeout=60)
        finally:
            end_group(again)
    assert (first.returncode, again.returncode) == (0, 0), asked + answered
    assert asked[0] == answered[0]
