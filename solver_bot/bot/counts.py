"""The counts of a game while it is played."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass, field

from solver_bot.board import Board
from solver_bot.bot.board_value import UNKNOWN, BoardValue, Step
from solver_bot.bot.decision import Decision
from solver_bot.bot.events import GameResult, Result

_REPEATED = 2
"""After this many effects in a row that only a repeated click had, all clicks are made like it."""
_DISTURBED = 2
"""If something else changes this often in a row while the pointer rests, it rests no more."""
_MANY = 10_000
"""More cells than any decision has."""


@dataclass(slots=True)
class Counts:
    """Counts of one game while it is played.

    Attributes:
        effect: the last decision whose clicks changed the board.
        idle: the number of clicks since that effect.
        first_tried: when each cell was clicked first since that effect.
        survived: the cells that were clicked open before: the game went on after these clicks.
        vain: the guesses that open nothing, however often they are clicked, in their order.
        repeated: how many effects in a row only a repeated click had, counted up to ``_REPEATED``.
        disturbed: how often in a row something else changed while the pointer rested on a cell.
        paced: whether the bot pauses between clicks, as the program lost some. Many look at the
            mouse once a picture.
        at_once: the most cells clicked in a batch: twice as many as the program opened of the last
            one. A page that reloads after each click loses the next ones, in spite of pauses.

    """

    began: float
    clicks: int = 0
    guesses: int = 0
    claimed: set[int] = field(default_factory=set)
    tries: Counter[int] = field(default_factory=Counter)
    first_tried: dict[int, float] = field(default_factory=dict)
    reactions: list[float] = field(default_factory=list)
    clicks_alone: list[float] = field(default_factory=list)
    click_began: float | None = None
    redraw_seconds: float = 0.0
    last_guess: Decision | None = None
    luck: float | None = 1.0
    effect: Decision | None = None
    idle: int = 0
    guessed: set[int] = field(default_factory=set)
    survived: set[int] = field(default_factory=set)
    vain: list[int] = field(default_factory=list)
    repeated: int = 0
    disturbed: int = 0
    paced: bool = False
    at_once: int = _MANY
    first: Step | None = None
    last: Step | None = None

    def note_guess(self, board: Board, decision: Decision) -> None:
        """Count a guess. Repeating a guess that had no effect does not count.

        Without a mine total, or with numbers that can only be read in part, the odds rest on an
        assumption, and the luck is not known.
        """
        last, self.last_guess = self.last_guess, decision
        self.guessed.add(decision.cells[0])
        if last and (last.cells[0], last.odds) == (decision.cells[0], decision.odds):
            return
        self.guesses += 1
        known = None if board.mines is None or decision.assumed else decision.odds
        self.luck = None if known is None or self.luck is None else self.luck * (1 - known)

    def note_effect(self, decision: Decision, clicks: int, effective: int, changed: bool) -> None:
        """Note how many clicks of a decision changed their cells, and whether the board changed."""
        if clicks > max(1, effective) and not self.paced:
            self.paced = True
        elif clicks:
            most = 2 * self.at_once if effective == clicks else 2 * effective
            self.at_once = min(max(1, most), _MANY)
        if changed:
            if self.repeated < _REPEATED:
                again = clicks == 1 and self.tries[decision.cells[0]] > 1
                self.repeated = self.repeated + 1 if again else 0
            self.effect, self.idle = decision, 0
            self.first_tried.clear()
            opened = self.tries.keys() & (self.claimed | self.guessed)
            self.survived.update(opened - {*decision.cells})
        else:
            self.idle += clicks

    @property
    def last_vain(self) -> list[int]:
        """The guesses in vain since the last effect."""
        return [cell for cell in self.vain if cell in self.first_tried]

    def is_slow(self, cell: int) -> bool:
        """Whether to click a cell slowly: the pointer rests on it, then the button is held.

        Some programs look at the mouse only when they draw. Others take a click for one where the
        pointer was when they last drew. So a click is repeated slowly, and after two such effects
        in a row all clicks are slow.
        """
        return self.tries[cell] > 0 or self.repeated >= _REPEATED

    @property
    def may_rest(self) -> bool:
        """Whether the pointer may rest on a cell, as far as is known.

        In some programs it throws a shadow on other cells. A clock beside the board also changes,
        but only now and then.
        """
        return self.disturbed < _DISTURBED

    def note_passed_on(self, now: float) -> None:
        """Note that the last click is passed on, and that nothing else was done meanwhile."""
        if self.click_began is not None:
            self.clicks_alone.append(now - self.click_began)
        self.click_began = None

    def result(
        self,
        result: Result,
        reason: str,
        now: float,
        wrong: int = 0,
        value: BoardValue = UNKNOWN,
    ) -> GameResult:
        """The game's result if it ended at ``now``."""
        reaction = 1000 * statistics.median(self.reactions) if self.reactions else None
        click = statistics.fmean(self.clicks_alone) if self.clicks_alone else 0.0
        return GameResult(
            result,
            reason,
            now - self.began,
            self.clicks,
            self.guesses,
            wrong,
            reaction,
            self.clicks * click,
            self.redraw_seconds,
            value.three_bv,
            value.solved,
            self.luck,
        )

    def stopped(self, reason: str, now: float) -> GameResult:
        """The game's result if it stopped at ``now``."""
        return self.result(Result.STOPPED, reason, now)
