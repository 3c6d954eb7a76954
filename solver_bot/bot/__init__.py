"""Look, think, act, until the game is over.

The bot captures and clicks only through the callables in ``Hands``. A simulated window can
therefore take the place of a real one.

    hands           the callables that capture, click and press keys
    window_names    what a window's names tell: whether it shows Minesweeper, or is a browser
    screen_edges    the edges of the screen, at which windows and boards end
    occlusion       which window is in front of the board
    decision        what to do on a board
    assumption      what to guess where a cell can only be read in part
    board_value     the 3BV of a game that is over
    events          the player's wishes, the events the bot reports, and a session's result
    counts          the counts of a game while it is played
    board_choice    chooses the board to play among those in a shipped skin
    pointer         where to capture, in what order to click, where to park the pointer
    change          what happened between two looks at a board
    click_guard     checks, between the clicks of a batch, what must not have changed
    held_look       for which further clicks the last such check is enough
    observer        the interface through which a game follows its board
    settling        when a board has stopped changing
    watched_board   watches a board in a known skin until it is still
    whereabouts     where such a board has gone that is no longer in its place
    skin_observer   follows a board in a known skin
    clicker         clicks the cells of a decision while the board is as it was
    game            plays one game, from its first decision to its end
    next_game       closes the messages after a win and starts the next game
    unknown_board   finds the board to play when none is in a known skin
    learning        follows a board in an unknown skin, and learns the skin
    finder          the one place that chooses between the two observers
    session         Bot: all games of a session

Each module imports only from those above it.
"""

from solver_bot.bot.board_choice import NoBoard, boards, choose
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
