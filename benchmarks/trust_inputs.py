"""Coverage-guided fuzzing of untrusted inputs: text, skin.toml, pictures, recordings.

Needs atheris (``pip install atheris``; CPython 3.11 to 3.13 on Linux). It stops at the first input
that raises an undocumented error, takes over 10 s, or makes the process use more memory than
``-rss_limit_mb``.

Usage: python -m benchmarks.trust_inputs text|toml|picture|record [-runs=100000]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["solver_bot", "tomllib", "PIL"]):
    from solver_bot.board import BoardError, boards_text, parse_boards
    from solver_bot.live.recording import LIST, RecordError, replay
    from solver_bot.vision.picture import PictureError, load_picture
    from solver_bot.vision.skin import SkinError
    from solver_bot.vision.skin_files import load_skin, templates_folder

FOLDER = Path(tempfile.mkdtemp(prefix="solver-bot-fuzz-"))
BOUNDS = ["-timeout=10", "-rss_limit_mb=2048", "-max_len=20000"]


def text(data: bytes) -> None:
    """A board in the text notation. Printing and parsing it again must not change it."""
    with suppress(BoardError):
        boards = parse_boards(data.decode("utf-8", "replace"))
        assert parse_boards(boards_text(boards)) == boards


def toml(data: bytes) -> None:
    """A skin.toml with the templates of a real skin."""
    (FOLDER / "skin" / "skin.toml").write_bytes(data)
    with suppress(SkinError):
        load_skin(FOLDER / "skin")


def picture(data: bytes) -> None:
    """A picture file of any kind."""
    path = FOLDER / "picture"
    path.write_bytes(data)
    with suppress(PictureError):
        assert load_picture(path).ndim == 3


def record(data: bytes) -> None:
    """The list of decisions of a recording."""
    (FOLDER / LIST).write_bytes(data)
    with suppress(RecordError):
        for entry in replay(FOLDER):
            assert entry.path.parent == FOLDER


TARGETS: dict[str, Callable[[bytes], None]] = {
    "text": text, "toml": toml, "picture": picture, "record": record
}  # fmt: skip


def main() -> None:
    """Fuzz one kind of input."""
    name = sys.argv.pop(1)
    skin = templates_folder() / "xdemineur"
    shutil.copytree(skin, FOLDER / "skin")
    corpus = FOLDER / "corpus"
    corpus.mkdir()
    samples = Path(__file__).resolve().parents[1] / "samples"
    seeds = {
        "text": list(samples.glob("*.txt")),
        "toml": [skin / "skin.toml"],
        "picture": list(skin.glob("*.png")),
        "record": [],
    }[name]
    for path in seeds:
        shutil.copy(path, corpus)
    atheris.Setup([*sys.argv, *BOUNDS, str(corpus)], TARGETS[name])
    try:
        atheris.Fuzz()
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    main()
