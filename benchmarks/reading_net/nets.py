"""The two nets, in PyTorch: one looks at a patch, one at the whole board."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from solver_bot.vision.patches import CHANNELS

FEATURES = 72
"""Numbers by which a patch is described."""
WIDTH = 64
"""Numbers by which the board net describes a cell."""
BLOCKS = 6
HEADS, KEY = 2, 16
"""Ways in which a cell looks for its kin, and numbers that describe what it looks for."""
KIN_AFTER = (1, 3)
"""The blocks after which cells hear their kin."""
CLASSES = 17
OFFSETS = 2


class PatchNet(nn.Module):
    """Describes patches: (n, CHANNELS, 36, 36), -1 to 1, to (n, FEATURES)."""

    def __init__(self) -> None:
        super().__init__()
        sizes = (
            (CHANNELS, 16, 5, 2),
            (16, 32, 3, 2),
            (32, 48, 3, 1),
            (48, 64, 3, 2),
            (64, 64, 3, 1),
        )
        layers: list[nn.Module] = []
        for before, after, kernel, stride in sizes:
            layers.append(nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False))
            layers += [nn.BatchNorm2d(after), nn.ReLU()]
        self.features = nn.Sequential(*layers, nn.Flatten(), nn.Linear(64 * 25, FEATURES))
        self.head = nn.Linear(FEATURES, CLASSES)

    def forward(self, patches: Tensor) -> Tensor:
        return torch.relu(self.features(patches))


class Block(nn.Module):
    """What a cell's neighbours and the board as a whole say about it."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.near = nn.Conv2d(WIDTH, WIDTH, 3, padding=1)
        self.whole = nn.Linear(2 * WIDTH, WIDTH)
        self.out = nn.Conv2d(WIDTH, WIDTH, 1)

    def forward(self, cells: Tensor, mask: Tensor) -> Tensor:
        """``cells``: (n, WIDTH, rows, columns), ``mask``: (n, 1, rows, columns)."""
        values = self.norm(cells.permute(0, 2, 3, 1)).permute(0, 3, 1, 2) * mask
        mean = values.sum((2, 3)) / mask.sum((2, 3)).clamp(min=1)
        most = (values - 1e4 * (1 - mask)).amax((2, 3))
        whole = self.whole(torch.cat([mean, most], 1))[:, :, None, None]
        return cells + self.out(torch.relu(self.near(values) + whole)) * mask


class Kin(nn.Module):
    """What the cells say that are like a cell, wherever they are: attention of all to all.

    Vaswani et al., Attention is all you need, 2017. It begins by adding nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.ask = nn.Linear(WIDTH, HEADS * KEY)
        self.key = nn.Linear(WIDTH, HEADS * KEY)
        self.say = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, cells: Tensor, mask: Tensor) -> Tensor:
        """``cells``: (n, WIDTH, rows, columns), ``mask``: (n, 1, rows, columns)."""
        values = self.norm(cells.flatten(2).transpose(1, 2))
        there = mask.flatten(2)[:, :, None] > 0
        heard = nn.functional.scaled_dot_product_attention(
            _by_head(self.ask(values)),
            _by_head(self.key(values)),
            _by_head(self.say(values)),
            there,
        )
        joined = self.out(heard.transpose(1, 2).flatten(2))
        return cells + joined.transpose(1, 2).reshape(cells.shape) * mask


def _by_head(values: Tensor) -> Tensor:
    """(n, cells, HEADS * k) to (n, HEADS, cells, k)."""
    return values.unflatten(2, (HEADS, -1)).transpose(1, 2)


class BoardNet(nn.Module):
    """What the cells of a lattice are: (n, FEATURES, rows, columns) to classes and offsets."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = nn.Conv2d(FEATURES, WIDTH, 1)
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.kin = nn.ModuleList(Kin() for _ in KIN_AFTER)
        self.norm = nn.LayerNorm(WIDTH)
        self.leave = nn.Conv2d(WIDTH, CLASSES + OFFSETS, 1)

    def forward(self, features: Tensor, mask: Tensor) -> Tensor:
        cells = self.enter(features) * mask
        kin = dict(zip(KIN_AFTER, self.kin, strict=True))
        for number, block in enumerate(self.blocks):
            cells = block(cells, mask)
            if number in kin:
                cells = kin[number](cells, mask)
        return self.leave(self.norm(cells.permute(0, 2, 3, 1)).permute(0, 3, 1, 2))
