"""Plays one game: decide, click and look until it is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from solver_bot.board import COVERED, EMPTY, NUMBERS, UNREADABLE, Board, Outcome, StartRule
from solver_bot.bot.assumption import assuming, is_better
from solver_bot.bot.board_value import UNKNOWN, BoardValue, Step, board_value
from solver_bot.bot.clicker import Clicker
from solver_bot.bot.counts import Counts
from solver_bot.bot.decision import Action, Decision, is_too_blind, think, unread_mines
from solver_bot.bot.events import Decided, Event, GameResult, Result, Said, Wishes
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.observer import Observer
from solver_bot.solve.explain import clashing, place_name
from solver_bot.solve.odds import Contradiction

MOST_FLAG_TRIES = 6
MOST_BLIND_TRIES = 3
"""How often a cell without any known odds is clicked. If it still stays covered, the game is won.
"""
BLIND_PAUSE = 0.4
"""Seconds that such a cell is given to open after each click."""
_IDLE = 3
"""After this many clicks without any effect, a guess that shows what can't be read was a mine."""
_IN_VAIN = 3
"""After this many guesses in vain, one after the other, the first of them was a mine."""
_GUESS_IN_VAIN = (
    "Clicks on {}, a guess, have no effect. It may be a mine that the program does not show."
)
WAITS = "The simple rules prove nothing more here. Waiting for the exact odds."
_MOST_NAMED = 4


class Question(NamedTuple):
    """What ``think`` is asked: its arguments."""

    board: Board
    start: StartRule
    flags: bool
    unflaggable: frozenset[int]
    scan_only: bool
    dead: frozenset[int]
    opened: frozenset[int]
    unclicked: frozenset[int]


class GamePlayer:
    """Plays one game, number ``number`` of the session."""

    def __init__(
        self,
        hands: Hands,
        observer: Observer,
        wishes: Wishes,
        tell: Callable[[Event], object],
        number: int,
    ) -> None:
        self._hands = hands
        self._observer = observer
        self._wishes = wishes
        self._tell = tell
        self._number = number
        self._counts = Counts(hands.clock())
        self._clicker = Clicker(hands, observer, self._counts, wishes.delay)
        self._thought: tuple[Question, Decision] | None = None

    def play(self) -> GameResult:
        """Play the game to its end.

        Raises:
            Halted: the session has to end before the game does.

        """
        while True:
            self._hands.check()
            board = self._board
            try:
                decision = self._decide(board)
            except Contradiction as error:
                if self._observer.read_again():
                    continue
                wrong = clashing(board, error.cells)
                clash = f"The board contradicts itself: no layout of mines fits {wrong}."
                raise Halted(clash, impossible=True) from None
            reason = self._refused(decision)
            if self._is_announced(board, decision, reason):
                self._tell(self._told(board, decision))
            if decision.action is Action.OVER:
                return self._over(board, decision)
            if reason:
                return self.stopped(reason)
            clicked = self._clicker.carry_out(board, decision)
            hurried = decision.action is not Action.FLAG
            redraw = self._observer.settle(clicked, hurried, self._think_ahead)
            now, before = self._board.cells, self._masked(board).cells
            changed = now != before
            effective = sum(now[cell] != before[cell] for cell in clicked)
            self._counts.note_effect(decision, len(clicked), effective, changed)
            if _is_blind(decision) and not changed:
                # A program that is merely busy must not count as one whose game is won.
                self._hands.pause(BLIND_PAUSE)
            self._counts.redraw_seconds += redraw if clicked else 0.0

    def stopped(self, reason: str) -> GameResult:
        """The game's result if it stops now."""
        return self._counts.stopped(reason, self._hands.clock())

    @property
    def _board(self) -> Board:
        """The board as last seen. A covered cell that was guessed in vain counts as unreadable."""
        return self._masked(self._observer.board)

    def _masked(self, board: Board) -> Board:
        vain = [cell for cell in self._counts.vain if board.cells[cell] == COVERED]
        cells = bytearray(board.cells)
        for cell in vain:
            cells[cell] = UNREADABLE
        return replace(board, cells=bytes(cells)) if vain else board

    def _told(self, board: Board, decision: Decision) -> Decided:
        observer = self._observer
        return Decided(
            self._number,
            board,
            decision,
            observer.picture,
            observer.skin,
            observer.place,
            observer.lattice,
        )

    def _decide(self, board: Board) -> Decision:
        if self._observer.won:
            return Decision(Action.OVER, outcome=Outcome.WON)
        if self._unread_mine(board) is not None:
            return Decision(Action.OVER, outcome=Outcome.LOST)
        question = self._question(board)
        thought, self._thought = self._thought, None
        same = thought and thought[0] == question
        decision = thought[1] if thought and same else self._answer(question)
        if decision.action is Action.WAIT:
            self._hands.await_solver(lambda: self._tell(Said(WAITS)))
            decision = self._answer(question._replace(scan_only=False))
        return self._better_guess(question, decision)

    def _better_guess(self, question: Question, decision: Decision) -> Decision:
        """The decision, or a better guess that assumes what unread cells probably show."""
        board = question.board
        blind = is_too_blind(board, decision, question.opened)
        is_guess = decision.action is Action.GUESS and board.has_unreadable
        other = self._assuming(question) if blind or is_guess else None
        return other if other and (blind or is_better(other, decision)) else decision

    def _assuming(self, question: Question) -> Decision | None:
        """A guess that assumes what unread cells probably show; None if there is none."""

        def answer(board: Board) -> Decision:
            asked = question._replace(board=board, flags=False, scan_only=False)
            decision = self._answer(asked)
            blind = is_too_blind(board, decision, question.opened)
            return Decision(Action.STUCK) if blind else decision

        return assuming(question.board, self._observer.probable, answer)

    def _unread_mine(self, board: Board) -> tuple[int, str] | None:
        """A guessed cell that was a mine but shows none, and what tells it; None if there is none.

        No click has had any effect since, or the numbers prove it: some programs let a game go on.
        """
        effect, guessed = self._counts.effect, self._counts.guessed
        if len(vain := self._counts.last_vain) >= _IN_VAIN:
            return vain[0], "opens nothing, and no click has an effect any more"
        if effect and effect.action is Action.GUESS and self._counts.idle >= _IDLE:
            cell = effect.cells[0]
            if board.cells[cell] == UNREADABLE:
                return cell, "shows what can't be read, and no click has an effect any more"
        proved = unread_mines(board, guessed.intersection(board.where({UNREADABLE})))
        if not proved:
            return None
        shows = "opens nothing" if min(proved) in self._counts.vain else "shows what can't be read"
        return min(proved), f"{shows}, and the numbers beside it prove what it is"

    def _think_ahead(self) -> None:
        """Decide on the board before it is known to be still."""
        question = self._question(self._board)
        if self._thought and self._thought[0] == question:
            return
        with suppress(Contradiction):
            self._thought = question, self._answer(question)

    def _answer(self, question: Question) -> Decision:
        with self._hands.thinking():
            return think(*question)

    def _question(self, board: Board) -> Question:
        tries = self._counts.tries
        return Question(
            board,
            self._wishes.start or self._observer.skin.program.start,
            self._wishes.flags and not self._is_awaited(board),
            frozenset(cell for cell, n in tries.items() if n >= MOST_FLAG_TRIES),
            not self._hands.can_count(),
            frozenset(cell for cell, n in tries.items() if n >= MOST_BLIND_TRIES),
            self._opened(board),
            frozenset(cell for cell in board.where({UNREADABLE}) if not tries[cell]),
        )

    def _opened(self, board: Board) -> frozenset[int]:
        """The unread cells that are open.

        They were proved safe and clicked, or the game went on after their click, or they lie beside
        an empty cell.
        """
        around = board.neighbours()
        clicked = self._counts.claimed.intersection(self._counts.tries) | self._counts.survived
        clicked = clicked.difference(self._counts.vain)
        return frozenset(
            cell
            for cell in board.where({UNREADABLE})
            if cell in clicked or any(board.cells[near] == EMPTY for near in around[cell])
        )

    def _is_awaited(self, board: Board) -> bool:
        """Whether a click on a safe cell may be pending. That click must not meet a flag."""
        tries = self._counts.tries
        return any(tries[c] and board.cells[c] == COVERED for c in self._counts.claimed)

    def _refused(self, decision: Decision) -> str | None:
        """Why the decision is not carried out; None if it is."""
        board = self._board
        if not decision.assumed and is_too_blind(board, decision, self._opened(board)):
            cell = next(board.where({UNREADABLE}))
            place = place_name(board, cell)
            if cell in self._counts.vain:
                return _GUESS_IN_VAIN.format(place)
            return f"The cell at {place} can't be read, and nothing is certain without it."
        if decision.action is Action.STUCK:
            return (
                "No number touches the remaining cells, and they do not open. Whether the game is "
                "won can't be told without the mine total: give it with --mines."
            )
        if self._is_unwanted(board, decision):
            return f"Nothing is certain, and guessing is not wanted ({decision.chance})."
        return _dry_run(board, decision) if self._wishes.dry_run else None

    def _is_announced(self, board: Board, decision: Decision, reason: str | None) -> bool:
        """Whether to tell the player the decision. Of a refused guess, only the reason is told."""
        is_guess = decision.action is Action.GUESS
        return not is_guess or reason in {None, _dry_run(board, decision)}

    def _is_unwanted(self, board: Board, decision: Decision) -> bool:
        """Whether the decision is a guess that the player does not want.

        The first click on a new game with unknown odds is wanted: it tells what game this is.
        """
        is_guess = decision.action is Action.GUESS and self._wishes.no_guess
        is_first = self._counts.guessed <= {*decision.cells} and not board.count(NUMBERS)
        return is_guess and not (is_first and decision.odds is None)

    def _how_won(self, board: Board, decision: Decision) -> str:
        shut = [c for c in board.where({COVERED}) if c not in decision.mines]
        if any(self._counts.tries[cell] >= MOST_BLIND_TRIES for cell in shut):
            return "Every safe cell is open: the remaining cells do not open when clicked."
        return "Every safe cell is open."

    def _over(self, board: Board, decision: Decision) -> GameResult:
        now = self._hands.clock()
        value = self._value(Step(board, decision))
        if decision.outcome is Outcome.WON:
            why = self._how_won(board, decision)
            return self._counts.result(Result.WON, why, now, value=value)
        wrong = sum(board.is_shown_mine(cell) for cell in self._counts.claimed)
        guess, unread = self._counts.last_guess, self._unread_mine(board)
        if unread is not None:
            cell, why = unread
            place = place_name(board, cell)
            reason = f"The guess at {place} {why}: it was a mine."
        elif wrong:
            reason = "A cell that was called safe was a mine."
        elif guess and board.is_shown_mine(guess.cells[0]):
            place = place_name(board, guess.cells[0])
            reason = f"The guess at {place} ({guess.chance}) was a mine."
        else:
            reason = "A mine was opened, but not by solver-bot."
        return self._counts.result(Result.LOST, reason, now, wrong, value)

    def _value(self, end: Step) -> BoardValue:
        first, last = self._counts.first, self._counts.last
        return board_value(first, last, end) if first and last else UNKNOWN


def _is_blind(decision: Decision) -> bool:
    """Whether the decision guesses a cell of unknown odds, which is a mine if it never opens."""
    return decision.action is Action.GUESS and decision.odds is None


def _dry_run(board: Board, decision: Decision) -> str:
    return f"Dry run: {_in_words(board, decision)}. Nothing was clicked."


def _in_words(board: Board, decision: Decision) -> str:
    verb = "flag" if decision.action is Action.FLAG else "open"
    places = "; ".join(place_name(board, cell) for cell in decision.cells[:_MOST_NAMED])
    more = len(decision.cells) - _MOST_NAMED
    rest = f" and {more} more" if more > 0 else ""
    guess = f", a guess ({decision.chance})" if decision.action is Action.GUESS else ""
    return f"it would {verb} {places}{rest}{guess}"
