"""Plays all games of a session."""

from __future__ import annotations

from collections.abc import Callable

from solver_bot.bot.counts import Counts
from solver_bot.bot.decision import Action, think
from solver_bot.bot.events import (
    USUAL,
    Ended,
    Event,
    GameResult,
    Result,
    Said,
    Session,
    Wishes,
)
from solver_bot.bot.finder import Finder, PlayedBoard
from solver_bot.bot.game import GamePlayer
from solver_bot.bot.hands import Halted, Hands
from solver_bot.solve.odds import Contradiction
from solver_bot.vision.reader import SkinChoice


class Bot:
    """Plays the game that it finds on the screen, and calls ``tell`` with every ``Event``."""

    def __init__(
        self,
        hands: Hands,
        skins: SkinChoice,
        wishes: Wishes = USUAL,
        tell: Callable[[Event], object] = lambda _: None,
    ) -> None:
        self._hands = hands.limited(wishes.max_seconds)
        self._wishes = wishes
        self._tell = tell
        self._finder = Finder(self._hands, skins, wishes, tell)
        self._results: list[GameResult] = []

    def play(self) -> Session:
        """Find the board and play as many games as wished.

        Raises:
            NoBoard: there is no board, or none that can be read as a whole.
            BoardError: the wished mine total does not fit on the board.

        """
        began = self._hands.clock()
        self._results.clear()
        try:
            played = self._finder.find()
            if not self._wishes.dry_run:
                self._skip_finished(played)
            for number in range(1, self._games + 1):
                if self._results:
                    self._hands.pause(self._wishes.between)
                    played.begin_again(self._results[-1].result is Result.STOPPED)
                played = self._play_game(played, number)
            if self._results[-1].result is Result.WON:
                played.leave()
        except Halted as halted:
            if not self._results:
                self._note(Counts(began).stopped(str(halted), self._hands.clock()))
            return Session(tuple(self._results), str(halted), halted.impossible)
        return Session(tuple(self._results))

    @property
    def _games(self) -> int:
        return 1 if self._wishes.dry_run else self._wishes.games

    def _skip_finished(self, played: PlayedBoard) -> None:
        """Start a new game if the one on the screen is over."""
        observer = played.observer
        try:
            start = self._wishes.start or observer.skin.program.start
            decision = think(observer.board, start, scan_only=not self._hands.can_count())
        except Contradiction:
            return
        if decision.action is Action.OVER:
            self._tell(Said(f"The game on the screen is {decision.outcome}; starting a new one."))
            played.begin_again(False)

    def _play_game(self, played: PlayedBoard, number: int) -> PlayedBoard:
        """Play one game.

        Returns the board that was played. It has a new observer if its skin was misjudged.
        """
        player = GamePlayer(self._hands, played.observer, self._wishes, self._tell, number)
        try:
            result = player.play()
        except Halted as halted:
            other = self._finder.misjudged(played, halted)
            if other is None:
                self._note(player.stopped(str(halted)))
                raise
            return self._play_game(other, number)
        if self._was_over(result):
            self._tell(Said(f"The game on the screen is {result.result}; starting a new one."))
            played.begin_again(False)
            return self._play_game(played, number)
        self._note(result)
        return played

    def _was_over(self, result: GameResult) -> bool:
        """Whether the game was over before the bot clicked, and a message had hidden that."""
        ended = result.result in {Result.WON, Result.LOST}
        return ended and not result.clicks and not self._wishes.dry_run

    def _note(self, result: GameResult) -> None:
        self._results.append(result)
        self._tell(Ended(len(self._results), result))
