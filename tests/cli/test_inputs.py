"""Inputs: files that hold no picture, pictures of every kind, and pictures without a board."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from solver_bot.vision.arrays import Picture
from tests.cli.damage import middle, unproved, whole
from tests.cli.running import (
    DONE,
    NO_BOARD,
    SAMPLES,
    SMALL,
    WIDE,
    WRONG_USE,
    Run,
    drops_privileges,
    run,
    run_process,
    sample,
    sample_board,
    save,
)

# Files that hold no picture


def encoded(image: Image.Image, form: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, format=form, **options)
    return file.getvalue()


def forged_png(width: int, height: int) -> bytes:
    """A PNG file whose header claims a false size."""
    data = bytearray(encoded(Image.new("L", (8, 8)), "PNG"))
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    return bytes(data)


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


NO_PICTURES: dict[str, Callable[[], bytes]] = {
    "empty": bytes,
    "text": lambda: b"This is no picture.\n",
    "noise": lambda: np.random.default_rng(1).bytes(5000),
    "png cut in half": lambda: half(SMALL.read_bytes()),
    "png cut in its header": lambda: SMALL.read_bytes()[:20],
    "png with damaged pixels": lambda: SMALL.read_bytes()[:3000] + b"x" * 2000,
    "jpeg cut in half": lambda: half(encoded(Image.open(SMALL), "JPEG")),
    "gif cut in half": lambda: half(encoded(Image.open(SMALL), "GIF")),
    "claims 30,000 x 30,000": lambda: forged_png(30_000, 30_000),
    "claims 9,500 x 9,500": lambda: forged_png(9_500, 9_500),
    "claims 0 x 0": lambda: forged_png(0, 0),
    "claims 500 x 500 but holds less": lambda: forged_png(500, 500),
}


@pytest.mark.parametrize("kind", NO_PICTURES)
@pytest.mark.parametrize("command", ["read", "annotate"])
def test_a_file_that_holds_no_picture_is_reported(command: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(NO_PICTURES[kind]())
    told = run(command, path)
    assert (told.code, told.out) == (WRONG_USE, "")
    assert str(path) in told.err
    assert len(told.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_real_30000_x_30000_picture_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    lines = zlib.compress(bytes(30_000 * (1 + 30_000 // 8)), 1)
    data = forged_png(30_000, 30_000)
    path.write_bytes(
        data[:24]
        + b"\x01\x00\x00\x00\x00"
        + struct.pack(">I", zlib.crc32(data[12:24] + b"\x01\x00\x00\x00\x00"))
        + struct.pack(">I", len(lines))
        + b"IDAT"
        + lines
        + struct.pack(">I", zlib.crc32(b"IDAT" + lines))
        + struct.pack(">I", 0)
        + b"IEND"
        + struct.pack(">I", zlib.crc32(b"IEND"))
    )
    told = run("annotate", path)
    assert told.code == WRONG_USE
    assert "million" in told.err


@pytest.mark.parametrize("name", ["missing.png", "n" * 300 + ".png", "no/such/folder.png"])
@pytest.mark.parametrize("command", ["read", "annotate"])
def test_a_missing_file_is_reported(command: str, name: str, tmp_path: Path) -> None:
    told = run(command, tmp_path / name)
    assert (told.code, told.out) == (WRONG_USE, "")
    assert name in told.err


@pytest.mark.parametrize("command", ["read", "annotate"])
def test_circular_links_are_reported(command: str, tmp_path: Path) -> None:
    (tmp_path / "one.png").symlink_to(tmp_path / "two.png")
    (tmp_path / "two.png").symlink_to(tmp_path / "one.png")
    assert run(command, tmp_path / "one.png").code == WRONG_USE


def test_a_folder_may_hold_folders_and_pipes_that_are_named_like_pictures(folder: Path) -> None:
    (folder / "folder.png").mkdir()
    os.mkfifo(folder / "pipe.png")
    assert run("annotate", folder).code == DONE


@pytest.mark.parametrize("locked", ["picture", "folder"])
def test_a_file_without_read_permission_is_reported_and_the_others_are_processed(
    locked: str, folder: Path
) -> None:
    path = folder / "first.png" if locked == "picture" else folder / "locked"
    path.mkdir(exist_ok=True) if locked == "folder" else None
    path.chmod(0)
    try:
        told = run_process("annotate", path, folder / "second.png", before=drops_privileges())
    finally:
        path.chmod(0o755)
    assert told.code == WRONG_USE
    assert str(path) in told.err
    assert (folder / "second.marked.png").exists()


# Pictures of other kinds


LOSSLESS: dict[str, Callable[[Image.Image, Path], None]] = {
    "palette.png": lambda image, path: image.quantize(256).save(path),
    "opaque.png": lambda image, path: image.convert("RGBA").save(path),
    "transparent.png": lambda image, path: see_through(image).save(path),
    "animated.gif": lambda image, path: image.quantize(256).save(
        path, save_all=True, append_images=[Image.new("P", image.size)], duration=100
    ),
    "picture.bmp": lambda image, path: image.save(path),
    "picture.tiff": lambda image, path: image.save(path),
    "picture.webp": lambda image, path: image.save(path, lossless=True),
    "good.jpg": lambda image, path: image.save(path, quality=95),
    "cmyk.jpg": lambda image, path: image.convert("CMYK").save(path, quality=95),
    "really-a-jpeg.png": lambda image, path: image.save(path, format="JPEG", quality=95),
}
GREY: dict[str, Callable[[Image.Image, Path], None]] = {
    "grey.png": lambda image, path: image.convert("L").save(path),
    "grey-16-bit.png": lambda image, path: Image.fromarray(
        np.asarray(image.convert("L")).astype(np.uint16) * 257
    ).save(path),
    "grey-transparent.png": lambda image, path: image.convert("LA").save(path),
}


def see_through(image: Image.Image) -> Image.Image:
    """The picture on a wider background that is fully transparent, like a window's shadow."""
    wide = Image.new("RGBA", (image.width + 60, image.height + 60), (0, 0, 0, 0))
    wide.paste(image, (30, 30))
    return wide


@pytest.mark.parametrize("name", LOSSLESS)
@pytest.mark.parametrize("game", ["kmines-easy-early", "gnome-mines-8x8-early"])
def test_every_kind_of_picture_reads_the_same(game: str, name: str, tmp_path: Path) -> None:
    LOSSLESS[name](Image.open(SAMPLES / f"{game}.png"), tmp_path / name)
    assert run("read", tmp_path / name) == Run(DONE, str(sample_board(game)), "")


@pytest.mark.parametrize("name", GREY)
@pytest.mark.parametrize("game", ["kmines-easy-early", *WIDE])
def test_a_grey_picture_is_never_read_wrong(game: str, name: str, tmp_path: Path) -> None:
    GREY[name](Image.open(SAMPLES / f"{game}.png"), tmp_path / name)
    told = run("annotate", "--json", tmp_path / name)
    true = whole(game)
    assert unproved(told.boards, true) == []
    for facts in told.boards:
        for cell, symbol in enumerate("".join(facts["cells"])):
            place = true.cell_at(*middle(facts, cell))
            if symbol != "~" and place is not None:
                row, column = divmod(place, true.facts["columns"])
                assert symbol == true.facts["cells"][row][column], (row, column)


@pytest.mark.parametrize("name", GREY)
def test_a_grey_picture_of_clear_cells_reads_the_same(name: str, tmp_path: Path) -> None:
    GREY[name](Image.open(SAMPLES / "gnome-mines-8x8-early.png"), tmp_path / name)
    assert run("read", tmp_path / name).out == str(sample_board("gnome-mines-8x8-early"))


# Pictures without a board


def photo() -> Picture:
    """Something like a photo: soft shapes of many sizes with grain."""
    rng = np.random.default_rng(7)
    layers = np.zeros((480, 640, 3))
    for size in (4, 10, 30, 90):
        soft = Image.fromarray(rng.integers(0, 256, (size, size, 3), dtype=np.uint8))
        layers += np.asarray(soft.resize((640, 480), Image.Resampling.BICUBIC), dtype=np.float64)
    grain = rng.normal(0, 6, layers.shape)
    return np.clip(layers / 4 + grain, 0, 255).astype(np.uint8)


def chessboard() -> Picture:
    squares = np.indices((8, 8)).sum(axis=0) % 2 * 160 + 60
    large = np.kron(squares, np.ones((40, 40), dtype=np.int64)).astype(np.uint8)
    return np.repeat(large[:, :, None], 3, axis=2)


def no_pixels(height: int, width: int) -> Callable[[], Picture]:
    return lambda: np.full((height, width, 3), 200, dtype=np.uint8)


BOARDLESS: dict[str, Callable[[], Picture]] = {
    "photo": photo,
    "grain": lambda: np.random.default_rng(3).integers(0, 256, (400, 500, 3), dtype=np.uint8),
    "chessboard": chessboard,
    "plain": no_pixels(300, 400),
    "one pixel": no_pixels(1, 1),
    "one row": no_pixels(1, 900),
    "one column": no_pixels(900, 1),
    "two by two": no_pixels(2, 2),
    "a desktop beside the game": lambda: sample("desktop-busy")[:400, :500],
}


@pytest.mark.parametrize("kind", BOARDLESS)
def test_a_picture_without_a_board_is_reported(kind: str, tmp_path: Path) -> None:
    path = save(tmp_path / "picture.png", np.ascontiguousarray(BOARDLESS[kind]()))
    told = run("annotate", path)
    assert (told.code, told.out) == (NO_BOARD, "")
    assert str(path) in told.err
    assert list(tmp_path.iterdir()) == [path]
