"""Random choices of one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

Thing = TypeVar("Thing")
_TEXT = (
    "able all and answer april area banana basic before blue board book bread build button call "
    "change check city clear close cloud code copy count data date day delete device draft edit "
    "empty error event every field file filter final find first for form friday game garden get "
    "green group help home hour house image in inbox index input is item january key kind large "
    "last left level light line list local log main map march menu mine mode monday month more "
    "mouse name network new next night no note number of office old on open order page part pause "
    "photo place plan play point power price print quick read ready record red report result right "
    "road room row run safe save score screen search select send server set share size small sort "
    "sound start state stock stop style sum summer table team test text that the time title to "
    "today tool total train tree type under up update user value view water week white wide window "
    "with word work year yes zone"
)
_WORDS = tuple(_TEXT.split())


@dataclass(frozen=True, slots=True)
class Dice:
    """Chooses with a generator; the same generator makes the same choices."""

    rng: np.random.Generator

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def whole(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return int(self.rng.integers(least, max(least, most) + 1))

    def real(self, least: float, most: float) -> float:
        return float(self.rng.uniform(least, most))

    def scale(self, least: float, most: float) -> float:
        """A number of which every magnitude is equally likely."""
        return float(np.exp(self.rng.uniform(np.log(least), np.log(max(least, most)))))

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[int(self.rng.integers(len(things)))]

    def some(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """Different ones in a random order, at most all of them."""
        return [things[int(at)] for at in self.rng.permutation(len(things))[:count]]

    def spread(self, rows: int, columns: int, share: float) -> set[tuple[int, int]]:
        """Each cell of a grid with the same chance."""
        chosen = np.argwhere(self.rng.random((rows, columns)) < share)
        return {(int(row), int(column)) for row, column in chosen}

    def letter(self) -> str:
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[self.whole(0, 25)]

    def words(self, least: int, most: int) -> str:
        chosen = [self.pick(_WORDS) for _ in range(self.whole(least, most))]
        return " ".join(chosen)

    def title(self) -> str:
        return self.words(1, 3).title()
