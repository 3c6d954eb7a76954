"""Two pieces of work are done at once, and nothing goes on once they are over."""

from __future__ import annotations

from threading import Barrier, Event, get_ident

import pytest

from solver_bot.vision.threads import both


def test_both_results_are_given() -> None:
    assert both(lambda: 1, lambda: 2) == (1, 2)


def test_two_threads_work_at_the_same_time() -> None:
    met = Barrier(2, timeout=60)

    def meet() -> int:
        met.wait()
        return get_ident()

    one, other = both(meet, meet)
    assert one != other


def test_what_either_call_raises_is_raised() -> None:
    def fail() -> int:
        raise KeyError("lost")

    with pytest.raises(KeyError):
        both(fail, lambda: 2)
    with pytest.raises(KeyError):
        both(lambda: 1, fail)


def test_a_call_that_has_begun_is_waited_for_although_the_other_fails() -> None:
    begun, ended = Event(), Event()

    def work() -> int:
        begun.set()
        ended.set()
        return 1

    def fail() -> int:
        begun.wait(60)
        raise KeyError("lost")

    with pytest.raises(KeyError):
        both(work, fail)
    assert ended.is_set()


def test_work_is_done_although_no_thread_has_begun_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver_bot.vision.threads.Thread.start", lambda thread: None)
    assert both(lambda: 1, lambda: 2) == (1, 2)
