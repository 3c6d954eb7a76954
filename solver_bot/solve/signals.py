"""Protect calls of compiled code from signal handlers.

Compiled code turns its results into Python objects, and Python may run a signal handler meanwhile.
An exception raised by a handler at that moment ends the process without a message. A handler that
raises must therefore call ``put_off`` first. It is called again once the compiled code is done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

_MAIN = threading.main_thread().ident
_inside = 0
_waiting: list[Callable[[], object]] = []


def uninterrupted(call: Callable[..., Any], *arguments: Any) -> Any:
    """Make a call and return its result. Handlers that ask ``put_off`` run after the call.

    Handlers run in the main thread alone. In other threads the call is simply made.
    """
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
    """Call ``handle`` after the current call of ``uninterrupted``. Returns whether there is one."""
    if _inside:
        _waiting[:] = [handle]
    return _inside > 0
