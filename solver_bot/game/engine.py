"""The engine: the state of a game, and what each move does. The caller owns the loop.

Inside, the cells lie in a padded grid. The padding is one column between the rows, and a row above
and below the board. A padding cell can be neither opened nor flagged. The eight neighbours of each
cell are therefore at fixed distances, and no move has to check for the edge of the board. A *place*
is an index into the padded grid.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    UNREADABLE,
    WRONG_FLAG,
    Board,
    Outcome,
)
from solver_bot.game.layout import GameError, GameId, Layer, lay_mines

_FOUND = frozenset({FLAG, EXPLODED})
"""The codes that a player counts as a found mine beside a number."""
_EDGE = UNREADABLE
"""The code of the padding. No move opens or flags it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that may differ between games on the same board.

    Attributes:
        flag_all: whether every mine must also be flagged to win.
        seconds: the time limit, counted from the first opened cell; None for no limit.
        lives: the number of opened mines with which the game is lost.

    Raises:
        GameError: there is no life.

    """

    flag_all: bool = False
    seconds: float | None = None
    lives: int = 1

    def __post_init__(self) -> None:
        if self.lives < 1:
            raise GameError(f"a game needs at least one life, not {self.lives}")


Mover = Callable[[Board, Collection[int]], Collection[int] | None]
"""A function that may move the mines. It is called before a mine is opened, with what the player
sees and the cells about to be opened. It returns new mines that fit everything shown, or None to
leave the mines where they are."""


class Game:
    """One game and its state. Only moves change the state.

    Cells are numbers in reading order. A move on a cell off the board raises ``GameError``. A move
    that the rules do not allow changes nothing, and its return value says so.

    Args:
        game_id: the game.
        rules: the rules of the game.
        clock: a function that returns the time in seconds.
        lay: places the mines once the first cell is opened.
        mover: may move the mines before one is opened.

    Attributes:
        game_id: the game.
        rules: the rules of the game.
        outcome: whether the game goes on, is won or is lost.
        score: how many cells are revealed.
        flags: how many flags are set.
        lives: how many lives are left.
        hit: the opened mine that ended the game; None if there is none.

    """

    def __init__(
        self,
        game_id: GameId,
        rules: Rules = Rules(),
        clock: Callable[[], float] = time.monotonic,
        lay: Layer = lay_mines,
        mover: Mover | None = None,
    ) -> None:
        self.game_id = game_id
        self.rules = rules
        self.outcome = Outcome.PLAYING
        self.score = 0
        self.flags = 0
        self.lives = rules.lives
        self.hit: int | None = None
        self._clock = clock
        self._lay = lay
        self._mover = mover
        self._began: float | None = None
        self._ended: float | None = None
        self._size = game_id.width * game_id.height
        self._stride = stride = game_id.width + 1
        self._around = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
        edge = bytes([_EDGE])
        row = edge + bytes([COVERED]) * game_id.width
        self._shown = bytearray(edge * stride + row * game_id.height + edge * (stride + 1))
        self._truth = bytearray()
        """The number at each place, or ``MINE``. It is empty until the first cell is opened."""

    def uncover(self, cell: int) -> int:
        """Open a covered cell. If it is empty, its neighbours are opened in the same way.

        A flagged cell cannot be opened, also not through an empty neighbour.

        Returns how many cells were revealed.

        Raises:
            GameError: the cell is off the board, or no mines could be laid. The game has not begun
                then.

        """
        place = self._place(cell)
        if self._shown[place] != COVERED or self._is_over():
            return 0
        if not self._truth:
            self._begin(cell)
        return self._open([place])

    def chord(self, cell: int) -> int:
        """Open every covered cell around a number that has as many flags around it as it says.

        If a flag is wrong, a mine is opened, and the cells after it stay covered.

        Returns how many cells were revealed.
        """
        places = self._chorded(cell)
        return self._open(places) if places else 0

    def opened_by_chord(self, cell: int) -> list[int]:
        """The covered cells that a chord on this cell would open first. Nothing is opened."""
        return [self._cell(place) for place in self._chorded(cell)]

    def _chorded(self, cell: int) -> list[int]:
        place = self._place(cell)
        shown = self._shown
        around = [place + offset for offset in self._around]
        if shown[place] not in NUMBERS or self._is_over():
            return []
        if sum(shown[n] in _FOUND for n in around) != shown[place]:
            return []
        return [n for n in around if shown[n] == COVERED]

    def flag(self, cell: int) -> bool:
        """Flag a covered cell. Returns whether that was possible."""
        return self._swap(cell, COVERED, FLAG, 1)

    def unflag(self, cell: int) -> bool:
        """Take a flag away. Returns whether there was one."""
        return self._swap(cell, FLAG, COVERED, -1)

    def is_flagged(self, cell: int) -> bool:
        """Whether the player has flagged a cell."""
        return self._shown[self._place(cell)] == FLAG

    @property
    def mines_left(self) -> int:
        """How many mines are not found yet, by the player's flags. Below 0 with too many flags.

        A mine that cost a life counts as found, but the mine that ended the game does not. After a
        win, every mine counts as found.
        """
        if self.outcome is Outcome.WON:
            return 0
        return self.game_id.mines - self.flags - self._shown_mines + (self.hit is not None)

    @property
    def seconds(self) -> float:
        """The time since the first cell was opened; once the game is over, until its end."""
        if self._began is None:
            return 0.0
        end = self._clock() if self._ended is None else self._ended
        return end - self._began

    def tick(self) -> bool:
        """End the game as lost if its time is up. Returns whether the game goes on."""
        return not self._is_over()

    def stop(self) -> None:
        """End the game as lost. A game that is over does not change."""
        if self.outcome is Outcome.PLAYING:
            self._end(Outcome.LOST)

    def mines(self) -> frozenset[int]:
        """The mines, which no player may see. Empty until the first cell is opened."""
        return frozenset(
            self._cell(place) for place, code in enumerate(self._truth) if code == MINE
        )

    def view(self) -> Board:
        """What the player sees. A lost game shows its mines and wrong flags."""
        shown = self._lost_view() if self.outcome is Outcome.LOST else self._shown
        width, stride = self.game_id.width, self._stride
        starts = range(stride + 1, len(shown) - stride, stride)
        cells = b"".join([shown[start : start + width] for start in starts])
        return Board(width, self.game_id.height, cells, self.game_id.mines)

    def _place(self, cell: int) -> int:
        if not 0 <= cell < self._size:
            raise GameError(f"the cell {cell} is off the board")
        return cell + cell // self.game_id.width + self._stride + 1

    def _cell(self, place: int) -> int:
        row, column = divmod(place, self._stride)
        return (row - 1) * self.game_id.width + column - 1

    def _is_over(self) -> bool:
        limit = self.rules.seconds
        if limit is not None and self.outcome is Outcome.PLAYING and self.seconds >= limit:
            self._end(Outcome.LOST)
            self._ended = (self._began or 0.0) + limit
        return self.outcome is not Outcome.PLAYING

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self._ended = self._clock()

    @property
    def _shown_mines(self) -> int:
        return self.rules.lives - self.lives

    def _begin(self, first: int) -> None:
        self._take(self._lay(self.game_id, first))
        self._began = self._clock()

    def _take(self, mines: Collection[int]) -> None:
        """Use these mines.

        Raises:
            GameError: they are not as many as the game has, or they do not fit what is shown.

        """
        places = {self._place(cell) for cell in mines}
        if not len(places) == len(mines) == self.game_id.mines:
            raise GameError(f"the game has {self.game_id.mines} mines, but {len(places)} were laid")
        truth = _numbers(places, self._stride, len(self._shown))
        if any(code in NUMBERS and code != truth[i] for i, code in enumerate(self._shown)):
            raise GameError("the mines do not fit what is shown")
        self._truth = truth

    def _open(self, places: list[int]) -> int:
        """Open these covered cells up to the first mine. Returns how many cells were revealed."""
        before = self.score
        if any(self._truth[place] == MINE for place in places):
            self._spare(places)
        for place in places:
            if self._truth[place] == MINE:
                self._explode(place)
                break
            if self._shown[place] == COVERED:
                self._reveal(place)
        self._win_if_done()
        return self.score - before

    def _spare(self, places: list[int]) -> None:
        """Let the mover, if there is one, move the mines away from these places."""
        moved = self._mover and self._mover(self.view(), [self._cell(place) for place in places])
        if moved is not None:
            self._take(moved)

    def _explode(self, place: int) -> None:
        self._shown[place] = EXPLODED
        self.lives -= 1
        if not self.lives:
            self.hit = self._cell(place)
            self._end(Outcome.LOST)

    def _reveal(self, place: int) -> None:
        """Open a cell without a mine. If it is empty, open all cells around it, and so on.

        Empty cells are handled in runs along a row. On mostly empty boards that takes a quarter of
        the time that single cells would take.
        """
        self._shown[place] = self._truth[place]
        self.score += 1
        runs = [] if self._truth[place] else [(place, place + 1)]
        while runs:
            begin, end = self._grown(*runs.pop())
            for row in (-self._stride, 0, self._stride):
                runs += self._reveal_row(begin - 1 + row, end + 1 + row)

    def _grown(self, begin: int, end: int) -> tuple[int, int]:
        """Open the empty cells left and right of a run of empty cells. Returns the longer run."""
        shown, truth = self._shown, self._truth
        size = end - begin
        while shown[end] == COVERED and truth[end] == EMPTY:
            shown[end] = EMPTY
            end += 1
        while shown[begin - 1] == COVERED and truth[begin - 1] == EMPTY:
            begin -= 1
            shown[begin] = EMPTY
        self.score += end - begin - size
        return begin, end

    def _reveal_row(self, place: int, end: int) -> Iterator[tuple[int, int]]:
        """Open the covered cells of a stretch. Yields the runs of empty cells among them."""
        shown, truth = self._shown, self._truth
        while (place := shown.find(COVERED, place, end)) >= 0:
            begin, place = place, _run_end(shown, place, end)
            shown[begin:place] = truth[begin:place]
            self.score += place - begin
            while (begin := truth.find(EMPTY, begin, place)) >= 0:
                first, begin = begin, _run_end(truth, begin, place)
                yield first, begin

    def _swap(self, cell: int, old: int, new: int, flags: int) -> bool:
        place = self._place(cell)
        if self._shown[place] != old or self._is_over():
            return False
        self._shown[place] = new
        self.flags += flags
        self._win_if_done()
        return True

    def _win_if_done(self) -> None:
        done = self.score + self.game_id.mines == self._size
        if done and not (self.rules.flag_all and self.mines_left) and self.lives:
            self._end(Outcome.WON)

    def _lost_view(self) -> bytearray:
        shown = bytearray(self._shown)
        for place, code in enumerate(self._truth):
            if code == MINE and shown[place] == COVERED:
                shown[place] = MINE
            elif shown[place] == FLAG and code != MINE:
                shown[place] = WRONG_FLAG
        return shown


def _run_end(cells: bytearray, begin: int, end: int) -> int:
    """The end of the run of equal codes that begins at ``begin``; at most ``end``."""
    stretch = cells[begin:end]
    return begin + len(stretch) - len(stretch.lstrip(stretch[:1]))


def _numbers(mined: Collection[int], stride: int, size: int) -> bytearray:
    """How many mines are around each place of the padded grid, or ``MINE`` for a mine.

    The grid is one long integer with a byte for each place. Shifting it by one place and adding it
    to itself counts the mines beside each place. The sums stay below 10, so no byte overflows.
    """
    places = bytearray(size)
    for place in mined:
        places[place] = 1
    row = int.from_bytes(places, "little")
    row += (row << 8) + (row >> 8)
    block = row + (row << 8 * stride) + (row >> 8 * stride)
    numbers = bytearray(block.to_bytes(size + stride, "little")[:size])
    for place in mined:
        numbers[place] = MINE
    return numbers
