"""The window or page around a board: margins, a frame, headers, panels, a title bar."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.looks.colours import Colour, Random, any_colour, legible, shifted
from benchmarks.looks.faces import painted
from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.look import Look
from solver_bot.vision.arrays import Floats

WORDS = (
    *("Game", "Help", "File", "Edit", "View", "New game", "Settings", "Options", "Difficulty"),
    *("Restart", "Beginner", "Expert", "Mines: 10", "Time", "00:42", "Score 1250", "Best 12"),
    *("Level 3", "Player", "Pause", "Hint", "Undo", "Home", "About", "Leaderboard", "Sign in"),
    *("Theme", "Zoom", "100%", "Custom"),
)

_BUTTONS, _ADJOINING = 0.12, 0.7
"""The share of windows with a row of buttons above or below the board, and of those whose row
adjoins it."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


def window_around(
    rng: Random, look: Look, board: Floats, pitch: float
) -> tuple[Floats, float, float]:
    """The board in its window or page. Returns that and where the board begins."""
    margins = [_margin(rng, pitch) for _ in range(4)]
    if rng.random() < 0.5:
        margins = [margins[0]] * 4
    framed = _frame(rng, look, board)
    rim = (framed.shape[0] - board.shape[0]) // 2
    left, top, right, bottom = margins
    panels = [_panel(rng, pitch, share) for share in (0.12, 0.65, 0.15, 0.2)]
    if panels[1] and rng.random() < 0.4:
        top = 0 if rng.random() < 0.5 else 1
    height = framed.shape[0] + top + bottom + panels[1] + panels[3]
    width = framed.shape[1] + left + right + panels[0] + panels[2]
    window = np.empty((height, width, 3), np.float32)
    window[:] = look.palette.around
    _panels(rng, look, window, panels)
    y, x = top + panels[1], left + panels[0]
    window[y : y + framed.shape[0], x : x + framed.shape[1]] = framed
    if rng.random() < _BUTTONS:
        _row_of_buttons(rng, look, window, (x, y, x + framed.shape[1], y + framed.shape[0]), pitch)
    window, bar = _title_bar(rng, window)
    return window, x + rim, y + rim + bar


def _margin(rng: Random, pitch: float) -> int:
    kind = rng.random()
    if kind < 0.25:
        return 0
    if kind < 0.45:
        return int(rng.integers(1, 4))
    return int(rng.integers(2, max(4, round(1.6 * pitch))))


def _panel(rng: Random, pitch: float, chance: float) -> int:
    return int(rng.uniform(0.7, 3.5) * max(pitch, 16)) if rng.random() < chance else 0


def _frame(rng: Random, look: Look, board: Floats) -> Floats:
    """The board with a line, a bevel or nothing around it."""
    kind = rng.random()
    if kind < 0.4:
        return board
    thick = 1 if kind < 0.65 else int(rng.integers(2, 7))
    height, width = board.shape[:2]
    framed = np.empty((height + 2 * thick, width + 2 * thick, 3), np.float32)
    framed[:] = look.palette.line
    if kind > 0.8:
        framed[:] = shifted(look.palette.around, 70)
        for i in range(thick):
            framed[i, : width + 2 * thick - i] = shifted(look.palette.around, -70)
            framed[: height + 2 * thick - i, i] = shifted(look.palette.around, -70)
    framed[thick:-thick, thick:-thick] = board
    return framed


def _panels(rng: Random, look: Look, window: Floats, panels: list[int]) -> None:
    """Draw the header, the footer and side panels of these sizes: left, top, right, bottom."""
    left, top, right, bottom = panels
    height, width = window.shape[:2]
    boxes: list[Box] = [(0, 0, width, top), (0, height - bottom, width, height)]
    boxes += [(0, top, left, height - bottom), (width - right, top, width, height - bottom)]
    for x0, y0, x1, y1 in boxes:
        if x1 - x0 < 8 or y1 - y0 < 8:
            continue
        choice = (look.palette.around, look.covered.colour, look.opened.colour, any_colour(rng))
        ground = choice[int(rng.choice(4, p=[0.45, 0.2, 0.1, 0.25]))]
        part = window[y0:y1, x0:x1]
        part[:] = ground
        _furnish(rng, part, ground)


def _row_of_buttons(rng: Random, look: Look, window: Floats, board: Box, pitch: float) -> None:
    """Draw a row of buttons as wide as the board, above or below it, in place."""
    left, top, right, bottom = board
    high = round(pitch * rng.uniform(0.6, 2.0))
    gap = int(rng.integers(0, 3)) if rng.random() < _ADJOINING else int(rng.integers(3, 12))
    y = top - gap - high if rng.random() < 0.75 else bottom + gap
    if y < 0 or y + high > window.shape[0] or high < 8:
        return
    edges = np.linspace(left, right, int(rng.integers(2, 8))).round().astype(int).tolist()
    face = look.covered if rng.random() < 0.5 else look.opened
    for start, end in pairwise(edges):
        box = window[y : y + high, start:end]
        box[:] = painted(face, end - start, high)
        if rng.random() < 0.75:
            text = str(rng.choice(WORDS)) if rng.random() < 0.7 else str(rng.integers(0, 999))
            ink = legible(rng, face.colour, 60)
            write(box, text, high * rng.uniform(0.35, 0.6), ink, rng)


def _furnish(rng: Random, part: Floats, ground: Colour) -> None:
    """Put counters, buttons, a face and words into a panel, in place."""
    height, width = part.shape[:2]
    ink = legible(rng, ground, 60)
    for _ in range(int(rng.integers(0, 5))):
        high = int(rng.uniform(0.35, 0.85) * min(height, 60))
        wide = min(width - 2, int(high * rng.uniform(0.9, 3.5)))
        if high < 6 or wide < 6:
            continue
        x, y = int(rng.integers(0, width - wide)), int(rng.integers(0, max(1, height - high)))
        kind = rng.random()
        box = part[y : y + high, x : x + wide]
        if kind < 0.3:
            box[:] = any_colour(rng)
            write(
                box,
                str(rng.integers(0, 999)).zfill(3),
                0.7 * high,
                legible(rng, box[0, 0], 60),
                rng,
            )
        elif kind < 0.5:
            box[:] = shifted(ground, 20)
            box[0] = box[:, 0] = shifted(ground, 80)
            box[-1] = box[:, -1] = shifted(ground, -80)
            write(box, str(rng.choice(WORDS)), 0.45 * high, ink, rng)
        elif kind < 0.6:
            cv2.circle(box, (wide // 2, high // 2), min(wide, high) // 2 - 1, (60, 220, 250), -1)
        else:
            write(box, str(rng.choice(WORDS)), rng.uniform(0.5, 0.9) * high, ink, rng)


def write(part: Floats, text: str, height: float, colour: Colour, rng: Random) -> None:
    """Write a text into the left middle of a part of a picture, in place."""
    fonts = usable_fonts()
    if not part.size:
        return
    try:
        font = ImageFont.truetype(str(fonts[int(rng.integers(len(fonts)))]), max(6, round(height)))
        image = Image.new("L", (part.shape[1], part.shape[0]))
        ImageDraw.Draw(image).text((3, part.shape[0] / 2), text, fill=255, font=font, anchor="lm")
    except OSError:
        return
    mask = np.asarray(image, np.float32)[..., None] / 255
    part[:] = part * (1 - mask) + colour * mask


def _title_bar(rng: Random, window: Floats) -> tuple[Floats, int]:
    """The window with a title bar and a menu, or without. Returns it and their height."""
    if rng.random() < 0.45:
        return window, 0
    rows = []
    for chance, high in ((1.0, int(rng.integers(18, 36))), (0.4, int(rng.integers(16, 28)))):
        if rng.random() < chance:
            ground = any_colour(rng)
            bar = np.empty((high, window.shape[1], 3), np.float32)
            bar[:] = ground
            words = "   ".join(rng.choice(WORDS, int(rng.integers(1, 5))).tolist())
            write(bar, words, high * 0.55, legible(rng, ground, 60), rng)
            rows.append(bar)
    whole = np.concatenate([*rows, window])
    return whole, whole.shape[0] - window.shape[0]
