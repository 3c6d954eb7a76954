"""From kinds of tiles to cells: what each kind shows, as shape, ground and rules allow it.

Shapes say which signs a kind may be, the ground it stands on rules some of these out, and of the
labellings that are left the whole must be a board that can be. What two of them leave open is
unreadable.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    UNREADABLE,
    Board,
    Possible,
)
from solver_bot.vision.arrays import Codes, Floats
from solver_bot.vision.unseen.compare import nearer, to_ground
from solver_bot.vision.unseen.doubts import marks_elsewhere, numbers_on_open_ground
from solver_bot.vision.unseen.glyph import OTHER, SIGNS, Glyph
from solver_bot.vision.unseen.ground import (
    AROUND,
    READABLE,
    broken_rules,
    covered_or_empty,
    ground_kinds,
)
from solver_bot.vision.unseen.kinds import Drawings, Group, Kinds, cells_of, count, is_number

SURE = 0.97
"""How likely a sign must be to be taken where the rules would allow another too."""
THINKABLE = 0.004
"""A sign that is likelier than this is asked about."""
_MAYBE = 0.2
FEWEST_NUMBERS = 3
MOST_UNREAD = 0.12
"""The share of the cells that are not covered that may be unreadable."""
_MOST_QUESTIONS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """What every cell shows (rows, columns), what every kind shows, and how sure all that is."""

    codes: Codes
    of_kinds: Codes
    confidence: float


def label(kinds: Kinds, drawn: Drawings, possible: Possible) -> Labels | None:
    """What the cells show; None where this is no board, or could be one in several ways."""
    drawn = _of_one_colour(kinds, drawn)
    codes = _numbers(drawn)
    ground = ground_kinds(kinds, drawn)
    maybe = drawn.likely[:, [1 <= sign <= 8 for sign in SIGNS]].sum(axis=1) > _MAYBE
    if not ground.any() or count(kinds, maybe) < FEWEST_NUMBERS:
        return None
    grounded = covered_or_empty(kinds, drawn, codes, ground)
    if grounded is None:
        return None
    likely = _by_ground(kinds, drawn, grounded)
    settled = _settled(kinds, grounded, likely, _Referee(kinds, possible))
    if settled is None:
        return None
    settled = numbers_on_open_ground(kinds, settled)
    settled = _same_numbers(kinds, drawn, _same_flags(drawn, settled, likely))
    if marks_elsewhere(kinds, settled):
        return None
    settled = _exploded(kinds, drawn, settled)
    cells = cells_of(kinds, settled)
    if not _convincing(cells):
        return None
    sure = np.where(settled == UNREADABLE, 0, likely.max(axis=1))
    return Labels(cells, settled, float((sure * kinds.counts).sum() / kinds.of.size))


def _of_one_colour(kinds: Kinds, drawn: Drawings) -> Drawings:
    """Each number is drawn in one colour all over a board: in another a drawing is not this one."""
    likely = drawn.likely.copy()
    for column, number in enumerate(SIGNS):
        surely = np.flatnonzero((drawn.best == number) & (likely[:, column] > SURE))
        if number not in NUMBERS or not len(surely):
            continue
        usual = drawn.glyphs[surely[kinds.counts[surely].argmax()]]
        for kind, one in enumerate(drawn.glyphs):
            if one and usual and abs(one.colour - usual.colour).max() > _OTHER_COLOUR:
                likely[kind, column] = 0
    likely /= np.maximum(likely.sum(axis=1, keepdims=True), 1e-9)
    return replace(drawn, likely=likely)


def _numbers(drawn: Drawings) -> Codes:
    """Every kind that is most likely a number, as that; everything else unreadable."""
    clear = is_number(drawn.best) & (drawn.likely.max(axis=1) > READABLE)
    return np.where(clear, drawn.best, UNREADABLE).astype(np.uint8)


def _by_ground(kinds: Kinds, drawn: Drawings, codes: Codes) -> Floats:
    """How likely every kind is each sign, knowing what stands on which ground."""
    likely = drawn.likely.copy()
    drawn_on = np.flatnonzero(codes == UNREADABLE)
    drawn_on = np.array([k for k in drawn_on if drawn.glyphs[k] is not None], np.intp)
    open_ones = np.flatnonzero((codes == EMPTY) | is_number(codes))
    if len(drawn_on) and len(open_ones):
        covered = _covered_ground(drawn, codes)
        if not len(covered):
            return likely
        side = nearer(kinds.tiles, drawn_on, covered, open_ones)
        on_open = np.array([1 <= s <= 8 or s in (MINE, OTHER) for s in SIGNS])
        on_covered = np.array([s in (FLAG, QUESTION, OTHER) for s in SIGNS])
        for kind, where in zip(drawn_on, side, strict=True):
            if where:
                likely[kind] *= on_covered if where > 0 else on_open
            if where > 0:  # there is little else than flags on covered cells
                likely[kind, SIGNS.index(FLAG)] *= 3
        apart = to_ground(kinds.tiles, drawn_on, covered)
        to_open = to_ground(kinds.tiles, drawn_on, open_ones)
        elsewhere = apart > _NOT_COVERED  # nothing but numbers and mines on open cells
        marks = np.array([SIGNS.index(s) for s in (FLAG, QUESTION)])
        likely[drawn_on[elsewhere], SIGNS.index(OTHER)] *= 0.1
        likely[np.ix_(drawn_on[elsewhere], marks)] *= 0.1
        once = kinds.counts[drawn_on] == 1  # such as what something in front has cut off
        likely[np.ix_(drawn_on[elsewhere & once & (to_open < _RATHER * apart)], marks)] = 0
    return np.asarray(likely / np.maximum(likely.sum(axis=1, keepdims=True), 1e-9))


def _covered_ground(drawn: Drawings, codes: Codes) -> Group:
    """The kinds that show the ground of covered cells; of a game that is won, its flags."""
    covered = np.flatnonzero(codes == COVERED)
    sure = (drawn.best == FLAG) & (drawn.likely.max(axis=1) > SURE)
    return covered if len(covered) else np.flatnonzero(sure)


_NOT_COVERED = 12.0
"""Grey levels from the corners of all covered tiles at which a tile is none of them."""
_RATHER = 0.77
"""A mark stands on an open cell where that ground is so much nearer."""


@dataclass(slots=True)
class _Referee:
    """Says whether a labelling can be, so many times and no more."""

    kinds: Kinds
    possible: Possible
    asked: int = 0
    known: dict[bytes, bool] = field(default_factory=dict)

    def fits(self, codes: Codes) -> bool:
        cells = cells_of(self.kinds, codes)
        key = cells.tobytes()
        if key not in self.known:
            self.asked += 1
            self.known[key] = broken_rules(cells) == 0 and self.possible(plain(cells))
        return self.known[key]

    @property
    def tired(self) -> bool:
        return self.asked >= _MOST_QUESTIONS


def _settled(kinds: Kinds, codes: Codes, likely: Floats, referee: _Referee) -> Codes | None:
    """The codes with every sign decided that shape and rules together decide."""
    surest = likely.max(axis=1)
    numbers = [k for k in np.argsort(surest).tolist() if 1 <= codes[k] <= 8]
    codes = codes.copy()
    codes[[k for k in numbers if surest[k] < SURE]] = UNREADABLE
    numbers = [k for k in numbers if codes[k] != UNREADABLE]
    while not referee.fits(codes):
        if not numbers or surest[numbers[0]] > 0.9999 or referee.tired:
            return None
        codes[numbers.pop(0)] = UNREADABLE
    unread = np.flatnonzero((codes == UNREADABLE) & (surest > 0))
    for kind in sorted(unread.tolist(), key=lambda k: (-surest[k], -kinds.counts[k])):
        codes[kind] = _decided(kind, codes, likely, referee)
    return codes


def _decided(kind: int, codes: Codes, likely: Floats, referee: _Referee) -> int:
    """What one kind shows: the only number its shape and the rules allow, or a clear sign."""
    chances = {code: float(p) for code, p in zip(SIGNS, likely[kind], strict=True)}
    best = max(chances, key=lambda code: chances[code])
    if best in (QUESTION, MINE) and chances[best] >= _CLEAR_SIGN:
        return best
    if chances[OTHER] + chances[FLAG] > _CLEAR_SIGN and chances[FLAG] > _LIKE_A_FLAG:
        return FLAG
    if sum(chances[n] for n in range(1, 9)) < READABLE:
        return UNREADABLE
    left = []
    for number in range(1, 9):
        if chances[number] >= THINKABLE and not referee.tired:
            tried = codes.copy()
            tried[kind] = number
            if referee.fits(tried):
                left.append(number)
    if len(left) != 1 or referee.tired or chances[left[0]] < _SEEN:
        return UNREADABLE
    return left[0]


_SEEN = 0.05
"""How likely a number must be by its shape when the rules leave no other."""
_CLEAR_SIGN = 0.85
_LIKE_A_FLAG = 0.55
"""Mask are drawn in more ways than there are; they need not look much like one."""


def plain(cells: Codes) -> Board:
    """For the rules alone: flags are a player's opinion and count as covered."""
    codes = np.where(np.isin(cells, (FLAG, QUESTION)), COVERED, cells).astype(np.uint8)
    return Board(cells.shape[1], cells.shape[0], codes.tobytes())


def _same_flags(drawn: Drawings, codes: Codes, likely: Floats) -> Codes:
    """Mask of one board are drawn alike: others, such as crossed ones, are none for sure."""
    flags = np.flatnonzero(codes == FLAG)
    if not len(flags):
        return codes
    chance = likely[flags, SIGNS.index(FLAG)]
    surest = drawn.glyphs[flags[chance.argmax()]]
    codes = codes.copy()
    for flag, sure in zip(flags, chance, strict=True):
        if not _drawn_alike(drawn.glyphs[flag], surest, _UNLIKE if sure > _CLEAR_SIGN else _ALIKE):
            codes[flag] = UNREADABLE
    return codes


def _same_numbers(kinds: Kinds, drawn: Drawings, codes: Codes) -> Codes:
    """What is seen once and has another shape than all else that shows its number may be none.

    A pointer may stand in front of it.
    """
    codes = codes.copy()
    for number in range(1, 9):
        shapes = {k: g.shape for k in np.flatnonzero(codes == number) if (g := drawn.glyphs[k])}
        often = sum(int(kinds.counts[kind]) for kind in shapes) > _OFTEN
        limit = _OTHER_SHAPE if often else 2 * _OTHER_SHAPE
        for kind, shape in shapes.items():
            apart = [abs(shape - other).mean() for k, other in shapes.items() if k != kind]
            if kinds.counts[kind] == 1 and apart and min(apart) > limit:
                codes[kind] = UNREADABLE
    return codes


def _drawn_alike(one: Glyph | None, other: Glyph | None, limit: float) -> bool:
    """Whether the two are of one shape, as far as this, and of one colour."""
    if one is None or other is None:
        return False
    colours = abs(one.colour - other.colour).max()
    return bool(abs(one.shape - other.shape).mean() <= limit and colours <= _OTHER_COLOUR)


_UNLIKE, _ALIKE = 0.08, 0.05
"""How far the shapes of flags may be apart, of 1, and of such as might be something else."""
_OTHER_SHAPE, _OFTEN = 0.2, 5
"""How far the shapes of a number may be apart that is seen more often than so, else twice that."""
_OTHER_COLOUR = 60.0
"""Grey levels that their colours may be apart."""


def _exploded(kinds: Kinds, drawn: Drawings, codes: Codes) -> Codes:
    """Of several kinds of mines, the single one on a ground of its own is the one that exploded."""
    mines = np.flatnonzero(codes == MINE)
    if len(mines) < 2:
        return codes
    codes = codes.copy()
    usual = drawn.glyphs[mines[kinds.counts[mines].argmax()]]
    for mine in mines[kinds.counts[mines] == 1]:
        one = drawn.glyphs[mine]
        if one and usual and np.abs(one.ground - usual.ground).max() > _OTHER_GROUND:
            codes[mine] = EXPLODED
    return codes


_OTHER_GROUND = 60


_PATCHES = 0.12
"""Patches of open cells for every number that is open: a game opens few."""
_KINDS_OF_NUMBERS = 2
"""A board on which no empty cell is open shows more numbers than so many."""


def _convincing(cells: Codes) -> bool:
    """Whether this looks like a game somebody plays, not like numbers in any table."""
    number = is_number(cells)
    opened = (cells <= 8).astype(np.uint8)
    beside = cv2.filter2D(opened, -1, AROUND, borderType=cv2.BORDER_CONSTANT) - opened
    sociable = (number & (beside > 0)).sum()
    odd = (cells == UNREADABLE).sum()
    patches = cv2.connectedComponents(opened, connectivity=8)[0] - 1
    return bool(
        number.sum() >= FEWEST_NUMBERS
        and sociable >= 0.7 * number.sum()
        and patches <= 1 + _PATCHES * number.sum()
        and ((cells == EMPTY).any() or len(np.unique(cells[number])) > _KINDS_OF_NUMBERS)
        and odd <= MOST_UNREAD * (cells != COVERED).sum() + 1
    )
