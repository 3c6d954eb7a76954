"""The words with which the terminal and the window describe a game."""

from __future__ import annotations

from solver_bot.board import Outcome
from solver_bot.figures import Figures
from solver_bot.game.fair import Solvability
from solver_bot.game.match import Match


def counted(number: int, what: str, plural: str = "") -> str:
    """A number and a noun: ``1 mine``, ``2 mines``."""
    return f"{number} {what if number == 1 else plural or what + 's'}"


def clock(seconds: float) -> str:
    """A time as minutes and seconds: ``02:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:02}:{rest:02}"


def sentence(text: str) -> str:
    """An error message as a sentence, with a capital letter and a full stop."""
    return text[0].upper() + text[1:].removesuffix(".") + "."


def ending(match: Match) -> str:
    """How the game ended, in a sentence; empty while it goes on."""
    if match.outcome is Outcome.PLAYING:
        return ""
    if match.outcome is Outcome.WON:
        return "You won!"
    if match.game.hit is not None:
        return "A mine was opened: the game is lost."
    if match.solvability is Solvability.INCONSISTENT:
        return "No layout of mines fits the board: the game has ended."
    return "The time is up: the game is lost."


SHORT = 0.1
"""Seconds below which a game is too short for its 3BV/s to mean anything."""


def figures_text(figures: Figures) -> str:
    """The players' figures in a sentence: ``3BV 7 of 18 (0.58/s), efficiency 64%, 1 guess, ...``.

    What is not known is left out.
    """
    parts = [_value(figures)]
    if figures.efficiency is not None:
        parts.append(f"efficiency {figures.efficiency:.0%}")
    if figures.guesses is not None:
        parts.append(
            counted(figures.guesses, "guess", "guesses") if figures.guesses else "no guess"
        )
    if figures.guesses and figures.luck is not None:
        parts.append(f"luck {figures.luck:.1%}")
    return ", ".join(parts) + "."


def _value(figures: Figures) -> str:
    whole, mine, speed = figures.three_bv, figures.solved, figures.per_second
    value = f"3BV {whole}" if mine in {None, whole} else f"3BV {mine} of {whole}"
    return value if speed is None or figures.seconds < SHORT else f"{value} ({speed:.2f}/s)"
