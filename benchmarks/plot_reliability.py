"""Draw docs/reliability.png from the table "How sure the nets are" of docs/any-window-figures.md.

Both say how often cells were read otherwise than they are: across what the nets said, upwards what
was so. Needs matplotlib (the extra ``plot``).

Usage: python -m benchmarks.plot_reliability
"""

from __future__ import annotations

from matplotlib.figure import Figure

from benchmarks.plot_speed import DOCS, OURS, table_of
from solver_bot.simulate.tally import wilson

SECTION = "## How sure the nets are"
LEAST = 3e-5
"""Where a share of nothing is drawn."""


def main() -> None:
    """Draw the chart."""
    page = (DOCS / "any-window-figures.md").read_text(encoding="utf-8")
    rows = table_of(page.split(f"\n{SECTION}\n")[1])
    said = [1 - float(row["said to be right, %"]) / 100 for row in rows]
    cells, wrong = ([int(row[name]) for row in rows] for name in ("cells", "wrong"))
    were = [some / many for some, many in zip(wrong, cells, strict=True)]
    ranges = [wilson(some, many) for some, many in zip(wrong, cells, strict=True)]
    below = [max(0.0, share - low) for share, (low, _) in zip(were, ranges, strict=True)]
    above = [high - share for share, (_, high) in zip(were, ranges, strict=True)]
    figure = Figure(figsize=(5, 4.4), dpi=144, layout="constrained")
    axis = figure.subplots()
    axis.plot([LEAST, 1], [LEAST, 1], color="black", linewidth=0.8)
    seen = [max(LEAST, share) for share in were]
    axis.errorbar(said, seen, (below, above), fmt="o", color=OURS, capsize=3, markersize=5)
    axis.set_xscale("log")
    axis.set_yscale("log")
    ticks = [1e-4, 1e-3, 1e-2, 1e-1, 1]
    names = ["0.01 %", "0.1 %", "1 %", "10 %", "100 %"]
    axis.set_xticks(ticks, names)
    axis.set_yticks(ticks, names)
    axis.set_xlim(LEAST, 1)
    axis.set_ylim(LEAST, 1)
    axis.set_xlabel("said to be wrong")
    axis.set_ylabel("were wrong")
    axis.grid(alpha=0.3)
    axis.spines[["top", "right"]].set_visible(False)
    figure.savefig(DOCS / "reliability.png", format="png")


if __name__ == "__main__":
    main()
