"""Trains the net that tells signs apart by shape (solver_bot/vision/unseen/glyphs.npz).

Signs are rendered in every font that is found, and drawn as dots and bars, in tiles of 10 to 64
pixels: blurred, scaled, slanted, off the middle, on gradients. Flags and mines are drawn in many
ways, and shapes that are no signs at random. Some fonts are held back for testing.

Usage: python -m benchmarks.train_glyphs [--tiles 60000] [--fonts FOLDER]
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from solver_bot.board import FLAG, MINE, QUESTION
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import scaled
from solver_bot.vision.unseen import glyph as module
from solver_bot.vision.unseen.glyph import HEIGHT, OTHER, SIDE, SIGNS, WIDTH, glyph

HELD_BACK = ("DejaVuSerif-Bold", "NimbusRoman-Bold", "URWGothic-Demi", "C059-Bold", "NotoSansMono")
LETTERS = "ABCDEFGHJKLMNPRTUVWXYZabcdefhkmnprstuvwxyz09@&%$+=*#!<>-"
HIDDEN = (96, 40)
DOTS = {
    1: ("..1..", ".11..", "..1..", "..1..", "..1..", "..1..", ".111."),
    2: (".111.", "1...1", "....1", "..11.", ".1...", "1....", "11111"),
    3: ("1111.", "....1", "....1", ".111.", "....1", "....1", "1111."),
    4: ("...1.", "..11.", ".1.1.", "1..1.", "11111", "...1.", "...1."),
    5: ("11111", "1....", "1111.", "....1", "....1", "1...1", ".111."),
    6: (".111.", "1....", "1....", "1111.", "1...1", "1...1", ".111."),
    7: ("11111", "....1", "...1.", "...1.", "..1..", "..1..", "..1.."),
    8: (".111.", "1...1", "1...1", ".111.", "1...1", "1...1", ".111."),
    QUESTION: (".111.", "1...1", "....1", "..11.", "..1..", ".....", "..1.."),
}
BOLD_ONE = ("..11..", ".111..", "1111..", "..11..", "..11..", "..11..", "111111")
BARS = {1: "cf", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgcde", 7: "abc", 8: "abcdefg"}

Random = np.random.Generator
Ink = Image.Image


def _font_ink(sign: str, path: str, size: int) -> Ink:
    font = ImageFont.truetype(path, size)
    left, top, right, bottom = font.getbbox(sign)
    ink = Image.new("L", (max(2, int(right - left)), max(2, int(bottom - top))))
    ImageDraw.Draw(ink).text((-left, -top), sign, fill=255, font=font)
    return ink


def _dots_ink(sign: int, random: Random) -> Ink:
    dots = BOLD_ONE if sign == 1 and random.random() < 0.5 else DOTS[sign]
    rows = np.array([[c == "1" for c in row] for row in dots], np.uint8) * 255
    if dots is not BOLD_ONE and random.random() < 0.6:  # bold, as in old programs
        rows = np.maximum(np.pad(rows, ((0, 0), (0, 1))), np.pad(rows, ((0, 0), (1, 0))))
    big = cv2.resize(rows, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
    return Image.fromarray(big)


def _bars_ink(sign: int, random: Random) -> Ink:
    wide, high, thick = 60, 110, int(random.integers(8, 20))
    ink = Image.new("L", (wide, high))
    draw = ImageDraw.Draw(ink)
    m, r, b = high // 2, wide - thick // 2 - 1, high - thick // 2 - 1
    h = thick // 2
    lines = {
        "a": (h, h, r, h),
        "b": (r, h, r, m),
        "c": (r, m, r, b),
        "d": (h, b, r, b),
        "e": (h, m, h, b),
        "f": (h, h, h, m),
        "g": (h, m, r, m),
    }
    names = "bc" if sign == 1 else BARS[sign]
    for name in names:
        draw.line(lines[name], fill=255, width=thick)
    return ink.crop(ink.getbbox())


def _flag_ink(random: Random) -> Ink:
    ink = Image.new("L", (100, 100))
    draw = ImageDraw.Draw(ink)
    pole = int(random.integers(15, 45))
    top, low = int(random.integers(0, 12)), int(random.integers(40, 66))
    tip = int(random.integers(pole + 42, 100))
    cloth = [(pole, top), (tip, (top + low) // 2), (pole, low)]
    if random.random() < 0.3:
        cloth = [(pole, top), (tip, top), (tip, low), (pole, low)]
    draw.polygon(cloth, fill=255)
    bottom = int(random.integers(88, 100))
    if random.random() < 0.92:
        draw.line((pole, top, pole, bottom), fill=255, width=int(random.integers(4, 14)))
    if random.random() < 0.6:
        wide, high = int(random.integers(10, 36)), int(random.integers(6, 22))
        draw.rectangle((pole - wide, bottom - high, pole + wide, bottom), fill=255)
    if random.random() < 0.5:
        ink = ink.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return ink.rotate(float(random.normal(0, 4))).crop(ink.getbbox())


def _mine_ink(random: Random) -> Ink:
    ink = Image.new("L", (100, 100))
    draw = ImageDraw.Draw(ink)
    r = int(random.integers(26, 44))
    draw.ellipse((50 - r, 50 - r, 50 + r, 50 + r), fill=255)
    spikes = int(random.choice([0, 4, 8]))
    for k in range(spikes):
        a = 2 * math.pi * k / spikes
        reach = 48 if spikes == 4 or k % 2 == 0 else r + 8
        end = 50 + reach * math.cos(a), 50 + reach * math.sin(a)
        draw.line((50, 50, *end), fill=255, width=int(random.integers(4, 12)))
    if random.random() < 0.3:
        draw.arc((60, 0, 95, 50), 180, 300, fill=255, width=6)
    if random.random() < 0.7:
        x, y, s = (int(random.integers(*span)) for span in ((34, 48), (34, 48), (5, 16)))
        draw.rectangle((x, y, x + s, y + s), fill=0)
    return ink.crop(ink.getbbox())


def _random_ink(random: Random) -> Ink:
    ink = Image.new("L", (100, 100))
    draw = ImageDraw.Draw(ink)
    for _ in range(int(random.integers(1, 5))):
        xs = sorted(random.integers(0, 100, 2).tolist())
        ys = sorted(random.integers(0, 100, 2).tolist())
        box = (xs[0], ys[0], xs[1], ys[1])
        kind = int(random.integers(5))
        width = int(random.integers(4, 20))
        if kind == 0:
            draw.rectangle(box, fill=255)
        elif kind == 1:
            draw.ellipse(box, outline=255, width=width)
        elif kind == 2:
            draw.line(random.integers(0, 100, 6).tolist(), fill=255, width=width)
        elif kind == 3:
            draw.polygon([tuple(p) for p in random.integers(0, 100, (3, 2)).tolist()], fill=255)
        else:
            draw.line((0, 0, 99, 99), fill=255, width=width)
            draw.line((0, 99, 99, 0), fill=255, width=width)
    drawn = ink.getbbox()
    return ink.crop(drawn) if drawn else _random_ink(random)


def _other_ink(fonts: Sequence[str], random: Random) -> Ink:
    """A drawing that is no sign of a board: a letter, a larger number, or any shape."""
    if random.random() < 0.4:
        return _random_ink(random)
    letter = str(random.choice(list(LETTERS)))
    if random.random() < 0.3:
        letter = str(random.integers(9, 32))
    return _font_ink(letter, str(random.choice(fonts)), 80)


def sign_ink(sign: int, fonts: Sequence[str], random: Random) -> Ink:
    """A large drawing of a sign, white on black."""
    if sign == FLAG:
        return _flag_ink(random)
    if sign == MINE:
        return _mine_ink(random)
    if sign == OTHER:
        return _other_ink(fonts, random)
    kind = random.random()
    if kind < 0.22:
        return _dots_ink(sign, random)
    if kind < 0.28 and sign in BARS:
        return _bars_ink(sign, random)
    return _font_ink("?" if sign == QUESTION else str(sign), str(random.choice(fonts)), 80)


def tile(ink: Ink, random: Random) -> Picture:
    """The drawing in a tile, as an unknown program might show it."""
    size = int(random.choice([10, 12, 14, 16, 18, 20, 21, 22, 23, 24, 26, 28, 32, 40, 64]))
    high = min(size - 2, max(6, round(size * random.uniform(0.32, 0.85))))
    stretch = random.uniform(0.85, 1.15)
    wide = min(size - 2, max(2, round(ink.width * high / ink.height * stretch)))
    mask = np.asarray(ink.resize((wide, high), Image.Resampling.BOX), np.float32) / 255
    if random.random() < 0.3:
        mask = (mask > 0.5).astype(np.float32)
    ground = random.uniform(0, 255, 3)
    colour = random.uniform(0, 255, 3)
    while np.sqrt(((ground - colour) ** 2).mean()) < 45:
        colour = random.uniform(0, 255, 3)
    whole = np.zeros((size, size, 1), np.float32)
    left = int(
        np.clip(round((size - wide) / 2 + random.normal(0, 0.6 + 0.015 * size)), 0, size - wide)
    )
    top = int(
        np.clip(round((size - high) / 2 + random.normal(0, 0.6 + 0.015 * size)), 0, size - high)
    )
    whole[top : top + high, left : left + wide, 0] = mask
    if random.random() < 0.3:
        slant = random.normal(0, 0.1)
        turn = np.array([[1, slant, -slant * size / 2], [0, 1, 0]], np.float32)
        whole = np.asarray(cv2.warpAffine(whole, turn, (size, size)), np.float32)[..., None]
    if random.random() < 0.3:
        blur = random.uniform(0.3, max(0.35, 0.03 * size))
        whole = np.asarray(cv2.GaussianBlur(whole, (0, 0), blur), np.float32)[..., None]
    under = np.broadcast_to(ground, (size, size, 3)).copy()
    if random.random() < 0.3:
        under += np.linspace(-1, 1, size)[:, None, None] * random.uniform(0, 18)
    if random.random() < 0.25:
        under[: int(random.integers(1, 3))] = under[:, :1] = random.uniform(0, 255, 3)
    if random.random() < 0.15:  # a shadow
        shade = np.roll(whole, (1, 1), axis=(0, 1)) * random.uniform(0.1, 0.4)
        under = under * (1 - shade) + shade * random.choice([0, 255])
    picture = under * (1 - whole) + colour * whole + random.normal(0, 1.5, (size, size, 1))
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def examples(count: int, fonts: Sequence[str], random: Random) -> tuple[Floats, np.ndarray]:
    """Shapes in the reader's form, and the index of each one's sign in ``SIGNS``."""
    shapes: list[Floats] = []
    signs: list[int] = []
    weights = np.array([5 if sign == OTHER else 1 for sign in SIGNS], float)
    while len(shapes) < count:
        place = int(random.choice(len(SIGNS), p=weights / weights.sum()))
        seen = glyph(scaled(tile(sign_ink(SIGNS[place], fonts, random), random), SIDE, SIDE))
        if seen is not None:
            shapes.append(seen.shape)
            signs.append(place)
    return np.stack(shapes), np.array(signs)


def train(shapes: Floats, signs: np.ndarray, random: Random, epochs: int) -> list[list[Floats]]:
    """A net's weights and offsets, trained with Adam on the cross entropy."""
    sizes = (HEIGHT * WIDTH + 2, *HIDDEN, len(SIGNS))
    layers = [
        [random.normal(0, math.sqrt(2 / a), (a, b)).astype(np.float32), np.zeros(b, np.float32)]
        for a, b in pairwise(sizes)
    ]
    first = [[np.zeros_like(v) for v in layer] for layer in layers]
    second = [[np.zeros_like(v) for v in layer] for layer in layers]
    step = 0
    for epoch in range(epochs):
        rate = 2e-3 * (1 - epoch / epochs) + 2e-5
        order = random.permutation(len(shapes))
        for start in range(0, len(order), 128):
            batch = order[start : start + 128]
            step += 1
            for layer, grads, m, v in zip(
                layers, _gradients(layers, shapes[batch], signs[batch]), first, second, strict=True
            ):
                for i, slope in enumerate(grads):
                    grad = slope + 1e-4 * layer[i]
                    m[i] = 0.9 * m[i] + 0.1 * grad
                    v[i] = 0.999 * v[i] + 0.001 * grad * grad
                    rise = m[i] / (1 - 0.9**step)
                    layer[i] -= rate * rise / (np.sqrt(v[i] / (1 - 0.999**step)) + 1e-8)
    return layers


def _gradients(
    layers: list[list[Floats]], shapes: Floats, signs: np.ndarray
) -> Iterator[tuple[Floats, Floats]]:
    values = [shapes]
    for weights, offset in layers[:-1]:
        values.append(np.maximum(values[-1] @ weights + offset, 0))
    scores = values[-1] @ layers[-1][0] + layers[-1][1]
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    error = powers / powers.sum(axis=1, keepdims=True)
    error[np.arange(len(signs)), signs] -= 1
    error /= len(signs)
    found: list[tuple[Floats, Floats]] = []
    for (weights, _), value in zip(layers[::-1], values[::-1], strict=True):
        slopes = np.asarray(value.T @ error, np.float32)
        found.append((slopes, np.asarray(error.sum(axis=0), np.float32)))
        error = (error @ weights.T) * (value > 0)
    return iter(found[::-1])


def report(say: Callable[[str], None], shapes: Floats, signs: np.ndarray) -> None:
    """Report the share of correct signs, and the errors among signs that are taken for sure."""
    likely = module.likelihoods(shapes)
    best, sure = likely.argmax(axis=1), likely.max(axis=1)
    say(f"right {np.mean(best == signs):.4f}")
    sure_wrong = np.flatnonzero((sure > 0.95) & (best != signs))
    pairs = Counter((SIGNS[signs[k]], SIGNS[best[k]]) for k in sure_wrong)
    say(f"surely wrong (true, taken for): {pairs.most_common(8)}")
    for least in (0.9, 0.97, 0.99):
        taken = (sure > least) & (best > 0)
        wrong = (best != signs)[taken].sum()
        say(f"surer than {least}: {taken.mean():.3f} taken for a sign, {wrong} of them wrong")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tiles", type=int, default=250000)
    parser.add_argument("--epochs", type=int, default=36)
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    chosen = parser.parse_args()
    skip = ("D050000L", "StandardSymbols", "Math")
    every = [
        str(path)
        for pattern in ("*.ttf", "*.otf")
        for path in sorted(chosen.fonts.rglob(pattern))
        if not any(word in path.name for word in skip)
    ]
    kept = [path for path in every if not any(word in path for word in HELD_BACK)]
    back = [path for path in every if path not in kept]
    print(len(kept), "fonts to learn from,", len(back), "to test with")
    random = np.random.default_rng(6)
    layers = train(*examples(chosen.tiles, kept, random), random, chosen.epochs)
    arrays = {}
    for i, (weights, offset) in enumerate(layers):
        arrays[f"w{i}"] = weights.astype(np.float16)
        arrays[f"b{i}"] = offset.astype(np.float16)
    np.savez_compressed(Path(module.__file__).with_name("glyphs.npz"), allow_pickle=False, **arrays)
    report(print, *examples(4000, back, random))


if __name__ == "__main__":
    main()
