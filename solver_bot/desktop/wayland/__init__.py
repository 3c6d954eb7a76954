"""The desktop of Wayland compositors that let programs capture the screen and make input.

Needs pywayland and jeepney, the extra ``wayland``. No other module of ours loads them.

    interface    declares interfaces that pywayland does not bring
    protocols    those interfaces
    connection   a connection to the compositor: what it offers, and its monitors
    buffers      memory shared with the compositor
    layer        a surface over a monitor, by layer-shell
    layered      what layer-shell offers: a sentry and marks
    sentry       notices when the player takes the mouse
    marks        draws marks over games
    wlroots      compositors with wlr-screencopy; screen has its pictures, input its mouse
    kwin         KWin; kwin_screen has its pictures, fake_input its mouse, and kwin_permission
                 writes the file that it asks for
"""
