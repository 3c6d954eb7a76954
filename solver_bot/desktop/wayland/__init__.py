"""The desktop of Wayland compositors that let programs capture the screen and make input.

Needs pywayland, the extra ``wayland``. No other module of ours loads it.

    interface    declares interfaces that pywayland does not bring
    protocols    those interfaces
    connection   a connection to the compositor: what it offers, and its monitors
    buffers      memory shared with the compositor
    screen       pictures of the monitors, by wlr-screencopy
    keys         the names and codes of keys, and a keymap
    input        a virtual pointer and keyboard
    sentry       notices when the player takes the mouse, by layer-shell
"""
