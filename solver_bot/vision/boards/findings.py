"""From lattices to boards: which proposals are looked at, and which of the boards are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver_bot.board import UNREADABLE, Possible
from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.boards.across_lines import has_signs_across_lines
from solver_bot.vision.boards.agreement import agreement
from solver_bot.vision.boards.answer import (
    IMPOSSIBLE,
    LEAST_EVIDENCE,
    Answer,
    answered,
    has_numbers,
    suspected_sides,
    without_unseen_lines,
)
from solver_bot.vision.boards.banners import across_banner
from solver_bot.vision.boards.cipher import told_by_rules
from solver_bot.vision.boards.ciphered import Rules
from solver_bot.vision.boards.closer import look_closer
from solver_bot.vision.boards.ground import flags_stand_elsewhere, is_opened
from solver_bot.vision.boards.labels import ends_at_labels, lines_within_labels
from solver_bot.vision.boards.nets import Memory
from solver_bot.vision.boards.proposals import Proposal, proposals
from solver_bot.vision.boards.reading import Reading, read_lattice, within
from solver_bot.vision.boards.sure import is_sure
from solver_bot.vision.boards.surroundings import (
    Box,
    has_brackets,
    has_spaces,
    lines_of_something,
    lines_on_ground,
    shown_lines,
)
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.locate import Candidates

_SURE = 8.0
"""A cell needs no further look if its second state is less likely by this, as a logarithm."""
_TORN, _HOPELESS = 4.0, 0.9
"""No cell is looked at again if in a greater share of cells the second state is less likely by at
most this, as a logarithm. Of 7 such boards none was read in the end; boards with a share of up to
0.74 were."""
_MOST_DESCRIBED = 5000
"""With more patches of a picture described, no other proposal is looked at: about a second. With
1500, two of 89 generated boards in play were not found, behind a lattice of characters over all of
a terminal."""
_FAR_MORE = 0.5
"""How much more evidence a reading needs to speak against another one at its place."""
_SAME_PLACE = 0.005
"""A lattice is not read again if its lines are off those of a refused one by less, in cells."""
_PARTS, _WIDE = "parts of cells", 1.7
"""The name of a lattice that parts another one's cells, and the least ratio of the longer side of
those cells to the shorter one."""
_PARTS_MORE = 0.1
"""How much more evidence parts of cells must have than whole cells. Halves of shaded cells had 0.02
more, and cells of which three seemed to be one 0.28."""
_REST, _FEWEST_LINES = "beside a board", 5
"""The name of the rest of a board's seed, and its fewest lines."""
_WHOLE = "both sides of a banner"
"""The name of a lattice that joins two boards, as they may be one. Between two separate boards may
lie what is between windows, so the nets must see that it hides cells."""
_AGREES = 12.0
"""How unlikely it must be, as a logarithm, that digits agree by chance, for them to be numbers
although they stand on cells like the covered ones. Some pages draw their cells so."""
_ENOUGH, _CUT_ENOUGH, _MOST_LEFT = 3.5, 5.0, 0.15
"""A board settles its place with more evidence than this, without what is in front (seen whole, or
cut off), and no larger share of unread cells, those behind something not counted. With more unread
cells, another reading may be right."""


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What became of a proposal.

    Attributes:
        proposal: the lattice, and what it was found by.
        reading: what the nets saw there; None if they saw no board.
        answer: the board, if it is believed.
        reason: why there is no board, in words; empty if there is one.

    """

    proposal: Proposal
    reading: Reading | None
    answer: Answer | None
    reason: str = ""


def findings(
    picture: Picture,
    possible: Possible,
    taken: Sequence[Lattice] = (),
    candidates: Candidates | None = None,
    found: list[Answer] | None = None,
) -> Iterator[Finding]:
    """What became of every proposal outside the places that are taken.

    Slower ways to propose a lattice are tried only where quicker ones have not settled all places,
    and none once many patches were described. ``found`` gets the boards that are kept.
    """
    found = [] if found is None else found
    refused: list[Reading] = []
    memory, rules = Memory(), Rules(possible)
    for proposed in proposals(picture, candidates):
        for proposal in proposed:
            settled = [one.lattice for one in found if _is_settled(one)]
            if any(_is_within(proposal.lattice, place) for place in (*taken, *settled)):
                continue
            finding = _finding(picture, proposal, possible, rules, memory, refused)
            if finding.answer:
                add(finding.answer, found)
            elif finding.reading:
                refused.append(finding.reading)
            yield finding
            if finding.answer and any(one is finding.answer for one in found):
                for other in _others(proposal.lattice, finding.answer, found):
                    more = _finding(picture, other, possible, rules, memory, refused)
                    yield _if_surer(more, finding.answer, found)
            if memory.described > _MOST_DESCRIBED:
                return
        if (found or taken) and all(map(_is_settled, found)):
            return


def _others(seed: Lattice, answer: Answer, found: Sequence[Answer]) -> Iterator[Proposal]:
    """What else may lie where a board is seen that was found from a ``seed``.

    It may be parts of the board's cells, a board that goes on behind something, or other boards on
    the same lines.
    """
    if parts := _parted(answer.lattice):
        yield Proposal(_PARTS, parts)
    for other in [one for one in found if one is not answer]:
        if whole := across_banner(answer.lattice, other.lattice):
            yield Proposal(_WHOLE, whole)
    for rest in _rest(seed, answer.lattice):
        if not any(_is_within(rest, one.lattice) for one in found):
            yield Proposal(_REST, rest)


def _rest(seed: Lattice, board: Lattice) -> Iterator[Lattice]:
    """The parts of a seed that lie on each side of the board found from it."""
    columns, rows = seed.columns, seed.rows
    left, right = (round((x - seed.left) / seed.cell_width) for x in (board.left, board.right))
    top, bottom = (round((y - seed.top) / seed.cell_height) for y in (board.top, board.bottom))
    if left >= _FEWEST_LINES:
        yield seed.part(0, 0, left, rows)
    if columns - right >= _FEWEST_LINES:
        yield seed.part(right, 0, columns, rows)
    if top >= _FEWEST_LINES:
        yield seed.part(0, 0, columns, top)
    if rows - bottom >= _FEWEST_LINES:
        yield seed.part(0, bottom, columns, rows)


def _if_surer(other: Finding, answer: Answer, found: list[Answer]) -> Finding:
    """What became of another proposal at the place of a board. Its board is added if it is surer.

    Parts of cells are surer only if they have more evidence.
    """
    if other.answer is None:
        return other
    if other.proposal.way == _PARTS and other.answer.evidence <= answer.evidence:
        return replace(other, answer=None, reason="whole cells have more evidence")
    add(other.answer, found)
    return other


def _parted(lattice: Lattice) -> Lattice | None:
    """The lattice with square cells of the shorter side; None if they are nearly square anyway.

    Two cells of a checkerboard may look like one.
    """
    wide, high = lattice.cell_width, lattice.cell_height
    if max(wide, high) < _WIDE * min(wide, high):
        return None
    side = min(wide, high)
    xs = np.arange(lattice.left, lattice.right + side / 2, side)
    ys = np.arange(lattice.top, lattice.bottom + side / 2, side)
    return Lattice(tuple(xs.tolist()), tuple(ys.tolist()))


def _finding(
    picture: Picture,
    proposal: Proposal,
    possible: Possible,
    rules: Rules,
    memory: Memory,
    refused: Sequence[Reading],
) -> Finding:
    reading = read_lattice(picture, proposal.lattice, memory, banners=proposal.way != _WHOLE)
    if reading is None:
        return Finding(proposal, None, None, "these are no cells of a board")
    if any(_is_at(reading.lattice, one.lattice) for one in refused):
        return Finding(proposal, reading, None, "a board at the same place was refused")
    reading = within(picture, reading, lines_on_ground(reading.cut, reading.likely))
    answer = answered(reading, possible)
    if answer == IMPOSSIBLE and (lines := shown_lines(reading.likely)):
        reading = within(picture, reading, lines)
        answer = answered(reading, possible)
    reading, answer = _without_surroundings(picture, reading, answer, possible)
    reading, answer = _closer(picture, reading, answer, possible)
    reading, answer = told_by_rules(picture, reading, answer, rules)
    if isinstance(answer, str):
        return Finding(proposal, reading, None, answer)
    return _believed(picture, proposal, reading, answer, refused)


def _believed(
    picture: Picture,
    proposal: Proposal,
    reading: Reading,
    answer: Answer,
    refused: Sequence[Reading],
) -> Finding:
    """What becomes of a board that a real game can show.

    If signs lie across a lattice's lines, its reading is dropped, to speak against no other cells.
    """
    if has_signs_across_lines(picture, answer.lattice, answer.codes):
        return Finding(proposal, None, None, "signs lie across its lines")
    if against := _against(reading, answer):
        return Finding(proposal, reading, None, against)
    if any(_speaks_against(one, reading) for one in refused):
        return Finding(proposal, reading, None, "other cells at the same place have more evidence")
    return Finding(proposal, reading, without_unseen_lines(answer, reading.outermost))


def _without_surroundings(
    picture: Picture, reading: Reading, answer: Answer | str, possible: Possible
) -> tuple[Reading, Answer | str]:
    """The reading and answer without outermost lines that show nothing, or that count lines."""
    if isinstance(answer, Answer):
        lines = lines_of_something(reading.seen.cut, reading.box, answer.codes)
        if lines != _all_of(answer.lattice):
            reading = within(picture, reading, lines)
            answer = answered(reading, possible)
    if isinstance(answer, Answer):
        every, lines = _all_of(answer.lattice), lines_within_labels(reading.cut, answer.codes)
        if lines != every:
            reading = within(picture, reading, lines)
            answer = answered(reading, possible)
    if isinstance(answer, Answer) and answer.cut:
        ends = ends_at_labels(reading.seen, reading.box, answer.codes, reading.ends)
        if ends != reading.ends:
            reading = replace(reading, ends=ends)
            answer = answered(reading, possible)
    return reading, answer


def _all_of(lattice: Lattice) -> Box:
    return 0, 0, lattice.columns, lattice.rows


def _closer(
    picture: Picture, reading: Reading, answer: Answer | str, possible: Possible
) -> tuple[Reading, Answer | str]:
    """The reading and answer after a closer look at doubtful cells, unless it loses a new game.

    A board with numbers that is lost by a closer look may still be told by the rules.
    """
    doubtful = _doubtful(reading, answer)
    if reading.evidence < LEAST_EVIDENCE or not doubtful.any() or _is_hopeless(reading):
        return reading, answer
    closer = look_closer(picture, reading, doubtful)
    other = answered(closer, possible)
    if isinstance(answer, Answer) and isinstance(other, str) and not has_numbers(answer.codes, 1):
        return reading, answer
    return closer, other


def _speaks_against(refused: Reading, other: Reading) -> bool:
    """Whether the cells of a refused reading are far more surely cells than those of ``other``."""
    more = refused.evidence > other.evidence + _FAR_MORE
    return more and refused.lattice.overlaps(other.lattice)


def _doubtful(reading: Reading, answer: Answer | str) -> Mask:
    """The unread cells; or, if no real board shows this, all cells that may show something else.

    The latter also if one shows it only because it may go on where its end is seen.
    """
    if not isinstance(answer, str) and answer.cut == suspected_sides(reading.ends):
        return np.asarray(answer.codes == UNREADABLE)
    return np.asarray(_against_next(reading) < _SURE)


def _is_hopeless(reading: Reading) -> bool:
    """Whether so many cells may show something else that no further look helps."""
    return bool((_against_next(reading) < _TORN).mean() > _HOPELESS)


def _against_next(reading: Reading) -> Floats:
    """How much less likely the second state of every cell is, as a logarithm."""
    two = np.sort(reading.likely, -1)[..., -2:]
    return np.asarray(two[..., 1] - two[..., 0])


def add(answer: Answer, found: list[Answer]) -> None:
    """Add a board in place of those at its place, if it is preferred to all of them."""
    rivals = [one for one in found if one.lattice.overlaps(answer.lattice)]
    if all(_is_preferred(answer, one) for one in rivals):
        found[:] = [one for one in found if one not in rivals] + [answer]


def _is_preferred(one: Answer, other: Answer) -> bool:
    """Whether one reading of a place is taken before another one.

    A board that may be reported wins, unless its cells are far less surely cells; else one that
    settles the place, else the one with more evidence. Parts of cells need more evidence each.
    """
    sure = is_sure(one), is_sure(other)
    if sure == (True, False) and one.evidence > other.evidence - _FAR_MORE:
        return True
    if sure == (False, True) and other.evidence > one.evidence - _FAR_MORE:
        return False
    if other.lattice.is_part_of(one.lattice, within=True):
        return one.evidence > other.evidence + _PARTS_MORE
    if one.lattice.is_part_of(other.lattice, within=True):
        return other.evidence <= one.evidence + _PARTS_MORE
    return _rank(one) > _rank(other)


def _rank(one: Answer) -> tuple[bool, float]:
    return _is_settled(one), _weight(one)


def _is_settled(one: Answer) -> bool:
    """Whether no other reading of the same place is to be looked for."""
    enough = one.clear > (_CUT_ENOUGH if one.cut else _ENOUGH)
    return enough and one.left <= _MOST_LEFT


def _weight(one: Answer) -> float:
    return one.evidence * one.codes.size - 3 * int((one.codes == UNREADABLE).sum())


def _is_at(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices have nearly the same lines."""
    if (one.columns, one.rows) != (other.columns, other.rows):
        return False
    across, down = (
        np.abs(np.subtract(*edges)).max() for edges in ((one.xs, other.xs), (one.ys, other.ys))
    )
    return bool(max(across / one.cell_width, down / one.cell_height) < _SAME_PLACE)


def _is_within(seed: Lattice, place: Lattice) -> bool:
    x, y = (seed.left + seed.right) / 2, (seed.top + seed.bottom) / 2
    return place.left < x < place.right and place.top < y < place.bottom


def _against(reading: Reading, answer: Answer) -> str:
    """Why a reading is no board although a real game can show it; empty if nothing says so."""
    if not is_opened(reading.cut, answer.codes) and agreement(answer.codes) < _AGREES:
        return "numbers stand on cells like the covered ones"
    if flags_stand_elsewhere(reading.cut, answer.codes):
        return "numbers stand on cells like the covered ones, and flags do not"
    if has_spaces(answer.codes):
        return "numbers stand in every second, third or fourth column alone, so a cell is wider"
    width = reading.lattice.cell_width / reading.lattice.cell_height
    if has_brackets(reading.cut, answer.codes, width):
        return "its cells are written with several characters"
    return ""
