"""Look, think, act, until the game is over.

The bot sees and moves nothing by itself: all it does goes through the callables in ``Hands``, so
that a simulated window serves as well as a real one.

    hands      what it looks and acts with
    front      whose window is before the board
    decision   think: what to do on a board
    talk       what it is asked for, what it tells, how a session comes out
    search     which board on the screen is played
    places     where to click, look and rest the pointer
    change     what two looks at a board say about what happened in between
    sight      what a game needs of whoever looks at its board
    held       what must not change while a batch is clicked
    stillness  when a look is over
    eyes       follows the board: looks until it is still, and sees what became of it
    game       one game, from its first decision to its end
    newgame    closing what comes after a win, starting the next game
    verdict    what a move has come to on a board whose end nobody has seen yet
    newcomer   follows a board in a skin that nobody knows, and learns it
    unfamiliar which board is played where none of a known skin is on the screen
    loop       Bot: all games of a session

Each imports only from those above it.
"""

from solver_bot.bot.decision import Decision, Kind, think
from solver_bot.bot.events import (
    Decided,
    Ended,
    Event,
    Found,
    GameResult,
    Result,
    Said,
    Session,
    Wishes,
)
from solver_bot.bot.hands import Area, Halted, Hands, Window
from solver_bot.bot.next_game import new_game
from solver_bot.bot.pointer import around, path
from solver_bot.bot.search import NoBoard, boards, choose
from solver_bot.bot.session import Bot
from solver_bot.bot.settling import Rest

__all__ = [
    "Area",
    "Bot",
    "Decided",
    "Decision",
    "Ended",
    "Event",
    "Found",
    "GameResult",
    "Halted",
    "Hands",
    "Kind",
    "NoBoard",
    "Rest",
    "Result",
    "Said",
    "Session",
    "Window",
    "Wishes",
    "around",
    "boards",
    "choose",
    "new_game",
    "path",
    "think",
]
