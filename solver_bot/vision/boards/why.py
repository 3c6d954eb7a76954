"""What spoke for and against every board that the nets looked at, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from solver_bot.board import SYMBOLS, UNREADABLE, Possible
from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.boards.answer import Answer, has_numbers
from solver_bot.vision.boards.findings import Finding, findings
from solver_bot.vision.boards.new_games import against_new
from solver_bot.vision.boards.reading import Reading
from solver_bot.vision.boards.sure import against
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice

Row = tuple[str, str, str]
"""What the row is about, what was seen there, and what became of it."""
_MOST_CELLS = 20
"""The most cells of a board that are named."""
_LEFT = "Another reading of this place is preferred"
_CLEAR = 0.99
"""What is likelier than this needs no mention."""
_MOST_STATES, _LEAST_SHARE = 3, 0.01
"""The most states of a cell that are named, and the least probability of one."""


def why(picture: Picture, possible: Possible, taken: Sequence[Lattice] = ()) -> Iterator[Row]:
    """A row for each lattice outside the places taken, and one for each doubtful cell."""
    kept: list[Answer] = []
    every = list(findings(picture, possible, taken, found=kept))
    for number, finding in enumerate(every, 1):
        name, seen, verdict = _row(picture, number, finding)
        left = finding.answer and not any(one is finding.answer for one in kept)
        yield name, seen, f"{verdict}. {_LEFT}" if left else verdict
        if finding.answer:
            yield from _cells(finding.answer.likely, finding.answer.codes == UNREADABLE, "unread")
        elif finding.reading:
            likely = finding.reading.likely
            yield from _cells(likely, likely.max(-1) < np.log(_CLEAR), "doubtful")


def _row(picture: Picture, number: int, finding: Finding) -> Row:
    reading, answer = finding.reading, finding.answer
    place = reading.lattice if reading else finding.proposal.lattice
    name = (
        f"{number}. {finding.proposal.way}: {place.columns}x{place.rows} cells of "
        f"{place.cell_width:.1f}x{place.cell_height:.1f} pixels at {place.left:.0f},{place.top:.0f}"
    )
    if reading is None:
        return name, "", f"no board: {finding.reason}"
    seen = [f"evidence {reading.evidence:.1f}", *_open_ends(reading)]
    if answer is None:
        return name, ", ".join(seen), f"no board: {finding.reason}"
    seen.append(f"states {answer.confidence:.1%} sure")
    return name, ", ".join(seen), _verdict(picture, answer)


def _verdict(picture: Picture, answer: Answer) -> str:
    """What becomes of a board that the nets have seen."""
    if problem := against(answer):
        verdict = f"not reported: {problem}"
        if has_numbers(answer.codes, 1):
            return verdict
        not_new = against_new(picture, answer)
        taken = f"is not taken for a new game: {not_new}" if not_new else "may be a new game"
        return f"{verdict}. It {taken}"
    return "a board"


def _open_ends(reading: Reading) -> Iterator[str]:
    """The sides at which the board may go on."""
    for side, end in zip(SIDES, reading.ends, strict=True):
        if end < _CLEAR:
            yield f"{side} end {end:.0%} sure"


def _cells(likely: Floats, which: Mask, what: str) -> Iterator[Row]:
    """Rows for these cells, with their likeliest states before the rules were asked."""
    places = np.argwhere(which).tolist()
    for row, column in places[:_MOST_CELLS]:
        yield f"   row {row + 1}, column {column + 1}", _states(likely[row, column]), what
    if len(places) > _MOST_CELLS:
        yield f"   {len(places) - _MOST_CELLS} more cells", "", what


def _states(likely: Floats) -> str:
    shares = np.exp(likely)
    best = [code for code in np.argsort(-shares)[:_MOST_STATES] if shares[code] >= _LEAST_SHARE]
    named = {UNREADABLE: "hidden"}
    return ", ".join(f"{named.get(int(c), SYMBOLS[c])} {shares[c]:.1%}" for c in best)
