"""Trains the digit net, and writes the file that the reader loads.

Its probabilities are tempered by what it says of fonts that are kept for tests.

Needs the extra `train`.
Usage: python -m benchmarks.reading_net.train_digits GLYPHS.npz --kept KEPT.npz --minutes N
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from solver_bot.vision.digits.digit_net import DIGITS, FILE, STRIDES
from solver_bot.vision.digits.glyph import SIZE

CHANNELS = (1, 16, 24, 32, 48)
SIZES = (5, 3, 3, 3)
PLACES = 3
BATCH, RATE = 256, 2e-3
_MOVED = 2
"""Pixels by which signs are moved while they are learned from, at most."""


def net() -> nn.Sequential:
    """Convolutions and one product: (n, 1, SIZE, SIZE), 0 to 1, to (n, DIGITS + 1)."""
    layers: list[nn.Module] = []
    for before, after, size, stride in zip(CHANNELS, CHANNELS[1:], SIZES, STRIDES, strict=False):
        layers += [nn.Conv2d(before, after, size, stride, size // 2), nn.ReLU()]
    return nn.Sequential(
        *layers, nn.Flatten(), nn.Dropout(0.2), nn.Linear(CHANNELS[-1] * PLACES**2, DIGITS + 1)
    )


def learn(model: nn.Sequential, glyphs: Tensor, classes: Tensor, minutes: float) -> None:
    """Fit the model to signs, shape (n, 1, SIZE, SIZE), in so many minutes."""
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-3)
    begun, rng = time.monotonic(), np.random.default_rng(1)
    while (passed := (time.monotonic() - begun) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - passed)
        some = torch.from_numpy(rng.integers(len(glyphs), size=BATCH))
        across, down = rng.integers(-_MOVED, _MOVED + 1, 2).tolist()
        shown = torch.roll(glyphs[some], (down, across), (2, 3)).float() / 255
        loss = nn.functional.cross_entropy(model(shown), classes[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def temper(said: Tensor, classes: Tensor) -> float:
    """The temperature with which what is said is likeliest."""
    trials = np.linspace(0.5, 4, 71).tolist()
    lost = [float(nn.functional.cross_entropy(said / trial, classes)) for trial in trials]
    return float(trials[int(np.argmin(lost))])


def write(model: nn.Sequential, temperature: float, path: Path) -> None:
    arrays: dict[str, NDArray[np.float16]] = {}
    convolutions = [layer for layer in model if isinstance(layer, nn.Conv2d)]
    for number, layer in enumerate(convolutions):
        arrays[f"layers.{number}.weight"] = _halves(layer.weight)
        arrays[f"layers.{number}.bias"] = _halves(layer.bias)
    arrays["full.weight"] = _halves(model[-1].weight / temperature)
    arrays["full.bias"] = _halves(model[-1].bias / temperature)
    np.savez_compressed(path, allow_pickle=False, **arrays)


def _halves(values: Tensor) -> NDArray[np.float16]:
    return np.asarray(values.detach().numpy(), np.float16)


def _read(path: Path) -> tuple[Tensor, Tensor]:
    with np.load(path) as file:
        glyphs = torch.from_numpy(file["glyphs"]).reshape(-1, 1, SIZE, SIZE)
        return glyphs, torch.from_numpy(file["classes"].astype(np.int64))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("glyphs", type=Path)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=10)
    chosen = parser.parse_args()
    torch.manual_seed(1)
    model = net()
    learn(model, *_read(chosen.glyphs), chosen.minutes)
    model.eval()
    glyphs, classes = _read(chosen.kept)
    with torch.no_grad():
        said = model(glyphs.float() / 255)
    temperature = temper(said, classes)
    sure, number = torch.softmax(said / temperature, 1).max(1)
    for least in (0.0, 0.9, 0.99, 0.999):
        there = sure >= least
        wrong = int((number != classes)[there].sum())
        print(f"{least}: {int(there.sum())} of {len(classes)} signs, {wrong} wrong")
    write(model, temperature, FILE)


if __name__ == "__main__":
    main()
