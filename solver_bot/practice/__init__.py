"""The practice window: Minesweeper with Tk, drawn in our own skin, so that the bot can read it.

    choice   what the menu's fields mean, and what is wrong with them. Knows no window
    drawing  a board as one picture of which only changed cells are drawn anew
    theme    colours, fonts, and sizes for this display
    pieces   the theme's fields, cards and rows of buttons
    board    the widget with the board: scales with the window, tells clicks as moves
    menu     the screen on which a game is chosen
    play     the screen on which it is played
    window   the window itself: from one screen to the other, keys

Each imports only from those above it. All but ``choice`` load tkinter.
"""
