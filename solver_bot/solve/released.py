"""Gives memory back to the system that was used only to load the compiled half of the solver."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_LLVM = "libllvmlite"
_BETWEEN = 0.05
"""Seconds between two times that memory is given back."""
_NOT_NEEDED = 4
"""The advice MADV_DONTNEED of Linux."""


@contextmanager
def giving_back() -> Iterator[None]:
    """Give memory back again and again in this block, and at its end."""
    ended = threading.Event()

    def again() -> None:
        while not ended.wait(_BETWEEN):
            give_back()

    giver = threading.Thread(target=again, name="gives memory back", daemon=True)
    giver.start()
    try:
        yield
    finally:
        ended.set()
        giver.join()
        give_back()


def give_back() -> None:
    """Let go of LLVM's own machine code, some 50 MB, and of memory that was freed.

    LLVM runs only while functions are compiled or loaded. Should it run again, the system reads its
    code from the file again, page by page. Only on Linux; elsewhere nothing is done.
    """
    if sys.platform != "linux":
        return
    system = ctypes.CDLL(None)
    with suppress(OSError):
        for first, size in _code():
            system.madvise(ctypes.c_void_p(first), ctypes.c_size_t(size), _NOT_NEEDED)
    if hasattr(system, "malloc_trim"):
        system.malloc_trim(0)


def _code() -> Iterator[tuple[int, int]]:
    """Where LLVM's machine code is in memory: first addresses and sizes.

    It is mapped from the file and never written to, so nothing is lost with it.
    """
    for line in Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines():
        addresses, rights, *_, name = line.split(maxsplit=5)
        if rights == "r-xp" and _LLVM in name:
            first, end = (int(number, 16) for number in addresses.split("-"))
            yield first, end - first
