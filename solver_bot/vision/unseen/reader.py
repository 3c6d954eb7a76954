"""Read boards in skins nobody has cut templates of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver_bot.board import Board
from solver_bot.vision.candidates import Candidate, candidates_in
from solver_bot.vision.lattice import Lattice, Picture
from solver_bot.vision.locate import EDGES
from solver_bot.vision.unseen.kinds import Kinds, drawings
from solver_bot.vision.unseen.label import Labels, Possible, label
from solver_bot.vision.unseen.place import board_at, centred, cut_sides, extent

_MOST_CANDIDATES = 12
_FEW_KINDS, _MANY_KINDS = 16, 0.4
"""More kinds than this, and so many per cell, are no board's."""
_WELL = 0.97
"""A reading less sure than this is tried again with the cells moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board that was read without templates.

    Attributes:
        lattice: where its cells are.
        kinds: its tiles, sorted by likeness.
        labels: what they show.
        cut: the sides beyond which it may go on.

    """

    lattice: Lattice
    kinds: Kinds
    labels: Labels
    cut: tuple[str, ...]

    @property
    def board(self) -> Board:
        codes = self.labels.codes
        return Board(codes.shape[1], codes.shape[0], codes.tobytes())


def unseen_boards(
    picture: Picture, possible: Possible, taken: Sequence[Lattice] = ()
) -> list[Reading]:
    """Every board in the picture outside the places already taken, in reading order."""
    found: list[Reading] = []
    for edge in EDGES:
        candidates = sorted(candidates_in(picture, edge), key=lambda c: -c.area)
        for candidate in candidates[:_MOST_CANDIDATES]:
            if _on(candidate, [*taken, *(reading.lattice for reading in found)]):
                continue
            reading = _reading(picture, candidate, possible)
            if reading and not any(reading.lattice.overlaps(r.lattice) for r in found):
                found.append(reading)
        if found:
            break
    return sorted(found, key=lambda r: (r.lattice.top, r.lattice.left))


def _on(candidate: Candidate, places: Sequence[Lattice]) -> bool:
    """Whether most of the candidate lies where a board was found already."""
    x, y = candidate.middles.T
    return any(
        ((p.left <= x) & (x < p.right) & (p.top <= y) & (y < p.bottom)).mean() > 0.5
        for p in places
    )


def _reading(picture: Picture, candidate: Candidate, possible: Possible) -> Reading | None:
    """The candidate read as it stands, else with its cells moved so that signs are in the middle."""
    found = board_at(picture, candidate)
    if found is None:
        return None
    lattice, kinds = found
    if len(kinds.tiles) > _FEW_KINDS + _MANY_KINDS * kinds.of.size:
        return None
    drawn = drawings(picture, lattice, kinds)
    labels = label(kinds, drawn, possible)
    if labels is None or labels.confidence < _WELL:
        moved = centred(picture, lattice, kinds, drawn)
        again = moved and extent(picture, moved)
        if again:
            better = label(again[1], drawings(picture, *again), possible)
            if better and (labels is None or better.confidence > labels.confidence):
                lattice, kinds, labels = *again, better
    if labels is None:
        return None
    return Reading(lattice, kinds, labels, cut_sides(picture, lattice, kinds, labels.of_kinds))
