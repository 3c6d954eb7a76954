"""The folder that keeps compiled functions from one run to the next.

numba would choose a folder by itself, and fail with a traceback if that folder is full. This module
therefore chooses the folder before numba is loaded. It takes the folder that ``NUMBA_CACHE_DIR``
names. Without that variable it takes the first one with room: this package's own folder, the user's
cache folder, or a temporary folder.

numba notices a change of the file that holds a function, but not a change of other files whose
functions it calls. So what is compiled from one state of the sources has a folder of its own.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
ROOM = 24 << 20
"""Bytes that must be free in the folder: three times what the compiled functions take."""
_HERE = Path(__file__).parent
_SOURCES = _HERE / "compiled"


@dataclass(frozen=True, slots=True)
class Cache:
    """Where compiled functions are kept.

    Attributes:
        folder: the folder; None if no folder can be written to.
        lasting: whether the functions are still there when the program is started again.
        problem: why no lasting folder is used, in words; empty if one is.

    """

    folder: Path | None
    lasting: bool = True
    problem: str = ""

    @property
    def of_sources(self) -> Path | None:
        """The folder in it for functions that are compiled from the present sources."""
        return self.folder and self.folder / f"{_installation()}-{_state_of_sources()}"

    def has(self, *parts: str) -> bool:
        """Whether these parts are in the cache, compiled from the present sources."""
        place = self.of_sources
        return place is not None and all((place / part).exists() for part in parts)

    def note(self, part: str) -> None:
        """Record that a part is complete in the cache, and remove what older sources left there."""
        if self.folder is None or self.of_sources is None:
            return
        with suppress(OSError):  # without the record, the next run checks the part again
            self.of_sources.mkdir(exist_ok=True)
            (self.of_sources / part).touch()
        for other in self.folder.glob(f"{_installation()}-*"):
            if other != self.of_sources:
                shutil.rmtree(other, ignore_errors=True)


@lru_cache(maxsize=1)
def cache() -> Cache:
    """The cache of this process and of every process that it starts."""
    named = os.environ.get(VARIABLE)
    wanted = [Path(named)] if named else [_HERE / "__pycache__", _user_folder()]
    problem = ""
    for folder in wanted:
        found = _why_not(folder)
        if not found:
            return Cache(folder)
        problem = found  # the last folder is the user's own, which the user can repair
    return _temporary(problem)


def discard() -> None:
    """Remove a temporary folder, for a process that ends without running its exit handlers."""
    if cache.cache_info().currsize and not cache().lasting and (folder := cache().folder):
        shutil.rmtree(folder, ignore_errors=True)


def _user_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("solver-bot", appauthor=False)


def _temporary(problem: str) -> Cache:
    for parent in (None, "/dev/shm"):
        try:
            folder = Path(tempfile.mkdtemp(prefix="solver-bot-", dir=parent))
        except OSError:
            continue
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        if not _why_not(folder):
            os.environ[VARIABLE] = str(folder)  # for the processes that this one starts
            return Cache(folder, lasting=False, problem=problem)
    return Cache(None, lasting=False, problem=problem)


def _why_not(folder: Path) -> str:
    """Why a folder cannot keep compiled functions; empty if it can."""
    try:
        _make(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            place = Cache(folder).of_sources
            if place is None or not place.exists():
                _take_room(file.fileno())
    except FileExistsError:
        return f"{folder} is not a folder"
    except OSError as error:
        return f"{folder}: {error.strerror or error}"
    return ""


def _make(folder: Path) -> None:
    """Make the folder. A home folder that does not exist is not made.

    Raises:
        OSError: the folder cannot be made.

    """
    home = Path.home()
    if home in folder.parents and not home.is_dir():
        raise FileNotFoundError(2, "the home folder does not exist")
    folder.mkdir(parents=True, exist_ok=True)


def _take_room(file: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, ROOM)
    else:
        os.truncate(file, ROOM)


@lru_cache(maxsize=1)
def _installation() -> str:
    """The name of this installation on this machine: its path, Python, numba and the processor."""
    from importlib.metadata import version

    numba = version("numba")
    told = f"{_HERE} {sys.version} {numba} {_processor()}"
    return f"solver-bot-{_digest(told)}"


@lru_cache(maxsize=1)
def _state_of_sources() -> str:
    """A text that changes with every change of a source file that is compiled."""
    files = [(path.name, path.stat()) for path in sorted(_SOURCES.glob("*.py"))]
    return _digest(" ".join(f"{name} {about.st_mtime} {about.st_size}" for name, about in files))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return " ".join(dict.fromkeys(ln for ln in lines if ln.startswith(("model name", "flags"))))
