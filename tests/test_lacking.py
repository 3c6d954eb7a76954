"""Tests are left out in one way only, so that ``SOLVER_BOT_REQUIRE_ALL`` can forbid it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lacking import leave_out, need_modules

TESTS = Path(__file__).parent


def test_no_other_file_leaves_a_running_test_out() -> None:
    ways = ("pytest.skip(", "importorskip(", "collect_ignore")
    files = sorted(set(TESTS.rglob("*.py")) - {Path(__file__), TESTS / "lacking.py"})
    assert [file for file in files for way in ways if way in file.read_text("utf-8")] == []


def test_where_all_are_required_a_test_that_lacks_something_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOLVER_BOT_REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="xterm"):
        leave_out("not installed here: xterm")
    with pytest.raises(pytest.fail.Exception, match="not installed here: no_such_module"):
        need_modules("sys", "no_such_module")


def test_elsewhere_it_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOLVER_BOT_REQUIRE_ALL", raising=False)
    with pytest.raises(pytest.skip.Exception, match="xterm"):
        leave_out("not installed here: xterm")
    need_modules("sys", "json")
