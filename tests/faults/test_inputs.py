"""Skins, recordings, pictures and texts as an attacker would send them."""

from __future__ import annotations

import json
import os
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import BoardError, parse_boards
from solver_bot.bot import Action, Decided, Decision
from solver_bot.live.recording import LIST, Recorder, RecordError, replay
from solver_bot.live.results import load
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import PictureError, load_picture
from solver_bot.vision.skin import SkinError
from solver_bot.vision.skin_files import load_skin, named_skin, templates_folder

BOARD = "; mines: 1\n##\n1#\n"


def bomb(side: int) -> bytes:
    """A small PNG file whose header claims ``side`` pixels of width and height."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")


@pytest.fixture
def skin(tmp_path: Path) -> Path:
    """A copy of a skin that a test may damage."""
    return Path(shutil.copytree(templates_folder() / "xdemineur", tmp_path / "skin"))


def write_toml(skin: Path, text: str) -> None:
    (skin / "skin.toml").write_text(text, encoding="utf-8")


def device(skin: Path, name: str) -> None:
    (skin / name).unlink()
    (skin / name).symlink_to("/dev/zero")


def folder_in_place_of(path: Path) -> None:
    path.unlink()
    path.mkdir()


def copies(path: Path, number: int) -> None:
    for size in range(number):
        os.link(path, path.with_name(f"1-{size}px.png"))


SPOILT: dict[str, Callable[[Path], object]] = {
    "a template of a claimed size": lambda skin: (skin / "1.png").write_bytes(bomb(60_000)),
    "a template that is a device": lambda skin: device(skin, "1.png"),
    "a skin.toml that is a device": lambda skin: device(skin, "skin.toml"),
    "a template that is a folder": lambda skin: folder_in_place_of(skin / "1.png"),
    "a huge skin.toml": lambda skin: write_toml(skin, "#" * 10_000_000),
    "deep nesting": lambda skin: write_toml(skin, "a = " + "[" * 100_000),
    "a number of many digits": lambda skin: write_toml(skin, "a = " + "9" * 100_000),
    "no text": lambda skin: (skin / "skin.toml").write_bytes(bytes(range(256))),
    "a wait without end": lambda skin: write_toml(
        skin,
        "settle_ms = inf\n" + (templates_folder() / "xdemineur/skin.toml").read_text("utf-8"),
    ),
    "a frame of no pixels": lambda skin: write_toml(
        skin,
        (templates_folder() / "gnome-mines/skin.toml")
        .read_text("utf-8")
        .replace("most = 16", "most = 0"),
    ),
    "two thousand templates": lambda skin: copies(skin / "1.png", 2000),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=list(SPOILT))
def test_a_malicious_skin_is_refused_with_a_sentence(
    spoil: Callable[[Path], object], skin: Path
) -> None:
    assert load_skin(skin)
    spoil(skin)
    with pytest.raises(SkinError):
        load_skin(skin)


def test_a_pictures_size_is_checked_before_it_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb(60_000))
    with pytest.raises(PictureError, match="at most 80 million"):
        load_picture(path)


@pytest.mark.parametrize(
    "text",
    ["; mines: " + "9" * 10_000 + "\n#\n", "#" * 2_000_000, "#\n" * 300_000, "\x00", "##\n#"],
    ids=["many digits", "a long row", "many rows", "no symbol", "uneven"],
)
def test_a_text_without_a_board_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BoardError):
        parse_boards(text)


def entry(**changed: object) -> str:
    facts = {
        "picture": "00001.png", "skin": "xdemineur", "game": 1, "board": BOARD, "kind": "open",
        "cells": [0], "odds": None, "outcome": "playing",
    }  # fmt: skip
    return json.dumps(facts | changed)


@pytest.mark.parametrize(
    "line",
    [
        entry(picture="../../secret.png"),
        entry(picture="/etc/passwd"),
        entry(picture="sub/00001.png"),
        entry(picture=7),
        entry(board="#" * 1_000_000),
        entry(cells=7),
        "[" * 100_000,
        "[]",
        "9" * 10_000,
    ],
    ids=["up", "absolute", "sub", "number", "large", "cells", "deep", "list", "digits"],
)
def test_a_record_that_leads_out_of_its_folder_is_refused_with_a_sentence(
    line: str, tmp_path: Path
) -> None:
    (tmp_path / LIST).write_text(line + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match="damaged"):
        list(replay(tmp_path))


def decided() -> Decided:
    (board,) = parse_boards(BOARD)
    picture = np.zeros((20, 20, 3), np.uint8)
    place = Lattice.even(0, 0, 10, 10, board.width, board.height)
    return Decided(
        1, board, Decision(Action.OPEN, (0,)), picture, named_skin("xdemineur"), place, place
    )


def test_recording_into_a_foreign_folder_writes_nothing_outside_it(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "record"
    outside.write_text("kept")
    folder.mkdir()
    (folder / LIST).symlink_to(outside)
    with pytest.raises(RecordError, match="link"):
        Recorder(folder)
    (folder / LIST).unlink()
    (folder / "00001.png").symlink_to(outside)
    recorder = Recorder(folder)
    recorder._number = 0
    recorder.note(decided())
    with pytest.raises(RecordError, match="link"):
        recorder.close()
    assert outside.read_text() == "kept"


def test_a_line_cut_off_by_a_kill_loses_only_itself(tmp_path: Path) -> None:
    with Recorder(tmp_path) as recorder:
        recorder.note(decided())
    with (tmp_path / LIST).open("a") as file:
        file.write(entry()[:40])
    assert len(list(replay(tmp_path))) == 1
    with Recorder(tmp_path) as recorder:
        recorder.note(decided())
    assert [e.path.name for e in replay(tmp_path)] == ["00001.png", "00002.png"]


def test_only_complete_games_of_a_results_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(
        '{"result": "won"}\n[[[\n' + "[" * 100_000 + '\n{"result": "lo', encoding="utf-8"
    )
    assert load(path) == [{"result": "won"}]
