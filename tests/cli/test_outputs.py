"""Outputs: an input is never overwritten, and an output is written completely or not at all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from solver_bot.vision.picture import load_picture
from tests.cli.running import DONE, SMALL, WRONG_USE, drops_privileges, run, run_process
from tests.lacking import leave_out

# An input is never overwritten


def test_o_that_names_the_input_is_refused(picture: Path) -> None:
    before = picture.read_bytes()
    told = run("annotate", picture, "-o", picture)
    assert told.code == WRONG_USE
    assert picture.read_bytes() == before


@pytest.mark.parametrize("link_is", ["input", "output"])
def test_o_that_leads_to_the_input_through_a_link_is_refused(
    link_is: str, picture: Path, tmp_path: Path
) -> None:
    before = picture.read_bytes()
    link = tmp_path / "link.png"
    link.symlink_to(picture)
    source, target = (link, picture) if link_is == "input" else (picture, link)
    assert run("annotate", source, "-o", target).code == WRONG_USE
    assert picture.read_bytes() == before
    assert link.is_symlink()


def test_o_through_a_folders_link_is_refused(picture: Path, tmp_path: Path) -> None:
    before = picture.read_bytes()
    (tmp_path / "same").symlink_to(tmp_path)
    assert run("annotate", picture, "-o", tmp_path / "same" / "picture.png").code == WRONG_USE
    assert picture.read_bytes() == before


def test_o_that_is_another_name_of_the_inputs_file_leaves_the_input(
    picture: Path, tmp_path: Path
) -> None:
    before = picture.read_bytes()
    twin = tmp_path / "twin.png"
    twin.hardlink_to(picture)
    run("annotate", picture, "-o", twin)
    assert picture.read_bytes() == before


def test_an_input_named_like_an_output_is_not_overwritten(picture: Path) -> None:
    marked = Path(shutil.copy(picture, picture.with_name("picture.marked.png")))
    before = marked.read_bytes()
    told = run("annotate", picture, marked)
    assert told.code == WRONG_USE
    assert marked.read_bytes() == before


def test_two_inputs_for_one_output_are_refused_and_nothing_is_written(
    folder: Path, picture: Path, tmp_path: Path
) -> None:
    Path(folder / "first.png").rename(folder / "picture.png")
    told = run("annotate", picture, folder / "picture.png", "-d", tmp_path / "out")
    assert told.code == WRONG_USE
    assert "-o" in told.err
    assert not (tmp_path / "out").exists()


def test_two_kinds_of_picture_with_one_stem_are_refused(picture: Path) -> None:
    Image.open(picture).save(picture.with_suffix(".bmp"))
    assert run("annotate", picture.parent).code == WRONG_USE
    assert not picture.with_name("picture.marked.png").exists()


# The format of an output


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [(".png", "PNG"), (".jpg", "JPEG"), (".jpeg", "JPEG"), (".bmp", "BMP"), (".gif", "GIF"),
     (".webp", "WEBP"), (".tif", "TIFF"), (".tiff", "TIFF"), (".JPG", "JPEG")],
)  # fmt: skip
def test_an_output_has_the_format_of_its_suffix(suffix: str, kind: str, picture: Path) -> None:
    target = picture.with_name(f"out{suffix}")
    assert run("annotate", picture, "-o", target).code == DONE
    with Image.open(target) as written:
        assert written.format == kind
    before = load_picture(picture)
    difference = load_picture(target)[: len(before)].astype(int) - before
    assert abs(difference).mean() < 8


@pytest.mark.parametrize("name", ["out.xyz", "out", "out.png.txt"])
def test_an_output_of_unknown_format_is_refused_with_a_list_of_the_known_ones(
    name: str, picture: Path
) -> None:
    told = run("annotate", picture, "-o", picture.with_name(name))
    assert told.code == WRONG_USE
    assert ".png" in told.err
    assert ".jpg" in told.err
    assert list(picture.parent.iterdir()) == [picture]


# Standard input and output


@pytest.mark.parametrize("command", [["annotate", "-"], ["annotate", "-o", "-", "-"]])
def test_a_picture_goes_to_standard_output_and_the_text_to_standard_error(
    command: list[str], picture: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", *command],
        input=picture.read_bytes(),
        cwd=picture.parent,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == DONE
    assert b"11 cells are safe" in done.stderr
    run("annotate", picture)
    assert done.stdout == picture.with_name("picture.marked.png").read_bytes()
    assert not picture.with_name("-").exists()


def test_a_picture_from_standard_input_is_written_to_the_given_place(tmp_path: Path) -> None:
    with SMALL.open("rb") as source:
        done = subprocess.run(
            [sys.executable, "-m", "solver_bot", "annotate", "-", "--json", "-d", tmp_path],
            stdin=source,
            capture_output=True,
            timeout=60,
            check=False,
        )
    assert [board["picture"] for board in json.loads(done.stdout)["boards"]] == ["-"]
    assert [path.name for path in tmp_path.iterdir()] == ["stdin.marked.png"]


def test_json_and_a_picture_do_not_share_standard_output() -> None:
    told = run("annotate", SMALL, "--json", "-o", "-")
    assert (told.code, told.out) == (WRONG_USE, "")


def test_no_picture_is_written_to_a_terminal(tmp_path: Path) -> None:
    if not shutil.which("script"):
        leave_out("not installed here: script")
    line = f"{sys.executable} -m solver_bot annotate {SMALL} -o -"
    done = subprocess.run(
        ["script", "-qec", line, tmp_path / "log"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == WRONG_USE
    assert b"terminal" in done.stdout
    assert b"PNG" not in done.stdout


# An output is written completely or not at all


def test_a_full_disk_leaves_the_older_output_and_no_partial_file(picture: Path) -> None:
    older = picture.with_name("picture.marked.png")
    older.write_bytes(b"older")
    limit = ("bash", "-c", 'ulimit -f 8; exec "$@"', "bash")
    told = run_process("annotate", picture, before=limit)
    assert told.code == WRONG_USE
    assert "can't be written" in told.err or "cannot be written" in told.err
    assert older.read_bytes() == b"older"
    assert sorted(path.name for path in picture.parent.iterdir()) == [older.name, picture.name]


def test_a_folder_without_write_permission_is_reported(picture: Path) -> None:
    picture.parent.chmod(0o555)
    try:
        told = run_process("annotate", picture, before=drops_privileges())
    finally:
        picture.parent.chmod(0o755)
    assert told.code == WRONG_USE
    assert "picture.marked.png" in told.err
    assert list(picture.parent.iterdir()) == [picture]


@pytest.mark.parametrize(
    "command", [["read", str(SMALL)], ["read", "--json", str(SMALL)], ["skins"]]
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_standard_output_is_reported(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        told = run_process(*command, stdout=full.fileno())
    assert told.code == WRONG_USE
    assert "No space left" in told.err


@pytest.mark.parametrize("place", ["missing/out.png", "folder", "device"])
def test_an_output_that_cannot_be_a_file_is_reported(place: str, picture: Path) -> None:
    target = picture.parent / place
    if place == "folder":
        target.mkdir()
    if place == "device":
        os.mkfifo(target)
    told = run("annotate", picture, "-o", target)
    assert told.code == WRONG_USE
    assert str(target) in told.err
    assert not target.is_file()
    assert not list(picture.parent.glob(".*"))


def test_d_that_is_a_file_is_reported(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = run("annotate", picture, "-d", tmp_path / "file")
    assert told.code == WRONG_USE
    assert (tmp_path / "file").read_bytes() == b""


def test_an_output_that_is_a_link_keeps_the_link(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "link.png").symlink_to(tmp_path / "real.png")
    assert run("annotate", picture, "-o", tmp_path / "link.png").code == DONE
    assert (tmp_path / "link.png").is_symlink()
    assert load_picture(tmp_path / "real.png").shape[1] == load_picture(picture).shape[1]
