"""Draw the skin `classic`: one PNG per cell state, written beside this script.

Every shape is our own and is given in a unit square (x to the right, y down), so `draw_tile`
can draw a tile of any size. A tile is one pitch of the lattice: a board is its tiles side by
side without gaps. The drawing is done `OVERSAMPLING` times too large and then averaged down.

Run `python draw.py` to write the tiles at 64x64 pixels.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Colour = tuple[int, int, int]
Vertex = tuple[float, float] | tuple[float, float, float]  # x, y and how far the corner is rounded

TILE_SIZE = 64
OVERSAMPLING = 16
SHIFT = 8  # fractional bits of the coordinates handed to OpenCV


def rgb(code: int) -> Colour:
    """Turn 0xRRGGBB into the BGR triple OpenCV paints with."""
    return code & 255, code >> 8 & 255, code >> 16


OPEN, LINE = rgb(0xBEBEBE), rgb(0x848484)
FACE, LIGHT, SHADE = rgb(0xC4C4C4), rgb(0xFFFFFF), rgb(0x808080)
BLAST, BLAST_LINE = rgb(0xF02020), rgb(0x9A1414)
INK, RED, DARK_RED, GLINT = rgb(0x101010), rgb(0xE81414), rgb(0xB80C10), rgb(0xFFFFFF)
AMBER, DARK_AMBER = rgb(0xFFC21A), rgb(0xE08A00)

DIGIT_COLOURS = {
    "1": rgb(0x1428F0),
    "2": rgb(0x007D14),
    "3": rgb(0xE81414),
    "4": rgb(0x000082),
    "5": rgb(0x820008),
    "6": rgb(0x008084),
    "7": rgb(0x080808),
    "8": rgb(0x747474),
}

LINE_WIDTH, BEVEL_WIDTH = 1 / 16, 1 / 8
MIDDLE = 0.5 + LINE_WIDTH / 2  # centre of the open cell's area inside its line

# Digits: centre lines of the strokes at the left, centre, right and at the top, middle, bottom.
WEIGHT = 10 / 64
LEFT, CENTRE, RIGHT = MIDDLE - 11 / 64, MIDDLE, MIDDLE + 11 / 64
TOP, WAIST, BOTTOM = MIDDLE - 17 / 64, MIDDLE - 1 / 64, MIDDLE + 17 / 64
HALF = WEIGHT / 2
BOWL = 0.12

DIGIT_STROKES: dict[str, list[list[Vertex]]] = {
    "2": [
        [
            (LEFT, TOP + 0.16),
            (LEFT, TOP, 0.14),
            (RIGHT, TOP, 0.14),
            (RIGHT, WAIST + 0.02, 0.1),
            (LEFT, WAIST + 0.11, 0.1),
            (LEFT, BOTTOM),
            (RIGHT + HALF, BOTTOM),
        ]
    ],
    "3": [
        [(LEFT - HALF, TOP), (RIGHT, TOP, BOWL), (RIGHT, WAIST, BOWL), (CENTRE - 0.1, WAIST)],
        [(CENTRE - 0.1, WAIST), (RIGHT, WAIST, BOWL), (RIGHT, BOTTOM, BOWL), (LEFT - HALF, BOTTOM)],
    ],
    "5": [
        [
            (RIGHT + 0.05, TOP),
            (LEFT, TOP),
            (LEFT, WAIST),
            (RIGHT, WAIST, 0.135),
            (RIGHT, BOTTOM, 0.135),
            (LEFT - HALF, BOTTOM),
        ]
    ],
    "6": [
        [
            (RIGHT + 0.02, TOP),
            (LEFT, TOP, 0.2),
            (LEFT, BOTTOM, 0.13),
            (RIGHT, BOTTOM, 0.13),
            (RIGHT, WAIST + 0.01, 0.13),
            (LEFT, WAIST + 0.01),
        ]
    ],
    "8": [
        [
            (CENTRE, WAIST),
            (LEFT + 0.01, WAIST, BOWL),
            (LEFT + 0.01, TOP, BOWL),
            (RIGHT - 0.01, TOP, BOWL),
            (RIGHT - 0.01, WAIST, BOWL),
            (CENTRE, WAIST),
        ],
        [
            (CENTRE, WAIST),
            (LEFT, WAIST, BOWL),
            (LEFT, BOTTOM, BOWL),
            (RIGHT, BOTTOM, BOWL),
            (RIGHT, WAIST, BOWL),
            (CENTRE, WAIST),
        ],
    ],
}
CAP, BASE = TOP - HALF, BOTTOM + HALF  # upper and lower edge of all digits
DIGIT_OUTLINES: dict[str, list[list[Vertex]]] = {
    "1": [
        [
            (0.5, CAP),
            (40 / 64, CAP),
            (40 / 64, BASE - 9 / 64),
            (48 / 64, BASE - 9 / 64),
            (48 / 64, BASE),
            (20 / 64, BASE),
            (20 / 64, BASE - 9 / 64),
            (29 / 64, BASE - 9 / 64),
            (29 / 64, CAP + 0.19),
            (20 / 64, CAP + 0.24),
            (20 / 64, CAP + 0.11),
        ]
    ],
    "4": [
        [
            (0.5, CAP),
            (45 / 64, CAP),
            (45 / 64, 38 / 64),
            (51 / 64, 38 / 64),
            (51 / 64, 47 / 64),
            (45 / 64, 47 / 64),
            (45 / 64, BASE),
            (35 / 64, BASE),
            (35 / 64, 47 / 64),
            (17 / 64, 47 / 64),
            (17 / 64, 38 / 64),
        ],
        [(35 / 64, 0.37), (35 / 64, 38 / 64), (0.415, 38 / 64)],
    ],
    "7": [
        [
            (18 / 64, CAP),
            (50 / 64, CAP),
            (50 / 64, CAP + 9 / 64),
            (0.57, BASE),
            (0.4, BASE),
            (0.6, CAP + 10 / 64),
            (18 / 64, CAP + 10 / 64),
        ]
    ],
}

QUESTION: list[Vertex] = [
    (0.34, 0.4),
    (0.34, 0.26, 0.13),
    (0.66, 0.26, 0.13),
    (0.66, 0.46, 0.06),
    (0.5, 0.55, 0.04),
    (0.5, 0.65),
]


def round_corners(path: Sequence[Vertex], steps: int = 12) -> Points:
    """Replace every corner that has a third number by a curve beginning that far before it.

    The curves of two neighbouring corners must not overlap.
    """
    points = [np.array(vertex[:2]) for vertex in path]
    result = [points[0]]
    for before, vertex, after in zip(points, path[1:-1], points[2:], strict=False):
        corner = np.array(vertex[:2])
        reach = vertex[2] if len(vertex) == 3 else 0.0
        start, end = (
            corner + (to - corner) * (reach / np.linalg.norm(to - corner)) for to in (before, after)
        )
        for t in np.linspace(0, 1, steps) if reach else [0.0]:
            pull = 3 * t * (1 - t) * 0.552  # makes a right angle a near perfect quarter circle
            near, far = (1 - t) ** 2 * (1 + 2 * t), t**2 * (3 - 2 * t)
            bend = pull * ((1 - t) * (corner - start) + t * (corner - end))
            result.append(near * start + far * end + bend)
    return np.array([*result, points[-1]])


def fill(canvas: Image, colour: Colour, *outlines: Points | Sequence[Vertex]) -> None:
    """Fill outlines given in the unit square; an outline inside another one is a hole."""
    scale = canvas.shape[0]
    contours = [
        np.rint((np.array(outline) * scale - 0.5) * 2**SHIFT).astype(np.int32)
        for outline in outlines
    ]
    cv2.fillPoly(canvas, contours, colour, cv2.LINE_8, SHIFT)


def stroke(canvas: Image, colour: Colour, path: Sequence[Vertex], width: float) -> None:
    """Draw a line of even width with square-cut ends and mitred corners."""
    points = round_corners(path)
    points = points[np.r_[True, np.linalg.norm(np.diff(points, axis=0), axis=1) > 1e-9]]
    along = np.diff(points, axis=0)
    normals = along[:, ::-1] * (-1, 1) / np.linalg.norm(along, axis=1, keepdims=True)
    first, second = np.vstack((normals[:1], normals)), np.vstack((normals, normals[-1:]))
    mitres = (first + second) / (1 + np.sum(first * second, axis=1, keepdims=True))
    sides = zip(points + mitres * width / 2, points - mitres * width / 2, strict=True)
    for (left, right), (next_left, next_right) in pairwise(sides):
        fill(canvas, colour, np.array([left, next_left, next_right, right]))


def ellipse(x: float, y: float, width: float, height: float) -> Points:
    """Outline of an ellipse given by its centre and its two radii."""
    angles = np.linspace(0, 2 * pi, 180, endpoint=False)
    return np.stack((x + width * np.cos(angles), y + height * np.sin(angles)), axis=1)


def whole_pixels(canvas: Image, length: float) -> int:
    """Round a length to whole pixels of the finished tile, so that borders stay crisp."""
    return max(1, round(length * int(canvas.shape[0]) / OVERSAMPLING)) * OVERSAMPLING


def draw_open(canvas: Image, ground: Colour = OPEN, line: Colour = LINE) -> None:
    """Draw an uncovered cell: flat, with a thin line on its left and top."""
    width = whole_pixels(canvas, LINE_WIDTH)
    canvas[:] = line
    canvas[width:, width:] = ground


def draw_covered(canvas: Image) -> None:
    """Draw a raised cell, lit from the upper left, its bevel mitred at the corners."""
    size, width = canvas.shape[0], whole_pixels(canvas, BEVEL_WIDTH)
    y, x = np.indices((size, size))
    canvas[:] = SHADE
    canvas[x + y < size] = LIGHT
    canvas[width:-width, width:-width] = FACE


def draw_digit(canvas: Image, digit: str) -> None:
    """Draw an open cell with its number."""
    draw_open(canvas)
    colour = DIGIT_COLOURS[digit]
    if digit in DIGIT_OUTLINES:
        fill(canvas, colour, *DIGIT_OUTLINES[digit])
    for path in DIGIT_STROKES.get(digit, []):
        stroke(canvas, colour, path, WEIGHT)


def draw_flag(canvas: Image, upper: Colour = RED, lower: Colour = DARK_RED) -> None:
    """Draw a covered cell with a pennant on a pole."""
    draw_covered(canvas)
    fill(canvas, INK, [(0.52, 0.19), (0.6, 0.19), (0.6, 0.75), (0.52, 0.75)])
    fill(canvas, INK, [(0.4, 0.69), (0.68, 0.69), (0.78, 0.81), (0.26, 0.81)])
    fill(canvas, upper, [(0.56, 0.19), (0.56, 0.56), (0.22, 0.375)])
    fill(canvas, lower, [(0.56, 0.375), (0.56, 0.56), (0.22, 0.375)])


def draw_overfull_flag(canvas: Image) -> None:
    """Draw a flag beside a number that has more flags around it than it says."""
    draw_flag(canvas, AMBER, DARK_AMBER)


def draw_question(canvas: Image) -> None:
    """Draw a covered cell with a question mark."""
    draw_covered(canvas)
    stroke(canvas, INK, QUESTION, 0.13)
    fill(canvas, INK, [(0.43, 0.7), (0.57, 0.7), (0.57, 0.82), (0.43, 0.82)])


def add_mine(canvas: Image, glint: Colour) -> None:
    """Draw a spiked ball with a highlight onto an open cell."""
    for number in range(8):
        x, y = cos(number * pi / 4), sin(number * pi / 4)
        root, tip, tip_x, tip_y = 0.06, 0.03, MIDDLE + 0.355 * x, MIDDLE + 0.355 * y
        spike = [
            (MIDDLE - root * y, MIDDLE + root * x),
            (tip_x - tip * y, tip_y + tip * x),
            (tip_x + tip * y, tip_y - tip * x),
            (MIDDLE + root * y, MIDDLE - root * x),
        ]
        fill(canvas, INK, spike)
    fill(canvas, INK, ellipse(MIDDLE, MIDDLE, 0.245, 0.245))
    fill(canvas, glint, ellipse(MIDDLE - 0.085, MIDDLE - 0.085, 0.065, 0.065))


def draw_mine(canvas: Image) -> None:
    """Draw a mine that was uncovered at the end of the game."""
    draw_open(canvas)
    add_mine(canvas, GLINT)


def draw_exploded(canvas: Image) -> None:
    """Draw the mine that ended the game."""
    draw_open(canvas, BLAST, BLAST_LINE)
    add_mine(canvas, GLINT)


def draw_wrong_flag(canvas: Image) -> None:
    """Draw a crossed-out mine: a flag stood here and there was none."""
    draw_open(canvas)
    add_mine(canvas, INK)  # a highlight would only be a ragged rest under the cross
    low, high = MIDDLE - 0.34, MIDDLE + 0.34
    stroke(canvas, RED, [(low, low), (high, high)], 0.105)
    stroke(canvas, RED, [(low, high), (high, low)], 0.105)


PAINTERS: dict[str, Callable[[Image], None]] = {
    "empty": draw_open,
    "covered": draw_covered,
    "flag": draw_flag,
    "flag-overfull": draw_overfull_flag,
    "question": draw_question,
    "mine": draw_mine,
    "exploded": draw_exploded,
    "wrong-flag": draw_wrong_flag,
}
STATES = (*PAINTERS, *DIGIT_COLOURS)


def draw_tile(state: str, size: int) -> Image:
    """Draw one tile as a BGR image of `size` x `size` pixels."""
    canvas: Image = np.zeros((size * OVERSAMPLING, size * OVERSAMPLING, 3), np.uint8)
    if state in DIGIT_COLOURS:
        draw_digit(canvas, state)
    else:
        PAINTERS[state](canvas)
    tile = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    return tile.astype(np.uint8)


def main() -> None:
    """Write every state's tile beside this script."""
    for state in STATES:
        path = Path(__file__).with_name(f"{state}.png")
        if not cv2.imwrite(str(path), draw_tile(state, TILE_SIZE)):
            raise OSError(f"cannot write {path}")


if __name__ == "__main__":
    main()
