"""Protect calls of compiled code from signal handlers.

Compiled code turns its results into Python objects, and Python may run a signal handler meanwhile.
An exception raised by a handler at that moment ends the process without a message. A handler that
raises must therefore call ``put_off`` first. It is called again once the compiled code is done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

_MAIN = threading.main_thread().ident


@dataclass(slots=True)
class _Calls:
    """The calls of ``uninterrupted`` that the main thread is in.

    Attributes:
        depth: how many of them there are, one inside the other.
        waiting: the last handler that was put off, if any.

    """

    depth: int = 0
    waiting: list[Callable[[], object]] = field(default_factory=list)


_calls = _Calls()


def uninterrupted(call: Callable[..., Any], *arguments: Any) -> Any:
    """Make a call and return its result. Handlers that ask ``put_off`` run after the call.

    Handlers run in the main thread alone. In other threads the call is simply made.
    """
    if threading.get_ident() != _MAIN:
        return call(*arguments)
    _calls.depth += 1
    try:
        return call(*arguments)
    finally:
        _calls.depth -= 1
        if _calls.waiting and not _calls.depth:
            _calls.waiting.pop()()


def put_off(handle: Callable[[], object]) -> bool:
    """Call ``handle`` after the current call of ``uninterrupted``. Returns whether there is one."""
    if _calls.depth:
        _calls.waiting[:] = [handle]
    return _calls.depth > 0
