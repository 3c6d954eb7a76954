"""A record of ``play`` is shown again: marks, sentences, animation files."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from solver_bot.board import parse_board
from solver_bot.bot import Action, Bot, Decided, Decision
from solver_bot.cli.main import commands
from solver_bot.live.recording import Recorder, RecordError, replay
from solver_bot.live.replaying import animation, captioned, frames
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import Window


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game of the bot."""
    folder = tmp_path_factory.mktemp("record")
    scene = Window(named_skin("kmines"), 9, 9, 10, seed=1)
    with Recorder(folder) as recorder:
        Bot(scene.hands(), SkinChoice.of(shipped_skins()), tell=recorder.note).play()
    return folder


def test_every_decision_is_a_frame_with_marks(record: Path) -> None:
    entries = list(replay(record))
    shown = list(frames(entries))
    assert len(shown) == len(entries) > 1
    for entry, frame in zip(entries, shown, strict=True):
        assert np.array_equal(frame.picture, entry.picture()) == (not entry.cells)
        assert f"of {len(entries)}, game 1" in frame.sentence


def test_a_guess_beside_a_cell_that_can_not_be_read_is_recorded(tmp_path: Path) -> None:
    board, place = parse_board("~#\n##\n"), Lattice.even(0, 0, 20, 20, 2, 2)
    guess = Decision(Action.GUESS, (3,), 0.25)
    picture, skin = np.zeros((40, 40, 3), np.uint8), named_skin("xdemineur")
    with Recorder(tmp_path) as recorder:
        recorder.note(Decided(1, board, guess, picture, skin, place, place))
    (entry,) = replay(tmp_path)
    assert entry.board == board
    assert entry.cells == guess.cells


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_an_animation_has_all_frames_and_the_last_stays_longer(record: Path, suffix: str) -> None:
    pictures = [captioned(frame) for frame in frames(list(replay(record)))]
    with Image.open(io.BytesIO(animation(pictures, 0.2, suffix))) as image:
        assert getattr(image, "n_frames", 1) == len(pictures)


def test_the_command_writes_an_animation(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.gif"
    told = CliRunner().invoke(commands, ["replay", str(record), "-o", str(target)])
    assert told.exit_code == 0, told.output
    assert target.stat().st_size > 1000


@pytest.mark.parametrize("suffix", [".avi", ""])
def test_an_unknown_format_is_refused(suffix: str) -> None:
    with pytest.raises(RecordError):
        animation([np.zeros((4, 4, 3), np.uint8)], 0.1, suffix)


@pytest.mark.parametrize("options", [[], ["--game", "7"]])
def test_what_holds_no_such_record_is_said_in_a_sentence(
    options: list[str], record: Path, tmp_path: Path
) -> None:
    folder = record if options else tmp_path
    told = CliRunner().invoke(commands, ["replay", str(folder), "-o", "x.gif", *options])
    assert told.exit_code == 2
    assert "record" in told.output
    assert "Traceback" not in told.output
