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


class BoardNet(nn.Module):
    """What the cells of a lattice are: (n, FEATURES, rows, columns) to classes and offsets."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = nn.Conv2d(FEATURES, WIDTH, 1)
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.norm = nn.LayerNorm(WIDTH)
        self.leave = nn.Conv2d(WIDTH, CLASSES + OFFSETS, 1)

    def forward(self, features: Tensor, mask: Tensor) -> Tensor:
        cells = self.enter(features) * mask
        for block in self.blocks:
            cells = block(cells, mask)
        return self.leave(self.norm(cells.permute(0, 2, 3, 1)).permute(0, 3, 1, 2))
