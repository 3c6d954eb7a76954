"""Calendars, timetables and plans."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, Style, grid, style
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, room, sheet, write

_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _month_grid(studio: Studio, how: Style, month: int) -> Image.Image:
    dice, theme = studio.dice, studio.theme
    first, last, today = dice.whole(0, 6), dice.whole(28, 31), dice.whole(1, 28)
    others, weeks = dice.chance(0.5), dice.chance(0.2)
    chips = {day for day in range(1, 32) if dice.chance(0.08)}

    def at(row: int, column: int) -> Cell:
        if not row:
            name = _DAYS[column - weeks] if column >= weeks else ""
            return Cell(theme.panel, name, theme.faint, bevel="")
        if column < weeks:
            return Cell(theme.panel, str(4 * month + row), theme.faint, bevel="")
        day = (row - 1) * 7 + column - weeks + 1 - first
        inside = 0 < day <= last
        if not inside and not others:
            return Cell(theme.ground, bevel="")
        text = str(day if inside else day % last or last)
        if day == today:
            return Cell(theme.accent, text, on(theme.accent))
        ground = mix(theme.ground, theme.second, 0.3) if day in chips else theme.ground
        return Cell(ground, text, theme.ink if inside else theme.faint)

    return grid(studio, 7 + weeks, 7, at, how)


def month(studio: Studio) -> Image.Image:
    """One month with the names of the days, sometimes as a picker of dates."""
    return _month_grid(studio, style(studio, 8, 7), studio.dice.whole(0, 11))


def year(studio: Studio) -> Image.Image:
    """Twelve small months."""
    dice, theme = studio.dice, studio.theme
    columns = dice.pick((3, 4, 4, 6))
    rows = 12 // columns
    image, pen = sheet(studio)
    wide, high = studio.width // columns, studio.height // rows
    part = room(studio, wide - 12, high - 24)
    how = style(part, 8, 7, square=0.6, bevels=0, plain_first=True)
    for at in range(12):
        left, top = at % columns * wide, at // columns * high
        write(pen, (left + 6, top + 3), _MONTHS[at], theme.font, 13, theme.ink)
        image.paste(_month_grid(part, how, at), (left + 6, top + 20))
    return image


def _hours(studio: Studio, columns: int, rows: int, first: int) -> tuple[Image.Image, Style]:
    theme = studio.theme
    how = style(studio, columns + 1, rows + 1, square=0.1, bevels=0, plain_first=True)
    how = replace(how, gap=1, wide=max(how.wide, (studio.width - 2) // (columns + 1)))

    def at(row: int, column: int) -> Cell:
        if not row:
            return Cell(theme.panel, _DAYS[column - 1] if column else "", theme.ink)
        return Cell(theme.ground, "" if column else f"{(first + row - 1) % 24}:00", theme.faint)

    return grid(studio, columns + 1, rows + 1, at, how), how


def week(studio: Studio) -> Image.Image:
    """Hours downwards, days across, events in colours that go over several hours."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.pick((5, 7)), dice.whole(8, 18)
    image, how = _hours(studio, columns, rows, dice.whole(5, 9))
    colours = palette(dice, 5)
    for column in range(1, columns + 1):
        row = 1
        while row < rows - 1:
            long = dice.whole(1, 3)
            if dice.chance(0.4):
                _event(studio, image, how, (column, row, long), lighter(dice.pick(colours), 0.2))
            row += long
    pen_on(image).line((0, image.height // 2, image.width, image.height // 2), fill=theme.second)
    return image


def _event(
    studio: Studio,
    image: Image.Image,
    how: Style,
    where: tuple[int, int, int],
    colour: tuple[int, int, int],
) -> None:
    column, row, long = where
    left, top = column * how.wide + 2, row * how.high + 2
    box = left, top, left + how.wide - 5, top + long * how.high - 5
    pen = pen_on(image, studio.theme.sharp)
    if box[2] > box[0] and box[3] > box[1]:
        pen.rectangle(box, fill=colour)
        text = studio.dice.words(1, 2)[: how.wide // 7]
        write(pen, (left + 2, top + 1), text, studio.theme.font, min(12, how.high), on(colour))


def contributions(studio: Studio) -> Image.Image:
    """A square for each day of a year, as on a programmer's page."""
    dice, theme = studio.dice, studio.theme
    shades = [mix(theme.panel, theme.accent, at / 4) for at in range(5)]
    weeks = dice.whole(20, 53)
    busy = dice.real(0.2, 0.8)

    def at(_row: int, _column: int) -> Cell:
        return Cell(shades[dice.whole(1, 4) if dice.chance(busy) else 0])

    how = style(studio, weeks, 7, square=1, bevels=0)
    how = replace(how, gap=max(1, how.high // 5), line=theme.ground, around=0)
    inside = grid(studio, weeks, 7, at, how)
    image = Image.new("RGB", (inside.width, inside.height + 18), theme.ground)
    pen = pen_on(image, theme.sharp)
    for at_month in range(12):
        x = at_month * inside.width / 12
        write(pen, (x, 1), _MONTHS[at_month], theme.font, 11, theme.faint)
    image.paste(inside, (0, 18))
    return image


def habits(studio: Studio) -> Image.Image:
    """Days across, habits downwards, a mark where one was kept."""
    dice, theme = studio.dice, studio.theme
    days, rows = dice.whole(7, 31), dice.whole(4, 12)
    mark = dice.pick(("tick", "disc", "cross", "box"))
    kept = dice.spread(rows + 1, days, 0.5)

    def at(row: int, column: int) -> Cell:
        if not row:
            return Cell(theme.panel, str(column + 1), theme.faint)
        shape = mark if (row, column) in kept else ""
        return Cell(theme.ground, shape=shape, tint=theme.accent)

    return grid(studio, days, rows + 1, at, style(studio, days, rows + 1))


def gantt(studio: Studio) -> Image.Image:
    """Bars over a grid of days."""
    dice, theme = studio.dice, studio.theme
    pitch, high = dice.whole(12, 40), dice.whole(16, 36)
    image, pen = sheet(studio)
    colours = palette(dice, 6)
    names = dice.whole(80, 160)
    for at, x in enumerate(range(names, studio.width, pitch)):
        pen.line((x, 0, x, studio.height), fill=theme.line)
        write(pen, (x + pitch / 2, high / 2), str(at % 31 + 1), theme.font, 10, theme.faint, "mm")
    for y in range(high, studio.height, high):
        pen.line((0, y, studio.width, y), fill=theme.panel)
        write(pen, (4, y + 3), dice.title()[:16], theme.font, high * 0.5, theme.ink)
        left = names + pitch * dice.whole(0, max(1, (studio.width - names) // pitch - 4))
        right = left + pitch * dice.whole(1, 8)
        box = (left, y + 3, right, y + high - 4)
        pen.rounded_rectangle(box, dice.pick((0, 4)), fill=dice.pick(colours))
    return image


def timetable(studio: Studio) -> Image.Image:
    """Departures: places at the left, times in the cells."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(4, 14), dice.whole(6, 24)
    minutes = dice.chance(0.5)

    def at(row: int, column: int) -> Cell:
        ground = theme.panel if row % 2 else theme.ground
        if not column:
            return Cell(theme.accent, str((row + 5) % 24), on(theme.accent))
        text = f"{dice.whole(0, 59):02}" if minutes else f"{row % 24}:{dice.whole(0, 59):02}"
        return Cell(ground, text if dice.chance(0.85) else "", theme.ink)

    return grid(studio, columns, rows, at, style(studio, columns, rows, square=0.4, bevels=0))


KINDS: dict[str, Kind] = {
    "month": month,
    "year": year,
    "week": week,
    "contributions": contributions,
    "habits": habits,
    "gantt": gantt,
    "timetable": timetable,
}
