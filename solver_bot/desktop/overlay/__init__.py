"""Marks on the open game: drawn over its window, and let every click through.

    face            what an overlay can do, whatever the display
    x11             the overlay on X11; canvas, game_window, places, bell,
                    extensions, requests and why_key serve it
    on_screen       the overlay where windows are not known: Wayland
    opening         opens the overlay that this display offers

This package imports no other package of ours but ``desktop``. The marks come as small pictures.
"""
