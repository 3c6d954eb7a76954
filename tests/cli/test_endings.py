"""How commands end: stopped at any moment, with closed pipes, and with limited streams."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import DONE, SAMPLES, SMALL, WRONG_USE, run_process

STOPPED = 5
PROGRAM = [sys.executable, "-m", "solver_bot"]
SAID = {
    signal.SIGINT: "Stopped.\n",
    signal.SIGTERM: "Stopped: the program was told to end.\n",
    signal.SIGHUP: "Stopped: the terminal was closed.\n",
}
LISTENING = """
import os, signal, sys
if os.environ.get("HANGUPS") == "ignored":
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
from solver_bot.cli import endings
listen = endings.listen
def listen_and_say():
    listen()
    os.write(1, b"!")
endings.listen = listen_and_say
from solver_bot.__main__ import main
main()
"""


def stopped(signals: list[int], after: float, *args: str | Path) -> tuple[int, str]:
    """The exit code and standard error of a command that gets signals once it handles them."""
    with subprocess.Popen(
        [sys.executable, "-c", LISTENING, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"!"
        time.sleep(after)  # each run is stopped at a different moment
        for number in signals:
            process.send_signal(number)
            time.sleep(0.02)  # signals of one number that come at once count as one
        _, err = process.communicate(timeout=60)
    return process.returncode, err.decode()


@pytest.fixture
def copies(tmp_path: Path) -> list[Path]:
    """Folders that take seconds to read, on any machine. A picture named twice is read once."""
    folders = [tmp_path / f"copy-{number}" for number in range(20)]
    for folder in folders:
        shutil.copytree(SAMPLES, folder)
    return folders


@pytest.mark.parametrize("number", SAID)
def test_a_signal_that_ends_a_command_prints_one_line(number: int, copies: list[Path]) -> None:
    assert stopped([number], 0.0, "read", *copies) == (STOPPED, SAID[signal.Signals(number)])


@pytest.mark.parametrize("tenths", range(0, 12, 2))
@pytest.mark.parametrize("command", ["read", "annotate", "solve"])
def test_ctrl_c_at_any_moment_ends_in_one_line(
    command: str, tenths: int, copies: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "boards.txt").write_text("; board 1\n#2###\n#####\n" * 20_000)
    # Each has work for longer than a second, on any machine.
    sources = {"read": copies, "annotate": copies, "solve": [tmp_path / "boards.txt"]}
    found = stopped([signal.SIGINT], tenths / 10, command, *sources[command])
    assert found == (STOPPED, "Stopped.\n")
    assert not list(tmp_path.rglob(".*"))


def test_ctrl_c_within_an_import_that_prints_a_traceback_ends_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text(INTERRUPTED)
    half_numpy = ("env", f"PYTHONPATH={tmp_path}")
    run = run_process("read", SMALL, before=half_numpy)
    assert (run.code, run.err) == (STOPPED, "Stopped.\n")


def test_an_end_that_takes_time_is_not_interrupted_once_more(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text(INTERRUPTED)
    run = subprocess.run(
        [sys.executable, "-c", SLOW_TO_SAY, "read", str(SMALL)],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stderr) == (STOPPED, "Stopped.\n")


def test_repeated_ctrl_c_prints_one_line(copies: list[Path]) -> None:
    code, err = stopped([signal.SIGINT] * 5, 0.5, "read", *copies)
    assert (code, err) == (STOPPED, "Stopped.\n")


@pytest.mark.parametrize("jobs", [1, 2])
def test_repeated_ctrl_c_ends_a_simulation_in_one_line(jobs: int) -> None:
    command = ["simulate", "--level", "beginner", "--jobs", str(jobs), "--games"]
    run_process(*command, "1")  # the solver is compiled, which would be told too
    command.append("1000000")
    code, err = stopped([signal.SIGINT] * 3, 2.0, *command)
    assert (code, len(err.splitlines()), err[:7]) == (STOPPED, 1, "Stopped")


INTERRUPTED = """
import os, signal, time, traceback
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.1)
except KeyboardInterrupt:  # as the parts of NumPy that are written in C do
    traceback.print_exc()
    raise ImportError("half loaded")
"""

SLOW_TO_SAY = """
import time
from solver_bot.cli.endings import ENDING
say = ENDING.say
def say_slowly():
    say()
    time.sleep(0.1)
ENDING.say = say_slowly
from solver_bot.__main__ import main
main()
"""

LEFT_LATE = """
import signal
from solver_bot.cli import simulate
block = simulate._stop_keys()
block.__enter__()
signal.signal(signal.SIGINT, signal.SIG_IGN)
del block
print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
"""


def test_a_simulation_interrupted_while_it_ends_does_not_listen_again() -> None:
    """The interpreter would be killed by the next Ctrl-C while it clears up."""
    command = [sys.executable, "-c", LEFT_LATE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "True\n"


FAILING = """
import threading
from solver_bot.cli import endings
endings.listen()
def fail():
    raise RuntimeError("work is gone")
def run():
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
run()
try:
    endings.ENDING.told(2, None)
except KeyboardInterrupt:
    run()
"""


def test_a_thread_that_fails_is_reported_until_the_program_is_stopped() -> None:
    command = [sys.executable, "-c", FAILING]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr.count("RuntimeError: work is gone") == 1


def test_hangups_that_were_ignored_at_the_start_stay_ignored() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LISTENING, "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=dict(os.environ) | {"HANGUPS": "ignored"},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"!"
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate(b"1#\n11\n", timeout=60)
    assert (process.returncode, b"mine: row 1, column 2" in out) == (DONE, True)


# Nobody reads the output


def deaf(*args: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose standard output nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [*PROGRAM, *map(str, args)],
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)


@pytest.mark.parametrize(
    "command", [["read", SMALL], ["read", SMALL, "--json"], ["skins"], ["--help"], ["solve", "-h"]]
)
def test_a_closed_pipe_at_the_output_is_no_failure(command: list[str | Path]) -> None:
    done = deaf(*command)
    assert (done.returncode, done.stderr) == (DONE, b"")


def test_every_picture_is_written_though_nobody_reads_the_output(folder: Path) -> None:
    done = deaf("annotate", "--explain", folder)
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert {path.name for path in folder.glob("*.marked.png")} == {
        "first.marked.png", "second.marked.png",
    }  # fmt: skip


def test_a_picture_is_written_before_its_advice_is_printed(picture: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "annotate", "--explain", str(picture)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        assert picture.with_name("picture.marked.png").exists()
        process.stdout.close()
    assert process.returncode == DONE


# Limited streams


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", line.replace("solver-bot", " ".join(PROGRAM))],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("command", ["solve", "read", "annotate"])
def test_a_closed_standard_input_counts_as_empty(command: str) -> None:
    done = shell(f"solver-bot {command} - <&-")
    assert done.returncode == WRONG_USE
    assert done.stderr.count(b"\n") == 1
    assert b"tandard input" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_output_harms_nothing(closed: str, picture: Path) -> None:
    done = shell(f"solver-bot annotate {picture} {closed}")
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert picture.with_name("picture.marked.png").exists()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_the_table_of_skins_is_plain_ascii_without_unicode(encoding: str) -> None:
    done = shell("solver-bot skins", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert done.stdout.isascii()
    assert b"kmines" in done.stdout


def test_a_file_name_is_written_in_the_nearest_supported_letters(tmp_path: Path) -> None:
    place = tmp_path / "grün→"
    place.mkdir()
    shutil.copy(SMALL, place / "a.png")
    done = shell(f"solver-bot annotate '{place}'", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert b"grun->" in done.stdout


def test_a_file_name_that_is_not_text_is_written_unchanged(tmp_path: Path) -> None:
    missing = os.fsencode(tmp_path) + b"/\xff.png"
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), b"read", missing], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == WRONG_USE
    assert done.stderr == b"There is no file " + missing + b".\n"


def test_the_help_explains_every_exit_code() -> None:
    text = " ".join(run_process("--help").out.split())
    for words in ("0 done", "1 a cell called safe was a mine", "2 wrong use", "3 no board found",
                  "4 a board", "5 stopped", "6 no screen"):  # fmt: skip
        assert words in text
