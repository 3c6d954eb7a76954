"""Flags, mines, crosses and strange pictograms, as a program might draw them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.looks.colours import Colour, Random, any_colour, from_hsv, grey, legible
from benchmarks.looks.signs import Layer, Sign, mask_of
from solver_bot.vision.arrays import Floats

_BIG = 96
"""Pixels of the square in which shapes are drawn, before they are made small."""

Pen = ImageDraw.ImageDraw


def _drawn(draw: Callable[[Pen], None]) -> Floats:
    image = Image.new("L", (_BIG, _BIG))
    draw(ImageDraw.Draw(image))
    return mask_of(image)


def flag_shape(rng: Random, ground: Colour) -> Sign:
    """A flag: a cloth on a pole, mostly with a foot."""
    red = from_hsv(rng.uniform(-0.04, 0.05), rng.uniform(0.75, 1), rng.uniform(0.65, 1))
    cloth = (
        red if rng.random() < 0.6 and np.abs(red - ground).mean() > 45 else legible(rng, ground, 50)
    )
    pole_colour = (grey(rng.uniform(0, 40)), cloth, legible(rng, ground, 40))[int(rng.integers(3))]
    if np.abs(pole_colour - ground).mean() < 30:
        pole_colour = cloth
    pole, top = int(rng.integers(14, 58)), int(rng.integers(0, 14))
    low, tip = int(rng.integers(36, 66)), int(rng.integers(min(pole + 30, 88), 96))
    bottom = int(rng.integers(82, 96))
    sign = [
        Layer(_drawn(_pole(rng, pole, top, bottom)), pole_colour),
        Layer(_drawn(_cloth(rng, pole, top, low, tip)), cloth),
    ]
    if rng.random() < 0.5:
        sign = [Layer(np.ascontiguousarray(one.mask[:, ::-1]), one.colour) for one in sign]
    return sign[:: 1 if rng.random() < 0.5 else -1]


def _cloth(rng: Random, pole: int, top: int, low: int, tip: int) -> Callable[[Pen], None]:
    middle = (top + low) / 2 + rng.normal(0, 4)
    corners = (
        [(pole, top), (tip, middle), (pole, low)],
        [(pole, top), (tip, top), (tip, low), (pole, low)],
        [(pole, top), (tip, top), (tip - 14, middle), (tip, low), (pole, low)],
        [
            (pole, top),
            (tip - 20, top + 6),
            (tip, top),
            (tip, low),
            (tip - 20, low + 6),
            (pole, low),
        ],
    )
    chosen = corners[int(rng.choice(4, p=[0.6, 0.2, 0.1, 0.1]))]
    return lambda pen: pen.polygon(chosen, fill=255)


def _pole(rng: Random, pole: int, top: int, bottom: int) -> Callable[[Pen], None]:
    thick, wide, high = int(rng.integers(4, 13)), int(rng.integers(8, 36)), int(rng.integers(5, 18))
    has_pole, foot = rng.random() < 0.93, str(rng.choice(["none", "block", "steps", "hill"]))

    def draw(pen: Pen) -> None:
        if has_pole:
            pen.line((pole, top, pole, bottom), fill=255, width=thick)
        if foot == "block":
            pen.rectangle((pole - wide, bottom - high, pole + wide, bottom), fill=255)
        elif foot == "steps":
            pen.rectangle((pole - wide, bottom - high // 2, pole + wide, bottom), fill=255)
            pen.rectangle((pole - wide // 2, bottom - high, pole + wide // 2, bottom), fill=255)
        elif foot == "hill":
            pen.polygon(
                [(pole - wide, bottom), (pole, bottom - high), (pole + wide, bottom)], fill=255
            )

    return draw


def mine_shape(rng: Random, ground: Colour) -> Sign:
    """A mine: a ball with spikes or a fuse, mostly with a gleam."""
    colour = grey(rng.uniform(0, 50)) if rng.random() < 0.65 else legible(rng, ground, 50)
    if np.abs(colour - ground).mean() < 35:
        colour = legible(rng, ground, 50)
    radius = int(rng.integers(22, 45))
    sign = [Layer(_drawn(_ball(rng, radius)), colour)]
    if rng.random() < 0.65:
        x, y = rng.integers(28, 48, 2).tolist()
        size, round_ = int(rng.integers(5, 18)), rng.random() < 0.5
        box = (x, y, x + size, y + size)
        gleam = _drawn(lambda pen: (pen.ellipse if round_ else pen.rectangle)(box, fill=255))
        sign.append(Layer(gleam, grey(255) if rng.random() < 0.8 else legible(rng, colour, 50)))
    if rng.random() < 0.12:
        inner = radius * rng.uniform(0.4, 0.8)
        box = (48 - inner, 48 - inner, 48 + inner, 48 + inner)
        sign.append(Layer(_drawn(lambda pen: pen.ellipse(box, fill=255)), legible(rng, colour, 50)))
    return sign


def _ball(rng: Random, radius: int) -> Callable[[Pen], None]:
    spikes = int(rng.choice([0, 4, 6, 8, 10], p=[0.2, 0.1, 0.1, 0.5, 0.1]))
    thick, turn = int(rng.integers(3, 11)), rng.uniform(0, 6) if rng.random() < 0.25 else 0.0
    short, fuse = int(rng.integers(4, 14)), spikes == 0 and rng.random() < 0.7

    def draw(pen: Pen) -> None:
        pen.ellipse((48 - radius, 48 - radius, 48 + radius, 48 + radius), fill=255)
        for spike in range(spikes):
            angle = 2 * math.pi * spike / spikes + turn
            reach = 47 if spikes != 8 or spike % 2 == 0 else min(47, radius + short)
            end = (48 + reach * math.cos(angle), 48 + reach * math.sin(angle))
            pen.line((48, 48, *end), fill=255, width=thick)
        if fuse:
            pen.rectangle((60, 8, 78, 26), fill=255)
            pen.arc((58, -6, 95, 46), 180, 300, fill=255, width=6)

    return draw


def cross_shape(rng: Random, ground: Colour) -> Sign:
    """A cross from corner to corner, which marks a wrong flag."""
    inset, thick = int(rng.integers(2, 24)), int(rng.integers(5, 16))
    end = _BIG - 1 - inset

    def draw(pen: Pen) -> None:
        pen.line((inset, inset, end, end), fill=255, width=thick)
        pen.line((inset, end, end, inset), fill=255, width=thick)

    red = from_hsv(rng.uniform(-0.03, 0.03), rng.uniform(0.8, 1), rng.uniform(0.7, 1))
    return [Layer(_drawn(draw), red if rng.random() < 0.7 else legible(rng, ground, 40))]


def strange_shape(rng: Random, ground: Colour) -> Sign:
    """A pictogram that nobody drew before."""
    colour = legible(rng, ground, 45)
    sign = []
    for _ in range(int(rng.integers(1, 4))):
        xs, ys = np.sort(rng.integers(4, 92, (2, 2)), axis=1).tolist()
        box = (xs[0], ys[0], xs[1] + 8, ys[1] + 8)
        points = [
            tuple(point) for point in rng.integers(4, 92, (int(rng.integers(3, 7)), 2)).tolist()
        ]
        kind, thick = int(rng.integers(6)), int(rng.integers(4, 15))

        def draw(
            pen: Pen,
            kind: int = kind,
            box: tuple[int, int, int, int] = box,
            points: list[tuple[int, ...]] = points,
            thick: int = thick,
        ) -> None:
            if kind == 0:
                pen.rectangle(box, fill=255)
            elif kind == 1:
                pen.ellipse(box, outline=255, width=thick)
            elif kind == 2:
                pen.line([c for point in points for c in point], fill=255, width=thick)
            elif kind == 3:
                pen.polygon([c for point in points for c in point], fill=255)
            elif kind == 4:
                pen.rectangle(box, outline=255, width=thick)
            else:
                pen.ellipse(box, fill=255)

        sign.append(Layer(_drawn(draw), colour if rng.random() < 0.6 else any_colour(rng)))
    return sign
