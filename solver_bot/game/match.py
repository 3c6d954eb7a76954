"""A game together with its help for the player, for the window and the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from solver_bot.board import COVERED, Board, Outcome, StartRule
from solver_bot.figures import Figures, solved, three_bv
from solver_bot.game.engine import Game, Mover, Rules
from solver_bot.game.fair import Hint, Knowledge, Solvability, assist, is_overfull, solvability
from solver_bot.game.kind_guesses import kind_guesses, kinder_layout
from solver_bot.game.layout import GameId, Layer, given_mines, lay_mines
from solver_bot.game.noguess import no_guess_layout
from solver_bot.game.score_sheet import MOST_CELLS, ScoreSheet
from solver_bot.solve.engine import compiled

USUAL = Rules()


@dataclass(frozen=True, slots=True)
class FairPlay:
    """Options that soften unlucky guesses, each chosen on its own. Lives are in ``Rules``.

    Attributes:
        assist: whether safe cells are opened for the player until the position is solvable.
        kind: whether a guess that could be safe is safe if no cell is certainly safe.
        no_guess: whether the board can be won without a guess after the first click.

    """

    assist: bool = False
    kind: bool = False
    no_guess: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """What a move did.

    Attributes:
        revealed: how many cells the move itself revealed.
        assisted: cells that were opened for the player after the move, in order.
        lives_lost: how many lives the move cost.
        overfull: whether a number beside the new flag has more flags around it than it says.
        false_flag: whether the new flag is on a cell that is proved safe.

    """

    revealed: int = 0
    assisted: tuple[int, ...] = ()
    lives_lost: int = 0
    overfull: bool = False
    false_flag: bool = False


class Match:
    """One game under chosen rules, with what is known about it.

    Attributes:
        game: the game itself, for reading only. Moves are made through the match.
        fair: the fair-play options.
        first: the first cell that was opened; None before that.
        solvability: whether the last move left a position that needs a guess; None before a move.

    """

    def __init__(
        self,
        game_id: GameId,
        rules: Rules = USUAL,
        fair: FairPlay = FairPlay(),
        clock: Callable[[], float] = time.monotonic,
        lay: Layer | None = None,
    ) -> None:
        self.fair = fair
        self.first: int | None = None
        self.solvability: Solvability | None = None
        self._clock = clock
        self._dice = Random(f"help {game_id}")  # independent of the dice that lay the mines
        self._knowledge = Knowledge()
        self._suspects: set[int] = set()
        self._sheet = ScoreSheet(at_random=fair == FairPlay())
        self._lay = lay or _layer(fair)
        self.game = Game(game_id, rules, clock, self._lay, _mover(fair, self._dice))

    @property
    def board(self) -> Board:
        """What the player sees."""
        return self.game.view()

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return self.game.outcome

    @property
    def is_first_safe(self) -> bool:
        """Whether the rules promise that the first opened cell is not a mine."""
        return self.fair.no_guess or self.game.game_id.start is not StartRule.NONE

    def uncover(self, cell: int) -> Turn:
        """Open a cell.

        Raises:
            GameError: the cell is off the board, or no board without guesses was found.

        """
        self._count_click()
        self._note_opened([cell])
        return self._move(self.game.uncover, cell)

    def chord(self, cell: int) -> Turn:
        """Open every covered cell around a number that has as many flags around it as it says."""
        self._count_click()
        self._note_opened(self.game.opened_by_chord(cell))
        return self._move(self.game.chord, cell)

    def flag(self, cell: int) -> Turn:
        """Flag a cell. The result says what is known to be wrong with the flag."""
        self._count_click()
        if not self.game.flag(cell):
            return Turn()
        board = self.board
        if too_many := is_overfull(board, cell):
            self._suspects.add(cell)
        return Turn(overfull=too_many, false_flag=cell in self._knowledge.false_flags(board))

    def unflag(self, cell: int) -> Turn:
        """Take a flag away."""
        self._count_click()
        return self._unflag(cell)

    def _unflag(self, cell: int) -> Turn:
        self.game.unflag(cell)
        self._suspects.discard(cell)
        return Turn()

    def overfull_flags(self) -> frozenset[int]:
        """Flags to draw in another colour: overfull when they were set, and still overfull."""
        board = self.board
        return frozenset(cell for cell in self._suspects if is_overfull(board, cell))

    def false_flags(self) -> frozenset[int]:
        """Flags on cells that are proved safe."""
        return self._knowledge.false_flags(self.board)

    def hint(self, first: int = 1) -> Hint:
        """Open a cell that is proved safe, and say why. A flag on it is taken away first.

        Rows and columns in the reason count from ``first``.
        """
        if not self.game.tick():
            return Hint(None, "No hint can be derived: the game is over.")
        hint = self._knowledge.hint(self.board, first)
        if hint.cell is not None:
            self.note_help()
            self._unflag(hint.cell)
            self._move(self.game.uncover, hint.cell)
        return hint

    def note_help(self) -> None:
        """Note that the player was told a safe cell."""
        self._sheet.helped = True

    @property
    def is_unhelped(self) -> bool:
        """Whether the player alone opened what is open, with one life, and on unknown mines."""
        helped = self._sheet.helped or self.fair.kind or self.fair.assist
        return not helped and self.game.rules.lives == 1

    def figures(self) -> Figures | None:
        """The players' figures of a game that has ended.

        They are None while it goes on, if nothing was opened, and on boards of more than
        ``MOST_CELLS`` cells. Where the player was helped, the 3BV that was solved is not known.
        """
        game, sheet, game_id = self.game, self._sheet, self.game.game_id
        mines = game.mines()
        size = game_id.width * game_id.height
        if self.outcome is Outcome.PLAYING or self.first is None or size > MOST_CELLS:
            return None
        whole = three_bv(game_id.width, game_id.height, mines)
        mine = None if sheet.helped or self.fair.assist else solved(self.board, mines)
        return Figures(whole, mine, game.seconds, sheet.clicks, sheet.guesses, sheet.luck)

    def again(self) -> Match:
        """A new match on the same board, with the same first cell open.

        Mines that have moved stay where they were last. A first cell that was a mine is not opened.
        """
        mines = self.game.mines()
        lay = self._lay if self.first is None else given_mines(mines)
        match = Match(self.game.game_id, self.game.rules, self.fair, self._clock, lay)
        if self.first is not None and self.first not in mines:
            match._move(match.game.uncover, self.first)
        match._sheet = ScoreSheet(knows_mines=self.first is not None)
        return match

    def restart(self, seed: int) -> Match:
        """A match on another board of the same size, under the same rules."""
        game_id = replace(self.game.game_id, seed=seed)
        return Match(game_id, self.game.rules, self.fair, self._clock)

    def _count_click(self) -> None:
        if self.game.tick():
            self._sheet.clicks += 1

    def _note_opened(self, cells: Sequence[int]) -> None:
        """Count a guess. The first click is none if the rules promise that it is safe."""
        if self.outcome is not Outcome.PLAYING or (self.first is None and self.is_first_safe):
            return
        board = self.board
        covered = [
            cell for cell in cells if 0 <= cell < len(board.cells) and board.cells[cell] == COVERED
        ]
        if covered:
            self._sheet.note_opened(board, covered)

    def _move(self, move: Callable[[int], int], cell: int) -> Turn:
        lives = self.game.lives
        revealed = move(cell)
        lost = lives - self.game.lives
        if not revealed and not lost:
            return Turn()
        if self.first is None:
            self.first = cell
        assisted = assist(self.game, self._dice) if self.fair.assist else []
        self._check()
        return Turn(revealed, tuple(assisted), lost)

    def _check(self) -> None:
        if self.game.outcome is Outcome.PLAYING:
            self.solvability = solvability(self.board)
            if self.solvability is Solvability.INCONSISTENT:
                self.game.stop()


def warm_up() -> None:
    """Compile the player's help, or load it from the cache, so that no move waits for it."""
    compiled()
    board = Board.covered(3, 3, 1)
    solvability(board)
    kinder_layout(board, [0], Random(0))


def _layer(fair: FairPlay) -> Layer:
    return no_guess_layout if fair.no_guess else lay_mines


def _mover(fair: FairPlay, dice: Random) -> Mover | None:
    return kind_guesses(dice) if fair.kind else None
