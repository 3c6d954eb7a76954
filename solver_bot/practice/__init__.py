"""The practice window: Minesweeper in Tk, drawn in our own skin so that the bot can read it.

    choice   what the menu's fields mean, and what is wrong with them; knows no window
    best_times
             the file of best times
    drawing  a board as one picture, of which only changed cells are drawn again
    theme    colours, fonts, and sizes for this display
    pieces   fields, cards and rows of buttons in the theme
    board    the widget that shows the board, scales with the window and turns clicks into moves
    menu     the screen on which a game is chosen
    play     the screen on which a game is played
    window   the window itself: the change between screens, and the keys

Each module imports only modules above it. All modules but
``choice`` and ``best_times`` load tkinter.
"""
