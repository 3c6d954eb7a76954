"""A connection to a compositor ends whatever other threads do."""

from __future__ import annotations

import gc
from contextlib import closing

import pytest
from pywayland.protocol_core.proxy import Proxy

from solver_bot.desktop.wayland.connection import Connection


def in_use() -> set[int]:
    """The identities of the compositor's objects that are not destroyed."""
    return {id(one) for one in gc.get_objects() if isinstance(one, Proxy) and not one.destroyed}


@pytest.mark.usefixtures("sway")
def test_no_object_of_the_compositor_is_left_to_the_garbage_collector() -> None:
    """It may free them in another thread, and libwayland crashes if the connection ends then."""
    gc.collect()
    gc.disable()
    try:
        with closing(Connection()) as connection:
            for _ in range(3):
                connection.roundtrip()
            before = in_use()
            gc.collect()
            assert before
            assert in_use() == before
    finally:
        gc.enable()
