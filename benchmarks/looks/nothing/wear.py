"""What happens to a picture on its way: scaling, compression, blur, noise and tints."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.looks.nothing.dice import Dice
from solver_bot.vision.arrays import Picture

_METHODS = {
    "nearest": cv2.INTER_NEAREST,
    "bilinear": cv2.INTER_LINEAR,
    "cubic": cv2.INTER_CUBIC,
    "area": cv2.INTER_AREA,
}


def scale_of(dice: Dice) -> tuple[str, float]:
    """A way of scaling and how many times larger the picture gets."""
    if dice.chance(0.68):
        return "nearest", 1.0
    method = dice.pick(tuple(_METHODS))
    if method == "area":
        return method, dice.real(0.55, 0.95)
    if method == "nearest":
        return method, dice.pick((2.0, 2.0, 3.0, 1.5, 1.25))
    return method, dice.real(0.7, 2.5)


def scaled(picture: Picture, size: tuple[int, int], method: str) -> Picture:
    """The picture in another width and height."""
    if (picture.shape[1], picture.shape[0]) == size:
        return picture
    return cv2.resize(picture, size, interpolation=_METHODS[method]).astype(np.uint8, copy=False)


def worn(dice: Dice, picture: Picture) -> Picture:
    """The picture after one or two accidents, or as it was. Two thirds are as they were."""
    if dice.chance(0.66):
        return picture
    for _ in range(dice.pick((1, 1, 2))):
        accident = dice.pick((_jpeg, _jpeg, _blur, _specks, _tint, _fringes))
        picture = accident(dice, picture)
    return picture


def _jpeg(dice: Dice, picture: Picture) -> Picture:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, dice.whole(25, 95)])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def _blur(dice: Dice, picture: Picture) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), dice.real(0.4, 1.4))
    return np.asarray(soft, dtype=np.uint8)


def _specks(dice: Dice, picture: Picture) -> Picture:
    rough = dice.whole(1, 12)
    noise = dice.rng.integers(-rough, rough + 1, picture.shape, dtype=np.int16)
    return np.asarray(np.clip(picture + noise, 0, 255), dtype=np.uint8)


def _tint(dice: Dice, picture: Picture) -> Picture:
    steps = np.arange(256) / 255
    curve = np.stack(
        [dice.real(0.75, 1) * steps ** dice.real(0.8, 1.3) * 255 for _ in range(3)], axis=1
    )
    table = curve.astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(picture, table), dtype=np.uint8)


def _fringes(dice: Dice, picture: Picture) -> Picture:
    """Colours at the edges, as text on flat screens has them."""
    away = dice.real(0.2, 0.4)
    shifted = picture.copy()
    for channel, by in ((0, away), (2, -away)):
        kernel = np.array([[max(0.0, by), 1 - abs(by), max(0.0, -by)]])
        shifted[:, :, channel] = cv2.filter2D(
            np.ascontiguousarray(picture[:, :, channel]), -1, kernel
        )
    return shifted
