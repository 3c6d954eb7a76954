"""Games on boards, and sliding, matching and drawing of numbers."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, WHITE, darker, hsv, lighter, on
from benchmarks.looks.nothing.grid import Cell, grid, style
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, stamp, write

_WOODS = (
    ((240, 217, 181), (181, 136, 99)),
    ((238, 238, 210), (118, 150, 86)),
    ((222, 227, 230), (140, 162, 173)),
    ((255, 255, 255), (120, 120, 120)),
)
_BACK = ("rook", "knight", "bishop", "crown", "pawn", "bishop", "knight", "rook")


def _two(studio: Studio) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """A light and a dark colour of a board."""
    if studio.dice.chance(0.6):
        return studio.dice.pick(_WOODS)
    hue = studio.dice.real(0, 1)
    return hsv(hue, 0.15, 0.95), hsv(hue, 0.5, studio.dice.real(0.3, 0.7))


def chess(studio: Studio) -> Image.Image:
    """At the start, in the middle of a game, or with pieces put anywhere."""
    dice, two = studio.dice, _two(studio)
    pieces: dict[tuple[int, int], tuple[str, bool]] = {}
    if dice.chance(0.4):
        for column in range(8):
            pieces |= {(0, column): (_BACK[column], True), (7, column): (_BACK[column], False)}
            pieces |= {(1, column): ("pawn", True), (6, column): ("pawn", False)}
    else:
        for place in sorted(dice.spread(8, 8, dice.real(0.1, 0.5))):
            pieces[place] = dice.pick(_BACK), dice.chance(0.5)
        pieces[0, 4] = "crown", True
    named = dice.chance(0.4)

    def at(row: int, column: int) -> Cell:
        ground = two[(row + column) % 2]
        shape, black = pieces.get((row, column), ("", False))
        tint = (35, 35, 35) if black else (250, 250, 250)
        corner = str(8 - row) if named and not column else "abcdefgh"[column] if row == 7 else ""
        return Cell(ground, "", two[1 - (row + column) % 2], shape, tint, corner=corner)

    how = replace(style(studio, 8, 8, plain_first=True, bevels=0.05), gap=0)
    return grid(studio, 8, 8, at, how)


def draughts(studio: Studio) -> Image.Image:
    """Round pieces on the dark squares."""
    dice, two, size = studio.dice, _two(studio), studio.dice.pick((8, 8, 10))
    colours = dice.pick((((180, 30, 30), (30, 30, 30)), ((240, 240, 230), (60, 40, 30))))
    share = dice.real(0.3, 1)
    pieces = {
        (r, c): colours[r > size // 2]
        for r in range(size)
        for c in range(size)
        if (r + c) % 2 and abs(r - (size - 1) / 2) > 1 and dice.chance(share)
    }
    pieces[0, 1] = colours[0]

    def at(row: int, column: int) -> Cell:
        tint = pieces.get((row, column))
        return Cell(two[(row + column) % 2], shape="draught" if tint else "", tint=tint or BLACK)

    how = replace(style(studio, size, size, plain_first=True, bevels=0.05), gap=0)
    return grid(studio, size, size, at, how)


def othello(studio: Studio) -> Image.Image:
    """Black and white stones in the cells of a green board."""
    dice = studio.dice
    ground = dice.pick(((0, 120, 60), (30, 140, 80), studio.theme.accent))
    size, stones = dice.pick((6, 8, 8, 10)), dice.spread(10, 10, dice.real(0.1, 0.9))
    stones |= {(3, 3), (3, 4), (4, 3)}

    def at(row: int, column: int) -> Cell:
        shape = "stone" if (row, column) in stones else ""
        return Cell(ground, shape=shape, tint=dice.pick(((20, 20, 20), (245, 245, 245))))

    return grid(studio, size, size, at, style(studio, size, size, bevels=0.15))


def go(studio: Studio) -> Image.Image:
    """Stones on the crossings of lines; sometimes with the numbers of the moves."""
    dice, theme = studio.dice, studio.theme
    size = dice.pick((9, 13, 15, 19))
    pitch = max(9, min(studio.width, studio.height) // (size + 1))
    wood = dice.pick(((220, 179, 92), (235, 200, 130), lighter(theme.ground, 0.2)))
    image = Image.new("RGB", (pitch * (size + 1), pitch * (size + 1)), wood)
    pen, last = pen_on(image, theme.sharp), pitch * size
    for at in range(pitch, last + 1, pitch):
        pen.line((pitch, at, last, at), fill=darker(wood, 0.7))
        pen.line((at, pitch, at, last), fill=darker(wood, 0.7))
    numbered = dice.chance(0.4)
    stones = sorted(dice.spread(size, size, dice.real(0.05, 0.6))) or [(4, 4)]
    for move, (row, column) in enumerate(dice.some(stones, len(stones))):
        tint = ((20, 20, 20), (240, 240, 240))[move % 2]
        left, top = column * pitch + pitch // 2, row * pitch + pitch // 2
        stamp(image, "stone", (left, top), pitch, tint)
        if numbered and pitch > 14:
            middle = left + pitch / 2, top + pitch / 2
            write(pen, middle, str(move + 1), theme.font, pitch * 0.4, on(tint), "mm")
    return image


def connect_four(studio: Studio) -> Image.Image:
    """Round holes in a wall, filled from below."""
    dice = studio.dice
    wall, one, other = dice.pick(
        (
            ((20, 60, 200), (220, 30, 30), (250, 220, 40)),
            (studio.theme.accent, studio.theme.second, WHITE),
        )
    )
    columns, rows = dice.pick(((7, 6), (7, 6), (8, 7), (9, 7)))
    heights = [dice.whole(0, rows) for _ in range(columns)]
    heights[0] = max(1, heights[0])

    def at(row: int, column: int) -> Cell:
        filled = rows - row <= heights[column]
        tint = dice.pick((one, other)) if filled else studio.theme.ground
        return Cell(wall, shape="disc", tint=tint)

    return grid(studio, columns, rows, at, replace(style(studio, columns, rows), gap=0, line=wall))


def battleship(studio: Studio) -> Image.Image:
    """Letters and numbers at the edges, ships, hits and splashes on the sea."""
    dice, theme = studio.dice, studio.theme
    size = dice.pick((8, 10, 10, 12))
    sea = dice.pick(((120, 180, 230), (20, 60, 110), theme.ground))
    ships: set[tuple[int, int]] = set()
    for _ in range(dice.whole(3, 6)):
        row, column, flat = dice.whole(0, size - 4), dice.whole(0, size - 4), dice.chance(0.5)
        long = dice.whole(2, 4)
        ships |= {(row, column + at) if flat else (row + at, column) for at in range(long)}
    shots = dice.spread(size, size, dice.real(0.1, 0.5)) | {(0, 0)}

    def at(row: int, column: int) -> Cell:
        if not row or not column:
            text = str(column) if column else chr(64 + row) if row else ""
            return Cell(theme.panel, text, theme.ink)
        place = row - 1, column - 1
        ground = (120, 125, 130) if place in ships else sea
        shape = ("cross" if place in ships else "small disc") if place in shots else ""
        return Cell(ground, shape=shape, tint=(210, 20, 20) if place in ships else on(sea, 0.8))

    return grid(studio, size + 1, size + 1, at, style(studio, size + 1, size + 1))


def noughts(studio: Studio) -> Image.Image:
    """Noughts and crosses on boards of three cells up to twelve."""
    dice, theme, size = studio.dice, studio.theme, studio.dice.pick((3, 3, 9, 10, 12))
    placed = dice.spread(size, size, dice.real(0.2, 0.8)) | {(0, 1)}

    def at(row: int, column: int) -> Cell:
        shape = dice.pick(("ring", "cross")) if (row, column) in placed else ""
        return Cell(theme.ground, "", BLACK, shape, theme.accent if shape == "ring" else theme.ink)

    heavy = (3, 3) if size == 9 else (0, 0)
    return grid(studio, size, size, at, replace(style(studio, size, size), heavy=heavy))


KINDS: dict[str, Kind] = {
    "chess": chess,
    "draughts": draughts,
    "othello": othello,
    "go": go,
    "connect four": connect_four,
    "battleship": battleship,
    "noughts": noughts,
}
