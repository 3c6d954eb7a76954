"""A chart of win rates with their intervals, beside published win rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from solver_bot.board import StartRule
from solver_bot.game.levels import Level
from solver_bot.simulate.published import published
from solver_bot.simulate.tally import Summary

OURS, THEIRS = "#0b7a3e", "#6b7280"
RULES = {
    StartRule.SAFE: "the first click is no mine",
    StartRule.ZERO: "the first click opens an area",
    StartRule.NONE: "the first click may be a mine",
}


@dataclass(frozen=True, slots=True)
class Row:
    """The win rate of one solver in percent, and the ends of its interval.

    Without a known interval, both ends are the win rate itself.
    """

    name: str
    rate: float
    low: float
    high: float
    ours: bool


def plot(path: Path, found: Sequence[Summary]) -> None:
    """Draw a PNG file with one panel for each level and start rule among ``found``.

    Raises:
        OSError: the file cannot be written.

    """
    panels = list(dict.fromkeys((summary.level, summary.start) for summary in found))
    rows = [_rows(level, start, found) for level, start in panels]
    heights = [len(panel) + 1.6 for panel in rows]
    figure = Figure(figsize=(8, 0.38 * sum(heights) + 0.5), dpi=144, layout="constrained")
    axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
    for axis, (level, start), panel in zip(axes[:, 0], panels, rows, strict=True):
        size = f"{level.width}×{level.height}, {level.mines} mines"
        name = "" if level.name[0].isdigit() else f"{level.name.capitalize()}, "
        axis.set_title(f"{name}{size}: {RULES[start]}", loc="left", fontsize=10, weight="bold")
        _draw(axis, panel)
    axes[-1, 0].set_xlabel("games won, percent; bars are 95 % intervals")
    figure.savefig(path, format="png")


def _rows(level: Level, start: StartRule, found: Sequence[Summary]) -> list[Row]:
    """The rows of a panel, the lowest win rate first."""
    rows = [
        Row(_name(summary), 100 * summary.win_rate, 100 * summary.low, 100 * summary.high, True)
        for summary in found
        if (summary.level, summary.start) == (level, start)
    ]
    for figure in published(level.name, start):
        rate, width = 100 * figure.win_rate, 100 * (figure.either_way or 0)
        rows.append(Row(figure.system, rate, rate - width, rate + width, False))
    return sorted(rows, key=lambda row: row.rate)


def _name(summary: Summary) -> str:
    budget = f":{summary.nodes}" if summary.nodes else ""
    return f"solver-bot {summary.strategy}{budget}\n({summary.games:,} games)"


def _draw(axis: Axes, rows: Sequence[Row]) -> None:
    for y, row in enumerate(rows):
        colour = OURS if row.ours else THEIRS
        axis.plot([row.low, row.high], [y, y], color=colour, linewidth=3, alpha=0.45)
        axis.plot([row.rate], [y], "o" if row.ours else "D", color=colour, markersize=6)
        axis.annotate(
            f"{row.rate:.2f}",
            (max(row.high, row.rate), y),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            fontsize=9,
        )
    axis.set_yticks(range(len(rows)), [row.name for row in rows], fontsize=9)
    for label, row in zip(axis.get_yticklabels(), rows, strict=True):
        label.set_color(OURS if row.ours else "black")
    axis.set_ylim(-0.6, len(rows) - 0.4)
    axis.margins(x=0.16)
    axis.grid(axis="x", alpha=0.3)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
