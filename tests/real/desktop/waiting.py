"""Starting and ending the processes on a desktop, and waiting for what it does."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

import numpy as np

from solver_bot.desktop.faces import ScreenFace
from solver_bot.desktop.screen import Picture, Region

PATIENCE = 120.0
"""Seconds after which an action counts as failed. A busy machine needs many."""

T = TypeVar("T")


def started(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a program that reads and prints nothing, in its own process group."""
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class DesktopError(RuntimeError):
    """The virtual desktop, or a program on it, did not do what a test needs."""


def wait_until(ask: Callable[[], T | None], what: str, seconds: float = PATIENCE) -> T:
    """Call ``ask`` until its answer is true, and return the answer.

    Raises:
        DesktopError: ``what`` did not happen within ``seconds``.

    """
    end = time.monotonic() + seconds
    while not (answer := ask()):
        if time.monotonic() > end:
            raise DesktopError(f"{what} did not happen within {seconds:.0f} s")
        time.sleep(0.02)
    return answer


def unchanged(ask: Callable[[], T], seconds: float) -> T:
    """The answer of ``ask`` once it has been the same for ``seconds``."""
    last, since = ask(), time.monotonic()
    end = since + PATIENCE
    while time.monotonic() - since < seconds:
        if time.monotonic() > end:
            raise DesktopError(f"{last} never stopped changing")
        time.sleep(0.02)
        answer = ask()
        if answer != last:
            last, since = answer, time.monotonic()
    return last


def settled(screen: ScreenFace, region: Region, quiet: float = 0.3) -> Picture:
    """The picture of ``region`` once it has not changed for ``quiet`` seconds."""
    last, since = screen.grab(region), time.monotonic()
    end = since + PATIENCE
    while time.monotonic() - since < quiet:
        if time.monotonic() > end:
            raise DesktopError(f"{region} never stopped changing")
        time.sleep(0.03)
        picture = screen.grab(region)
        if not np.array_equal(picture, last):
            last, since = picture, time.monotonic()
    return last


def end_group(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """End a process that was started in its own process group, and all processes it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
            return
