"""Look, think, act, until the game is over.

The bot sees and moves nothing by itself: all it does goes through the callables in ``Hands``, so
that a simulated window serves as well as a real one.

    hands           what it looks and acts with
    occlusion       whose window is in front of the board
    decision        what to do on a board
    events          what it is asked for, what it tells, how a session comes out
    search          which board of a shipped skin on the screen is played
    pointer         where to click, look and rest the pointer
    change          what two looks at a board say about what happened in between
    click_guard     what must not change while a batch of cells is clicked
    observer        what a game needs of whoever looks at its board
    settling        when a board has stopped changing
    skin_observer   observes a board in a known skin
    game            plays one game, from its first decision to its end
    next_game       closes what comes after a win, starts the next game
    move_outcome    what a move has come to, on a board whose end nobody has seen yet
    shape_observer  observes a board in a skin that nobody knows, and learns the skin
    shape_search    which board is played where none of a known skin is on the screen
    find            the one place that chooses between the two ways
    session         Bot: all games of a session

Each imports only from those above it.
"""

from solver_bot.bot.decision import Action, Decision, think
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
    "Action",
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
