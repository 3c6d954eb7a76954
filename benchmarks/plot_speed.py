"""Draw docs/speed.png from the tables of docs/benchmarks.md, so that they can't differ.

Every table there with a column "times faster" becomes a panel. Needs matplotlib (the extra
``plot``).

Usage: python -m benchmarks.plot_speed
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

DOCS = Path(__file__).resolve().parents[1] / "docs"
OURS = "#0b7a3e"
FASTER = "times faster"


@dataclass(frozen=True, slots=True)
class Panel:
    """One table, and how it is shown.

    Attributes:
        section: the heading of the page's section that it stands in.
        title: what is drawn above the panel.
        names: the columns that name a row.
        ours: the column with our time.
        unit: of that time.

    """

    section: str
    title: str
    names: tuple[str, ...]
    ours: str
    unit: str


PANELS = (
    Panel("Reading a screen", "Reading: beside matchTemplate", ("picture",), "ours, ms", "ms"),
    Panel("Exact odds", "Exact odds: beside ms-toollib", ("odds",), "ours, ms", "ms"),
)


def rows(page: str, section: str) -> list[dict[str, str]]:
    """The rows of the table with "times faster" in a section, by the names of its columns."""
    _, text = page.split(f"\n## {section}\n")
    found = table_of(text.split("\n## ")[0])
    assert FASTER in found[0], section
    return found


def table_of(text: str) -> list[dict[str, str]]:
    """The rows of the first table in a text, by the names of its columns."""
    lines = text[text.index("\n|") + 1 :].split("\n\n", maxsplit=1)[0].splitlines()
    header, _, *body = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines]
    return [dict(zip(header, cells, strict=True)) for cells in body]


def draw(axis: Axes, panel: Panel, table: list[dict[str, str]]) -> None:
    """A bar a row, the first row on top."""
    names = [", ".join(row[column] for column in panel.names) for row in table]
    faster = [float(row[FASTER]) for row in table]
    axis.barh(range(len(table)), faster, color=OURS, alpha=0.6, height=0.55)
    for y, row in enumerate(table):
        axis.annotate(
            f"{row[FASTER]}×   ({row[panel.ours]} {panel.unit})",
            (faster[y], y),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=OURS,
            fontsize=9,
        )
    axis.set_title(panel.title, loc="left", fontsize=10, weight="bold")
    axis.set_yticks(range(len(table)), names, fontsize=9)
    axis.set_ylim(len(table) - 0.4, -0.6)
    axis.set_xscale("log")
    axis.grid(axis="x", alpha=0.3)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)


def main() -> None:
    """Draw the chart."""
    page = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    tables = [rows(page, panel.section) for panel in PANELS]
    heights = [len(table) for table in tables]
    figure = Figure(figsize=(8, 0.3 * sum(heights) + 2.2), dpi=144, layout="constrained")
    axes = figure.subplots(len(PANELS), 1, sharex=True, height_ratios=heights)
    for axis, panel, table in zip(axes, PANELS, tables, strict=True):
        draw(axis, panel, table)
    most = max(float(row[FASTER]) for table in tables for row in table)
    axes[-1].set_xlim(1, 6 * most)
    axes[-1].set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    axes[-1].set_xlabel("times faster; in brackets our time")
    figure.savefig(DOCS / "speed.png", format="png")


if __name__ == "__main__":
    main()
