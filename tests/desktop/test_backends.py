"""The choice between the backends of the desktop, and the command that lists them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import click
import pytest

from solver_bot.cli.options import BACKEND
from solver_bot.desktop.backends import BACKENDS, open_desktop
from solver_bot.desktop.region import ScreenError
from tests.lacking import need_modules
from tests.real.desktop import PATIENCE, Desktop
from tests.wayland.sway import Sway
from tests.wayland.sway import require as require_sway

WITHOUT_PYWAYLAND = """
import sys
sys.modules["pywayland"] = None
from solver_bot.__main__ import main
main()
"""


def listed(environment: dict[str, str], *start: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code of ``desktop --json``, and what it says of each backend."""
    done = subprocess.run(
        [sys.executable, *(start or ("-m", "solver_bot")), "desktop", "--json"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert not done.stderr
    return done.returncode, {one["backend"]: one for one in json.loads(done.stdout)["backends"]}


def nowhere() -> dict[str, str]:
    """The environment of a program without a screen."""
    return {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}


def test_the_option_names_every_backend() -> None:
    (option,) = click.command(BACKEND(lambda: None)).params
    assert isinstance(option.type, click.Choice)
    assert set(option.type.choices) == BACKENDS.keys()


def test_on_x11_only_x11_works(desktop: Desktop) -> None:
    with open_desktop().screen as screen:
        assert screen.desktop == desktop.region
    code, found = listed(desktop.environment())
    assert code == 0
    assert [name for name, one in found.items() if one["reads"]] == ["x11"]
    assert found["x11"]["plays"]
    assert found["xwayland"]["says"] == "This X server does not belong to a Wayland desktop."


def test_a_backend_that_does_not_work_here_is_refused_by_name(desktop: Desktop) -> None:
    with pytest.raises(ScreenError, match="does not belong to a Wayland desktop"):
        open_desktop("xwayland")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can lack a screen")
def test_without_a_screen_every_backend_says_why() -> None:
    code, found = listed(nowhere())
    assert code == 6
    assert all(one["says"] and not one["reads"] and not one["plays"] for one in found.values())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can lack a screen")
def test_a_wayland_compositor_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    need_modules("pywayland")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-4711")
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(ScreenError, match="wayland-4711 cannot be reached"):
        open_desktop()


@pytest.fixture(scope="module")
def sway() -> Any:
    require_sway()
    compositor = Sway()
    yield compositor
    compositor.close()


def test_on_sway_everything_is_seen_and_the_mouse_is_watched(sway: Sway) -> None:
    code, found = listed(sway.environment())
    assert code == 0
    assert [name for name, one in found.items() if one["reads"]] == ["wlroots", "xwayland"]
    assert found["wlroots"]["plays"]
    assert found["wlroots"]["stops"] == "moving the mouse"
    assert not found["wlroots"]["says"]


def test_without_pywayland_x11_programs_remain_and_a_sentence_says_what_to_install(
    sway: Sway,
) -> None:
    code, found = listed(sway.environment(), "-c", WITHOUT_PYWAYLAND)
    assert code == 0
    assert [name for name, one in found.items() if one["reads"]] == ["xwayland"]
    assert "pip install 'solver-bot[wayland]'" in found["wlroots"]["says"]
