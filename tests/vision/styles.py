"""The styles in which boards are drawn, as other programs and web pages have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
GOOGLE = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")
NEON = ("#4fc3f7", "#81c784", "#e57373", "#ba68c8", "#ffb74d", "#4dd0e1", "#f06292", "#cfd8dc")
ODD = ("#7a0099", "#aa5500", "#005f6b", "#c2185b", "#2e7d32", "#5d4037", "#283593", "#000000")
MONO = ("#222222",) * 8


@dataclass(frozen=True, slots=True)
class Style:
    """How a program draws its cells.

    Attributes:
        covered, opened: one shade of covered and of open cells, or two that alternate.
        relief: "flat", "bevel", "gradient" or "rounded".
        line: the colour of grid lines around open and flat covered cells; empty for none.
        gap: the space between cells, as a share of a cell.
        around: the colour of the window, which is visible in the gaps.
        font: "default", a font file of matplotlib, or "dots".
        height: the height of a digit, as a share of a cell.

    """

    name: str
    covered: tuple[str, ...]
    opened: tuple[str, ...]
    relief: str = "flat"
    line: str = ""
    gap: float = 0.0
    around: str = "#dddddd"
    digits: Sequence[str] = CLASSIC
    font: str = "default"
    height: float = 0.62
    frame: str = ""
    flag: str = "#d50000"


STYLES = (
    Style("bevel", ("#c0c0c0",), ("#bdbdbd",), "bevel", "#7b7b7b", font="dots", frame="#808080"),
    Style(
        "google",
        ("#aad751", "#a2d149"),
        ("#e5c29f", "#d7b899"),
        digits=GOOGLE,
        around="#4a752c",
        font="DejaVuSans-Bold.ttf",
    ),
    Style("dark", ("#3c4043",), ("#202124",), "flat", "", 0.08, "#121212", NEON),
    Style(
        "rounded", ("#8fb3d9",), ("#eef3f8",), "rounded", "", 0.1, "#ffffff", ODD, "DejaVuSans.ttf"
    ),
    Style(
        "gradient",
        ("#3f6fd0", "#7fa8ee"),
        ("#dfe6f5",),
        "gradient",
        "#8899bb",
        0.0,
        "#5a7bb5",
        font="DejaVuSans-Bold.ttf",
        frame="#203050",
    ),
    Style(
        "mono",
        ("#9a9a9a",),
        ("#ececec",),
        "flat",
        "#bbbbbb",
        0.0,
        "#f7f7f7",
        MONO,
        "DejaVuSansMono.ttf",
        frame="#444444",
    ),
)
"""The styles with which the reader was developed."""

HELD_BACK = (
    Style(
        "xp",
        ("#c0c0c0",),
        ("#c0c0c0",),
        "bevel",
        "#808080",
        font="cmb10.ttf",
        height=0.7,
        frame="#808080",
        around="#c0c0c0",
    ),
    Style(
        "windows7",
        ("#4b7bd8", "#86aef5"),
        ("#c9d6ee",),
        "gradient",
        "#9aa9c8",
        0.04,
        "#2d4a86",
        font="STIXGeneralBol.ttf",
        height=0.7,
    ),
    Style(
        "google-blue",
        ("#7cb9e8", "#72b0e0"),
        ("#f4e1c1", "#ead6b4"),
        digits=ODD,
        around="#22577a",
        font="cmss10.ttf",
        height=0.66,
    ),
    Style(
        "night",
        ("#4c5a67",),
        ("#2a3139",),
        "bevel",
        "#39424b",
        0.0,
        "#1b2127",
        NEON,
        "DejaVuSans-Bold.ttf",
        frame="#111417",
    ),
    Style(
        "amber",
        ("#5b4a1f",),
        ("#181408",),
        "flat",
        "",
        0.06,
        "#000000",
        ("#ffb000",) * 8,
        "DejaVuSansMono-Bold.ttf",
        flag="#ffe0a0",
    ),
    Style(
        "paper",
        ("#f3e9d2",),
        ("#fffdf7",),
        "flat",
        "#c9b98f",
        0.0,
        "#fbf6ea",
        MONO,
        "STIXGeneral.ttf",
        0.7,
        "#8a7a50",
    ),
    Style(
        "pastel",
        ("#f7a8b8",),
        ("#fff3f6",),
        "rounded",
        "",
        0.14,
        "#ffe3ea",
        ("#8e24aa", "#3949ab", "#00897b", "#e53935", "#fb8c00", "#6d4c41", "#1e88e5", "#546e7a"),
        "default",
        0.55,
    ),
    Style(
        "contrast",
        ("#ffffff",),
        ("#000000",),
        "flat",
        "#808080",
        0.0,
        "#000000",
        ("#ffff00", "#00ffff", "#ff00ff", "#00ff00", "#ff8800", "#ffffff", "#ff4444", "#8888ff"),
        "DejaVuSans-Bold.ttf",
        frame="#ffffff",
    ),
    Style(
        "inverted",
        ("#e8e8e8",),
        ("#8d99a6",),
        "flat",
        "#7b8794",
        0.0,
        "#ffffff",
        ("#0d2b6b", "#0b4d1a", "#7a0c0c", "#2b0b4d", "#4d2600", "#00393d", "#000000", "#333333"),
        "cmtt10.ttf",
        0.68,
        "#556270",
    ),
    Style(
        "chess",
        ("#b0bec5", "#90a4ae"),
        ("#fafafa", "#eceff1"),
        digits=GOOGLE,
        around="#37474f",
        font="default",
        height=0.6,
    ),
    Style(
        "thin",
        ("#d6d6d6",),
        ("#ffffff",),
        "flat",
        "#e0e0e0",
        0.03,
        "#ffffff",
        ODD,
        "DejaVuSans.ttf",
        0.5,
    ),
    Style(
        "orange",
        ("#ff9800",),
        ("#fff3e0",),
        "bevel",
        "#ffcc80",
        0.0,
        "#e65100",
        CLASSIC,
        "DejaVuSerif-Bold.ttf",
        0.64,
        "#bf360c",
    ),
)
"""Styles held back: nothing was tuned on them."""
