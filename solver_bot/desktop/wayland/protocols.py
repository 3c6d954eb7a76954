"""The protocols of wlroots and KWin that solver-bot uses and pywayland does not bring.

They are described at https://wayland.app/protocols: wlr-screencopy-unstable-v1,
wlr-virtual-pointer-unstable-v1, virtual-keyboard-unstable-v1, wlr-layer-shell-unstable-v1 and KDE's
fake-input. Requests and events have numbers on the wire, so all up to the last one used are listed.
"""

from __future__ import annotations

from solver_bot.desktop.wayland.interface import interface

FRAME = interface(
    "zwlr_screencopy_frame_v1",
    3,
    {"copy": ["o:wl_buffer"], "destroy": [], "copy_with_damage": ["2", "o:wl_buffer"]},
    {
        "buffer": ["u", "u", "u", "u"],
        "flags": ["u"],
        "ready": ["u", "u", "u"],
        "failed": [],
        "damage": ["2", "u", "u", "u", "u"],
        "linux_dmabuf": ["3", "u", "u", "u"],
        "buffer_done": ["3"],
    },
)
SCREENCOPY = interface(
    "zwlr_screencopy_manager_v1",
    3,
    {
        "capture_output": ["n:zwlr_screencopy_frame_v1", "i", "o:wl_output"],
        "capture_output_region": [
            "n:zwlr_screencopy_frame_v1", "i", "o:wl_output", "i", "i", "i", "i",
        ],
        "destroy": [],
    },
    {},
)  # fmt: skip
VIRTUAL_POINTER = interface(
    "zwlr_virtual_pointer_v1",
    2,
    {
        "motion": ["u", "f", "f"],
        "motion_absolute": ["u", "u", "u", "u", "u"],
        "button": ["u", "u", "u"],
        "axis": ["u", "u", "f"],
        "frame": [],
        "axis_source": ["u"],
        "axis_stop": ["u", "u"],
        "axis_discrete": ["u", "u", "f", "i"],
        "destroy": [],
    },
    {},
)
POINTERS = interface(
    "zwlr_virtual_pointer_manager_v1",
    2,
    {
        "create_virtual_pointer": ["?o:wl_seat", "n:zwlr_virtual_pointer_v1"],
        "destroy": [],
    },
    {},
)
VIRTUAL_KEYBOARD = interface(
    "zwp_virtual_keyboard_v1",
    1,
    {
        "keymap": ["u", "h", "u"],
        "key": ["u", "u", "u"],
        "modifiers": ["u", "u", "u", "u"],
        "destroy": [],
    },
    {},
)
KEYBOARDS = interface(
    "zwp_virtual_keyboard_manager_v1",
    1,
    {"create_virtual_keyboard": ["o:wl_seat", "n:zwp_virtual_keyboard_v1"]},
    {},
)
LAYER_SURFACE = interface(
    "zwlr_layer_surface_v1",
    3,
    {
        "set_size": ["u", "u"],
        "set_anchor": ["u"],
        "set_exclusive_zone": ["i"],
        "set_margin": ["i", "i", "i", "i"],
        "set_keyboard_interactivity": ["u"],
        "get_popup": ["o"],
        "ack_configure": ["u"],
        "destroy": [],
    },
    {"configure": ["u", "u", "u"], "closed": []},
)
LAYERS = interface(
    "zwlr_layer_shell_v1",
    3,
    {
        "get_layer_surface": [
            "n:zwlr_layer_surface_v1", "o:wl_surface", "?o:wl_output", "u", "s",
        ],
    },
    {},
)  # fmt: skip
FAKE_INPUT = interface(
    "org_kde_kwin_fake_input",
    4,
    {
        "authenticate": ["s", "s"],
        "pointer_motion": ["f", "f"],
        "button": ["u", "u"],
        "axis": ["u", "f"],
        "touch_down": ["2", "u", "f", "f"],
        "touch_motion": ["2", "u", "f", "f"],
        "touch_up": ["2", "u"],
        "touch_cancel": ["2"],
        "touch_frame": ["2"],
        "pointer_motion_absolute": ["3", "f", "f"],
        "keyboard_key": ["4", "u", "u"],
    },
    {},
)
