"""What the portals' backend needs no desktop for: PipeWire's values, and kept permissions."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from solver_bot.desktop.portal import permission, pods
from solver_bot.desktop.portal.mouse import StreamSentry
from solver_bot.desktop.portal.session import Monitor, Session
from solver_bot.desktop.portal.stream import Stream
from solver_bot.desktop.region import Region


def test_a_value_is_its_length_its_type_and_its_content_filled_up() -> None:
    assert pods.integer(-2).pod() == struct.pack("=IIi", 4, 4, -2) + bytes(4)
    assert pods.rectangle(640, 480).pod() == struct.pack("=IIII", 8, 10, 640, 480)


def test_the_properties_of_an_object_are_read_back() -> None:
    pod = pods.thing(pods.FORMAT, 4, {1: pods.enumerated(2), 3: pods.rectangle(640, 480)})
    assert pods.length(pod[:8]) == len(pod)
    found = pods.properties(pod)
    assert {key: pods.numbers(value) for key, value in found.items()} == {1: (2,), 3: (640, 480)}


def test_a_choice_counts_as_its_preferred_value() -> None:
    colours = pods.one_of(pods.enumerated(8), pods.enumerated(12))
    rates = pods.between(pods.fraction(60, 1), pods.fraction(0, 1), pods.fraction(144, 1))
    found = pods.properties(pods.thing(pods.FORMAT, 3, {7: colours, 9: rates}))
    assert pods.numbers(found[7]) == (8,)
    assert pods.numbers(found[9]) == (60, 1)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def test_permissions_are_kept_for_each_purpose(state: Path) -> None:
    permission.remember("see", "one")
    permission.remember("play", "two")
    permission.remember("see", "three")
    assert permission.remembered("see") == "three"
    assert permission.remembered("play") == "two"


def test_only_the_user_can_read_kept_permissions(state: Path) -> None:
    permission.remember("see", "one")
    assert permission.file().stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("text", ["", "[]", "{", '{"see": 7}'])
def test_a_damaged_file_of_permissions_counts_as_none(text: str, state: Path) -> None:
    permission.file().parent.mkdir(parents=True)
    permission.file().write_text(text)
    assert permission.remembered("see") is None


@dataclass
class Told:
    """What a desktop tells of one monitor: the pointer's place. No pictures come."""

    pointer: tuple[int, int] | None = (400, 300)
    size: tuple[int, int] = (800, 600)


@dataclass
class Desk:
    """Two monitors side by side, and the places to which solver-bot moves the pointer."""

    left: Told = field(default_factory=Told)
    right: Told = field(default_factory=lambda: Told(None))

    def __post_init__(self) -> None:
        self.monitors = tuple(
            Monitor(node, cast(Stream, told), Region(800 * node, 0, 800, 600))
            for node, told in enumerate((self.left, self.right))
        )
        self.sentry = StreamSentry(cast(Session, self))

    def move(self, *places: tuple[int, int]) -> None:
        for place in places:
            self.sentry.expect(*place, True)


PATH = [(100 + 20 * step, 50) for step in range(9)]


def test_before_the_bot_begins_the_pointer_is_the_players() -> None:
    desk = Desk()
    desk.left.pointer = 7, 7
    assert not desk.sentry.taken()


def test_a_pointer_that_is_told_many_moves_late_is_not_taken() -> None:
    desk = Desk()
    desk.move(*PATH)
    assert not desk.sentry.taken()
    for place in PATH:
        desk.left.pointer = place
        assert not desk.sentry.taken()


def test_a_pointer_where_the_bot_has_not_put_it_is_taken() -> None:
    desk = Desk()
    desk.move(*PATH)
    desk.left.pointer = 110, 80
    assert desk.sentry.taken()
    assert not desk.sentry.in_corner()
    desk.left.pointer = 0, 0
    assert desk.sentry.in_corner()


def test_a_pointer_that_goes_back_to_an_earlier_place_is_taken() -> None:
    desk = Desk()
    desk.move(*PATH)
    desk.left.pointer = PATH[5]
    assert not desk.sentry.taken()
    desk.left.pointer = PATH[2]
    assert desk.sentry.taken()


def test_a_pointer_that_changes_the_monitor_may_be_told_by_one_before_the_other() -> None:
    desk = Desk()
    desk.move((100, 50), (900, 50))
    desk.left.pointer = 100, 50
    desk.right.pointer = 100, 50
    assert not desk.sentry.taken()
    desk.left.pointer = None
    assert not desk.sentry.taken()
    desk.right.pointer = 130, 50
    assert desk.sentry.taken()
