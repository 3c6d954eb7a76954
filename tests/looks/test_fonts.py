"""Which fonts of a machine write boards."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

from benchmarks.looks.fonts import usable_fonts


def test_fonts_that_cannot_be_opened_are_left_out(tmp_path: Path) -> None:
    whole = Path(copy(usable_fonts()[0], tmp_path))
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    (tmp_path / "leads-nowhere.ttf").symlink_to(tmp_path / "nothing")
    assert usable_fonts(tmp_path) == (whole,)
