"""Where compiled functions are kept from one run to the next.

numba would choose a folder by itself, and fail with a traceback where that folder is full. So the
folder is chosen here, before numba is asked: the one that ``NUMBA_CACHE_DIR`` names, else the first
with room among this package's own folder, the user's cache folder and a temporary one.
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
"""Bytes that must be free: three times what the compiled functions take."""
_HERE = Path(__file__).parent
_COMPILED = ("counting", "draw", "endgame", "evaluation", "lookahead")


@dataclass(frozen=True, slots=True)
class Cache:
    """Where compiled functions are kept.

    Attributes:
        folder: the folder; None where nothing can be written anywhere.
        lasting: whether they are still there when the program is started again.
        problem: what keeps the lasting folders from being used, in words; empty where nothing does.

    """

    folder: Path | None
    lasting: bool = True
    problem: str = ""

    def has(self, *parts: str) -> bool:
        """Whether these parts are there already, made from these very sources."""
        folder = self.folder
        return folder is not None and all(_stamp(folder, part).exists() for part in parts)

    def note(self, part: str) -> None:
        """Note that all of a part is there now."""
        if self.folder is not None:
            with suppress(OSError):  # then it is looked through once more the next time
                _stamp(self.folder, part).touch()


def _stamp(folder: Path, part: str) -> Path:
    return folder / f"solver-bot-{_fingerprint()}.{part}"


@lru_cache(maxsize=1)
def cache() -> Cache:
    """The folder for this process and all that it starts."""
    named = os.environ.get(VARIABLE)
    wanted = [Path(named)] if named else [_HERE / "__pycache__", _user_folder()]
    problem = ""
    for folder in wanted:
        found = _why_not(folder)
        if not found:
            return Cache(folder)
        problem = found  # the last one is the user's own folder, the one that can be mended
    return _temporary(problem)


def discard() -> None:
    """Remove a temporary folder, where the interpreter will not come to do it."""
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
            os.environ[VARIABLE] = str(folder)  # for the processes that are started
            return Cache(folder, lasting=False, problem=problem)
    return Cache(None, lasting=False, problem=problem)


def _why_not(folder: Path) -> str:
    """Why a folder can't keep what is compiled; empty if it can."""
    try:
        _make(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            if not any(folder.glob(f"solver-bot-{_fingerprint()}.*")):
                _take_room(file.fileno())
    except FileExistsError:
        return f"{folder} is no folder"
    except OSError as error:
        return f"{folder}: {error.strerror or error}"
    return ""


def _make(folder: Path) -> None:
    """Make the folder, but no home folder that does not exist."""
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
    """Differs wherever numba would compile anew: by source, by version, by processor."""
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
