"""Calls that no signal breaks into: those of compiled code.

Compiled code makes Python objects of its results. Python runs signal handlers meanwhile, and an
exception that one of them raises ends the process without a word. So a handler that raises asks
``put_off`` first; it is called again once the call is over.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

_MAIN = threading.main_thread().ident
_inside = 0
_waiting: list[Callable[[], object]] = []


def whole(call: Callable[..., Any], *arguments: Any) -> Any:
    """What the call returns. Outside the main thread, where no handler runs, it is just made."""
    global _inside  # noqa: PLW0603 - one process has one main thread
    if threading.get_ident() != _MAIN:
        return call(*arguments)
    _inside += 1
    try:
        return call(*arguments)
    finally:
        _inside -= 1
        if _waiting and not _inside:
            _waiting.pop()()


def put_off(handle: Callable[[], object]) -> bool:
    """Whether a signal has come within such a call; then it is handled at the end of the call."""
    if _inside:
        _waiting[:] = [handle]
    return _inside > 0
