"""The folder that keeps compiled functions from one run to the next.

numba would choose a folder by itself, and fail with a traceback if that folder is full. This module
therefore chooses the folder before numba is loaded. It takes the folder that ``NUMBA_CACHE_DIR``
names. Without that variable it takes the first one with room: this package's own folder, the user's
cache folder, or a temporary folder.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.metadata
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
_COMPILED = ("counting", "draw", "endgame", "evaluation", "lookahead")


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

    def has(self, *parts: str) -> bool:
        """Whether these parts are in the cache, compiled from the present sources."""
        folder = self.folder
        return folder is not None and all(_stamp(folder, part).exists() for part in parts)

    def note(self, part: str) -> None:
        """Record that a part is complete in the cache."""
        if self.folder is not None:
            with suppress(OSError):  # without the record, the next run checks the part again
                _stamp(self.folder, part).touch()


def _stamp(folder: Path, part: str) -> Path:
    return folder / f"solver-bot-{_fingerprint()}.{part}"


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
            if not any(folder.glob(f"solver-bot-{_fingerprint()}.*")):
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
def _fingerprint() -> str:
    """A text that changes whenever numba would compile anew.

    It depends on the source files, the versions of Python and numba, and the processor.
    """
    digest = hashlib.blake2b(digest_size=8)
    for name in _COMPILED:
        path = _HERE / f"{name}.py"
        about = path.stat()
        digest.update(f"{path} {about.st_mtime} {about.st_size};".encode())
    digest.update(f"{sys.version} {importlib.metadata.version('numba')} {_processor()}".encode())
    return digest.hexdigest()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return " ".join(dict.fromkeys(ln for ln in lines if ln.startswith(("model name", "flags"))))
