"""The program never uses a network, and never writes outside the places it is given."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from solver_bot.board import Board
from tests.real.conftest import Start
from tests.real.desktop import XDEMINEUR

ROOT = Path(__file__).resolve().parents[2]
LIBRARY_SEARCH = {"ldconfig", "gcc", "cc", "ld", "objdump", "uname", "sh", "which"}
"""Programs started by Python's ctypes to find libX11, and by pyautogui to identify the system."""
WATCHED = """
import json, os, sys
seen = {"sockets": [], "written": [], "started": []}
def watch(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        address = arguments[1] if event != "socket.getaddrinfo" else arguments[0]
        seen["sockets"].append(repr(address))
    elif event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        seen["written"].append(str(arguments[0]))
    elif event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        seen["written"].append(str(arguments[0]))
    elif event in ("os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink"):
        seen["written"] += [str(a) for a in arguments[:2] if isinstance(a, (str, os.PathLike))]
    elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
        seen["started"].append(repr(arguments[0]))
sys.addaudithook(watch)
from solver_bot.cli.main import commands
try:
    commands(sys.argv[2:], prog_name="solver-bot")
finally:
    report, seen = seen, {"sockets": [], "written": [], "started": []}
    with open(sys.argv[1], "w") as file:
        json.dump(report, file)
"""


def watched(folder: Path, *arguments: str) -> tuple[dict[str, list[str]], int]:
    """What a command did, according to Python's audit events, and its exit code."""
    report = folder / "report.json"
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(report), *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": ":".join([str(ROOT), *sys.path]), "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert report.exists(), done.stderr
    seen: dict[str, list[str]] = json.loads(report.read_text(encoding="utf-8"))
    return seen, done.returncode


def elsewhere(written: list[str], named: Path) -> list[str]:
    """The paths written outside that folder, except compiled code, a cache, and devices."""
    return [
        path
        for path in written
        if not Path(path).resolve().is_relative_to(named.resolve())
        and "__pycache__" not in path
        and not path.startswith(("/dev/", "<"))
        and not path.isdigit()
    ]


@pytest.mark.parametrize("command", ["read", "annotate", "solve", "simulate", "skins"])
def test_commands_without_a_screen_use_no_network_and_write_only_where_asked(
    command: str, tmp_path: Path
) -> None:
    sample = str(ROOT / "samples" / "xdemineur-small-early.png")
    board = tmp_path / "board.txt"
    board.write_text(str(Board.covered(3, 3, 1)), encoding="utf-8")
    arguments = {
        "read": [sample],
        "annotate": [sample, "-d", str(tmp_path / "marked")],
        "solve": [str(board)],
        "simulate": ["--games", "5", "--jobs", "1", "--level", "beginner"],
        "skins": [],
    }[command]
    seen, code = watched(tmp_path, command, *arguments)
    assert code == 0
    assert seen["sockets"] == []
    assert elsewhere(seen["written"], tmp_path) == []


def test_play_connects_only_to_the_screen(start: Start, tmp_path: Path) -> None:
    start(XDEMINEUR, XDEMINEUR.level("small"))
    results = tmp_path / "results.jsonl"
    seen, code = watched(
        tmp_path,
        "play",
        "--mines",
        "14",
        "--record",
        str(tmp_path / "r"),
        "--results",
        str(results),
    )
    assert code == 0
    assert json.loads(results.read_text(encoding="utf-8"))["result"] in {"won", "lost"}
    assert [s for s in seen["sockets"] if ".X11-unix" not in s] == []
    assert elsewhere(seen["written"], tmp_path) == []
    assert {Path(name.strip("'")).name for name in seen["started"]} <= LIBRARY_SEARCH


def test_the_watch_notices_what_it_watches_for(tmp_path: Path) -> None:
    """A command that writes elsewhere is noticed."""
    elsewhere_folder = tmp_path / "named"
    seen, _ = watched(
        tmp_path,
        "annotate",
        str(ROOT / "samples" / "xdemineur-small-early.png"),
        "-d",
        str(tmp_path),
    )
    assert elsewhere(seen["written"], elsewhere_folder)
