"""The report of ratios fails nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from benchmarks.ratios import Row, add_rows


def _lacking(runs: int) -> Iterator[Row]:
    yield "this", "that", float(runs)
    raise ModuleNotFoundError("No module named 'ms_toollib'")


def test_what_can_not_be_measured_is_left_out_with_a_word() -> None:
    table = Table("", "", "")
    add_rows(table, _lacking, 3)
    console = Console(width=100)
    with console.capture() as printed:
        console.print(table)
    assert "3.0" in printed.get()
    assert "left out: No module named 'ms_toollib'" in printed.get()
