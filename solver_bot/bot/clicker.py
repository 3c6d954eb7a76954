"""Clicks the cells of one decision while the board is as it was when it was decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver_bot.board import Board
from solver_bot.bot.board_value import Step
from solver_bot.bot.click_guard import ClickGuard, Place
from solver_bot.bot.counts import Counts
from solver_bot.bot.decision import Action, Decision
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.held_look import HeldLook
from solver_bot.bot.observer import Observer
from solver_bot.bot.pointer import path
from solver_bot.solve.explain import place_name

_MOST_TRIES, _LONGEST_TRY = 12, 8.0
"""A cell that stays covered is clicked at least this often, and for longer than these seconds,
before the bot concludes that its clicks have no effect. A message may catch clicks for some
seconds, as in KMines."""
_SECOND_TRIES = 3
"""How often other cells are clicked once a guess has been clicked in vain."""
_FRESH = 0.0025
"""Seconds for which a look at the whole board holds for the first click that follows it."""
_RESTS = 0.1
"""Seconds for which the pointer rests on a cell before a click that is repeated: three pictures of
a program that draws 30 a second."""
_PACE = 0.05
"""Seconds between clicks in a program that loses some: longer than one of 30 pictures a second."""


class Clicker:
    """Clicks on one board, and counts its clicks. It pauses for ``delay`` seconds after each."""

    def __init__(self, hands: Hands, observer: Observer, counts: Counts, delay: float) -> None:
        self._hands = hands
        self._observer = observer
        self._counts = counts
        self._delay = delay

    def carry_out(self, board: Board, decision: Decision) -> list[int]:
        """Click the cells of one decision while the board is as it was when it was decided.

        Returns the cells that were clicked.
        """
        if self._is_out_of_date() and self._observer.look():
            return []
        counts = self._counts
        step = Step(board, decision)
        if counts.last == step:
            # The program may still be busy with the same clicks, so only one of them is repeated.
            decision = replace(decision, cells=decision.cells[:1])
        elif decision.action is not Action.FLAG:
            decision = replace(decision, cells=decision.cells[: counts.at_once])
        counts.last = step
        counts.first = counts.first or step
        if decision.action is Action.GUESS:
            counts.note_guess(board, decision)
        elif decision.action is not Action.FLAG:
            counts.claimed.update(decision.cells)
        return self._click(board, decision)

    def _is_out_of_date(self) -> bool:
        """Whether the last look is so old that another is due."""
        return self._hands.clock() - self._observer.looked_at > _FRESH

    def _click(self, board: Board, decision: Decision) -> list[int]:
        """Click the cells in turn while the board is as it was. Returns those that were clicked."""
        lattice, counts = self._observer.lattice, self._counts
        clicked: list[int] = []
        guard = self._observer.guard()
        held = HeldLook(board, decision, self._observer.looked_at)
        for cell in path(decision.cells, board.width):
            place = self._place(guard, held, cell, not clicked)
            slowly = place is Place.SAME and counts.is_slow(cell)
            if slowly and counts.may_rest:
                place = self._rest_on(cell, guard)
            if place is Place.GONE:
                break
            if place is Place.CHANGED:
                continue
            if self._is_in_vain(cell):
                self._give_up(board, cell)
                break
            self._count_try(cell)
            counts.click_began = self._hands.clock()
            self._way(decision, slowly)(*lattice.centre(cell))
            clicked.append(cell)
            counts.clicks += 1
            if len(clicked) == 1:
                counts.reactions.append(self._hands.clock() - self._observer.settled_at)
            if pause := self._delay or (_PACE if counts.paced else 0):
                counts.click_began = None
                self._hands.pause(pause)
        self._hands.check()
        counts.note_passed_on(self._hands.clock())
        return clicked

    def _way(self, decision: Decision, slowly: bool) -> Callable[[float, float], None]:
        """The callable that clicks a cell.

        The first click on a board is held: if it had no effect, this would not be Minesweeper.
        """
        if decision.action is Action.FLAG:
            return self._hands.flag
        held = slowly or self._observer.is_fresh
        return self._hands.hold if held and self._hands.hold else self._hands.open

    def _place(self, guard: ClickGuard, held: HeldLook, cell: int, first: bool) -> Place:
        """What is in the place of ``cell``, by the last look while that holds, else by a new one.

        The first click of a batch follows a look at the whole board.
        """
        again = self._counts.tries[cell] > 0
        holds = first or (not again and held.holds(cell, self._hands.clock()))
        if holds and not guard.moving.passed:
            self._hands.check()
            self._counts.note_passed_on(self._hands.clock())
            if first or self._hands.undisturbed():
                return Place.SAME
        self._counts.click_began = None
        place = guard.look(cell, self._hands.capture)
        held.looked(self._hands.clock())
        self._hands.check()
        return place

    def _rest_on(self, cell: int, guard: ClickGuard) -> Place:
        """Rest with the pointer on ``cell``. Returns what is in the cell's place then.

        A change of the cell itself does not count: many programs highlight it.
        """
        self._hands.park(*self._observer.lattice.centre(cell))
        self._hands.pause(_RESTS)
        place = guard.look(cell, self._hands.capture)
        self._hands.check()
        gone = place is Place.GONE
        self._counts.disturbed = self._counts.disturbed + 1 if gone else 0
        return place if gone else Place.SAME

    def _count_try(self, cell: int) -> None:
        self._counts.tries[cell] += 1
        self._counts.first_tried.setdefault(cell, self._hands.clock())

    def _give_up(self, board: Board, cell: int) -> None:
        """Click ``cell`` no more. If it was a guess, clicks on other cells will tell what it is.

        Raises:
            Halted: it was no guess, or no click has had any effect yet.

        """
        counts = self._counts
        guess = counts.last_guess
        if counts.effect is None or guess is None or guess.cells[0] != cell:
            raise Halted(
                f"Clicks have no effect on {place_name(board, cell)}: is the program still "
                "responding, and may solver-bot use the mouse?"
            )
        counts.vain.append(cell)

    def _is_in_vain(self, cell: int) -> bool:
        """Whether the cell was clicked so often and so long that its clicks have no effect."""
        tries = self._counts.tries[cell]
        if self._counts.last_vain:
            return tries >= _SECOND_TRIES
        began = self._counts.first_tried.get(cell, self._hands.clock())
        return tries >= _MOST_TRIES and self._hands.clock() - began > _LONGEST_TRY
