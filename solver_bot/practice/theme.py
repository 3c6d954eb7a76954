"""Colours, fonts, and sizes for this display."""

from __future__ import annotations

import tkinter
from tkinter import font, ttk

import cv2
import numpy as np

from solver_bot.practice.drawing import encoded
from solver_bot.vision.arrays import Picture

BACK, SURFACE, LINE = "#eef1f5", "#ffffff", "#cfd6df"
TEXT, MUTED = "#1d2530", "#566273"
ACCENT, ACCENT_DARK = "#2b63c9", "#214d9e"
GOOD, GOOD_BACK = "#11643a", "#d8f0e2"
BAD, BAD_BACK = "#a3161f", "#fbdfe0"
NOTE_BACK = "#fdf1cf"
MARK = "#1f5fe0"
HOVER, PRESSED = "#e3e9f2", "#d3dce9"


SIZES = {"text": 14, "small": 12, "strong": 14, "value": 20, "title": 28}
"""The heights of the fonts, in pixels at scale 1."""
BOLD = ("strong", "value", "title")


class Theme:
    """The look of the window on one display.

    Attributes:
        scale: the scale in use; 1 stands for 96 pixels per inch.
        natural: the scale that suits the display.

    """

    def __init__(self, root: tkinter.Tk, scale: float | None = None) -> None:
        self.natural = max(1.0, float(root.winfo_fpixels("1i")) / 96)
        self.scale = scale or self.natural
        family = font.nametofont("TkDefaultFont", root).actual()["family"]
        self.fonts = {name: font.Font(root, family=family) for name in SIZES}
        for name in BOLD:
            self.fonts[name].configure(weight="bold")
        root.configure(background=BACK)
        self._images = [tkinter.PhotoImage(master=root) for _ in range(2)]
        self._style = ttk.Style(root)
        self._style.theme_use("clam")
        self._style.element_create(
            "Calm.indicator", "image", self._images[0], ("selected", self._images[1])
        )
        self.rescale(self.scale)

    def rescale(self, scale: float) -> None:
        """Change the scale of everything. Widgets that are shown already keep their padding."""
        self.scale = scale
        for name, size in SIZES.items():
            self.fonts[name].configure(size=-self.px(size))
        for image, box in zip(self._images, _checks(self.px(18)), strict=True):
            image.configure(data=encoded(box), format="ppm")
        self._configure()

    def px(self, size: float) -> int:
        """Convert pixels at scale 1 to pixels of this display, at least 1."""
        return max(1, round(size * self.scale))

    def _configure(self) -> None:
        style, text = self._style, self.fonts["text"]
        style.configure(".", background=BACK, foreground=TEXT, font=text)
        style.configure("TFrame", background=BACK)
        for name, size, colour in (
            ("TLabel", "text", TEXT),
            ("Title.TLabel", "title", TEXT),
            ("Strong.TLabel", "strong", TEXT),
            ("Error.TLabel", "strong", BAD),
        ):
            style.configure(name, background=BACK, foreground=colour, font=self.fonts[size])
        style.configure("Card.TFrame", background=SURFACE, bordercolor=LINE, relief="solid")
        style.configure("CardName.TLabel", background=SURFACE, foreground=MUTED)
        style.configure("CardName.TLabel", font=self.fonts["small"])
        style.configure("Value.TLabel", background=SURFACE, font=self.fonts["value"])
        self._buttons()
        self._fields()

    def _buttons(self) -> None:
        style, pad = self._style, (self.px(12), self.px(7))
        for name, back, hover, pressed, colour, line in (
            ("TButton", SURFACE, HOVER, PRESSED, TEXT, LINE),
            ("Main.TButton", ACCENT, ACCENT_DARK, ACCENT_DARK, SURFACE, ACCENT_DARK),
        ):
            edges = {"bordercolor": line, "lightcolor": back, "darkcolor": back}
            style.configure(name, background=back, foreground=colour, padding=pad, **edges)
            style.configure(name, width=-1, anchor="center", justify="center", focuscolor=line)
            states = [("disabled", BACK), ("pressed", pressed), ("active", hover)]
            style.map(name, background=states, lightcolor=states, darkcolor=states)
            style.map(name, foreground=[("disabled", MUTED)])
        style.configure("Main.TButton", font=self.fonts["strong"])
        style.configure("Chip.Toolbutton", padding=(self.px(12), self.px(4)), anchor="center")
        style.configure("Chip.Toolbutton", focuscolor=ACCENT_DARK)
        style.configure("Chip.Toolbutton", bordercolor=LINE, lightcolor=SURFACE, darkcolor=SURFACE)
        chosen = [("selected", ACCENT), ("active", HOVER), ("!selected", SURFACE)]
        style.map("Chip.Toolbutton", background=chosen, lightcolor=chosen, darkcolor=chosen)
        style.map("Chip.Toolbutton", foreground=[("selected", SURFACE), ("!selected", TEXT)])

    def _fields(self) -> None:
        style = self._style
        style.configure("TEntry", padding=self.px(6), bordercolor=LINE, lightcolor=SURFACE)
        style.configure("TEntry", fieldbackground=SURFACE, insertwidth=self.px(1))
        style.map("TEntry", bordercolor=[("focus", ACCENT)], lightcolor=[("focus", ACCENT)])
        style.layout(
            "TCheckbutton",
            [
                ("Calm.indicator", {"side": "left", "sticky": ""}),
                ("Checkbutton.padding", {"children": [("Checkbutton.label", {})]}),
            ],
        )
        style.configure("TCheckbutton", padding=(self.px(8), self.px(4), 0, self.px(4)))
        style.map("TCheckbutton", background=[("active", BACK)])


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return blue, green, red


def _checks(size: int) -> tuple[Picture, Picture]:
    """An empty and a ticked check box. Tk's own boxes are tiny on displays with small pixels."""
    return _box(size, LINE, SURFACE), _box(size, ACCENT, ACCENT, tick=True)


def _box(size: int, line: str, inside: str, tick: bool = False) -> Picture:
    large = size * 8
    canvas = np.full((large, large, 3), _bgr(BACK), np.uint8)
    corner, edge = large // 5, max(1, large // 16)
    for colour, inset in ((line, 0), (inside, edge)):
        low, high = inset + corner, large - 1 - inset - corner
        for x in (low, high):
            for y in (low, high):
                cv2.circle(canvas, (x, y), corner, _bgr(colour), -1)
        cv2.rectangle(canvas, (low, inset), (high, large - 1 - inset), _bgr(colour), -1)
        cv2.rectangle(canvas, (inset, low), (large - 1 - inset, high), _bgr(colour), -1)
    if tick:
        points = np.array([(0.24, 0.52), (0.43, 0.70), (0.77, 0.32)]) * large
        shape = [points.round().astype(np.int32)]
        cv2.polylines(canvas, shape, False, _bgr(SURFACE), large // 8, cv2.LINE_AA)
    scaled = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(scaled, dtype=np.uint8)
