"""Follow a board in an unknown skin, and learn the skin while the game is played.

    move            clicks on a board, and what was certain before them
    move_outcome    how clicks ended, before mines and flags are known
    temporal_median what stays in place on a board across which something always moves
    unrest          when cells last changed, and which never rest
    stillness       looks at the board until it is at rest
    told            what the course of a game tells of cells before anybody looks at them
    sight           what is seen in a picture with the skin as known so far
    doubted_numbers which numbers the nets doubt, and what the rules say of them
    drawn_anew      how a game ended if its whole board looks different
    learner         reads the board, and learns what its cells look like
    moved_board     where a board is after its program has moved or resized it
    site            where the board is on the screen, with its learner
    first_click     whether the first clicks had the effect that they have in Minesweeper
    around_message  how a game ended, by what a message leaves visible
    followed_board  the board: its site, its window, and what it showed last
    messages        closes messages, and tells how the game ended behind them
    learning_observer  follows the board while it is played

Each module imports only from those above it.
"""
