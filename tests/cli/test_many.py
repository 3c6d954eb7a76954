"""Many pictures are worked on in several processes, with the answers of one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import parent_process
from pathlib import Path

import pytest

from solver_bot.cli.endings import AGAIN
from solver_bot.cli.many import FEWEST, _uninterrupted, each
from solver_bot.cli.report import Report
from tests.cli.running import SAMPLES, SMALL, WRONG_USE, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with more pictures than one process is for, one of which is none."""
    names = ["kmines-easy-early", "xdemineur-16x16-middle"]
    for number in range(FEWEST + 3):
        source = SAMPLES / f"{names[number % 2]}.png"
        (tmp_path / f"{number:02}.png").write_bytes(source.read_bytes())
    (tmp_path / "07.png").write_text("no picture")
    return tmp_path


def one_by_one(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """What a command prints that works in one process."""
    monkeypatch.setattr("solver_bot.cli.many.FEWEST", 1000)
    printed = run(*words, folder).out
    monkeypatch.undo()
    return printed


@pytest.mark.parametrize("words", [["read"], ["read", "--json"], ["annotate", "--json"]])
def test_many_pictures_give_what_each_of_them_gives(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    assert run(*words, folder).out == one_by_one(folder, monkeypatch, *words)


def test_a_file_that_is_no_picture_is_told_among_many(folder: Path) -> None:
    told = run("read", "--json", folder)
    assert told.code == WRONG_USE
    (error,) = json.loads(told.out)["errors"]
    assert error["picture"].endswith("07.png")
    assert told.err.count("07.png") == 1


def test_many_pictures_are_marked_beside_them(folder: Path) -> None:
    run("annotate", folder)
    assert len(list(folder.glob("*.marked.png"))) == FEWEST + 2


def half_done(number: int, report: Report) -> int:
    """Ends the process at 5, unless it is the first one."""
    if number == 5 and parent_process():
        os._exit(1)
    return 2 * number


def test_the_rest_is_done_if_a_process_ends(capsys: pytest.CaptureFixture[str]) -> None:
    items = list(range(20))
    assert list(each(items, half_done, Report(), apart=True)) == [2 * i for i in items]
    assert "one by one" in capsys.readouterr().err


def test_one_picture_needs_no_other_process() -> None:
    assert run("read", SMALL).err == ""


@pytest.mark.parametrize(
    "signals",
    [[], [signal.SIGINT], [signal.SIGINT, signal.SIGINT], [signal.SIGKILL]],
    ids=["at its end", "interrupted", "interrupted twice", "killed"],
)
def test_no_process_is_left(folder: Path, signals: list[signal.Signals]) -> None:
    mark = f"many-{os.getpid()}-{'-'.join(number.name for number in signals)}"
    command = [sys.executable, "-m", "solver_bot", "read", str(folder)]
    reading = subprocess.Popen(
        command, env=os.environ | {"MARK": mark}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    if signals:
        assert in_time(lambda: len(marked(mark)) > 2)
        for number in signals:
            reading.send_signal(number)
            time.sleep(0.05)  # else two signals of one kind arrive as one
    _, err = reading.communicate(timeout=60)
    # Python itself complains in a process that was being started when the first one was killed.
    assert b"Traceback" not in err or signal.SIGKILL in signals
    assert in_time(lambda: not marked(mark))


@pytest.mark.parametrize("number", AGAIN)
def test_an_interrupt_waits_until_a_process_has_started(number: int) -> None:
    """So does one that came within an import and is tried again, by another signal."""
    reached = []

    def start() -> None:
        with _uninterrupted():
            os.kill(os.getpid(), number)
            time.sleep(0.05)
            reached.append(True)

    before = signal.signal(number, signal.default_int_handler)
    try:
        with ThreadPoolExecutor() as other:
            other.submit(int).result()
            with pytest.raises(KeyboardInterrupt):
                start()
    finally:
        signal.signal(number, before)
    assert reached


def in_time(holds: Callable[[], bool]) -> bool:
    """Whether something holds within 20 seconds."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def marked(mark: str) -> list[Path]:
    """The processes that have this mark in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"MARK={mark}".encode() in (place / "environ").read_bytes():
                found.append(place)
    return found
