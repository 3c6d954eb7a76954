"""Two pieces of work at once, in two threads of this process."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from typing import TypeVar

T = TypeVar("T")


def both(one: Callable[[], T], other: Callable[[], T]) -> tuple[T, T]:
    """The results of both calls. A second thread makes the first one meanwhile.

    A thread that has not begun when the second call has ended, because every core is busy, is not
    waited for. A thread that has begun is, also if a call raises, so that nothing goes on
    afterwards.
    """
    begun = Lock()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        if begun.acquire(blocking=False):
            try:
                results.append(one())
            except BaseException as error:
                errors.append(error)

    beside = Thread(target=run, daemon=True)
    beside.start()
    try:
        second = other()
    finally:
        if not begun.acquire(blocking=False):
            beside.join()
    if errors:
        raise errors[0]
    return (results[0] if results else one()), second
