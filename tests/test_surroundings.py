"""No variable of the environment outside reaches a test, except those listed as passed on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOSTILE = {
    "DISPLAY": ":4711", "WAYLAND_DISPLAY": "wayland-7", "XDG_SESSION_TYPE": "wayland",
    "XDG_DATA_HOME": "/nonexistent", "XDG_CONFIG_DIRS": "/nonexistent", "HOME": "/nonexistent",
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "GTK_THEME": "HighContrast",
    "QT_QPA_PLATFORM": "wayland", "FONTCONFIG_FILE": "/nonexistent", "XAUTHORITY": "/nonexistent",
    "LANG": "tr_TR.UTF-8", "LC_ALL": "C", "LANGUAGE": "de", "TZ": "Asia/Kolkata", "COLUMNS": "20",
    "LINES": "3", "NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "dumb", "NUMBA_DISABLE_JIT": "1",
    "NUMBA_CACHE_DIR": "/nonexistent", "PYTHONWARNINGS": "error", "PYTHONIOENCODING": "ascii",
    "OMP_NUM_THREADS": "1", "OPENCV_LOG_LEVEL": "debug", "MPLBACKEND": "TkAgg",
}  # fmt: skip
ARRIVED = """
import json, os
import tests.conftest
print(json.dumps(dict(os.environ)))
"""


def arrived(outside: dict[str, str]) -> dict[str, str]:
    """The environment of a test, without its home, if ``outside`` is the one outside."""
    done = subprocess.run(
        [sys.executable, "-c", ARRIVED],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]} | outside,
        capture_output=True,
        text=True,
        check=True,
    )
    environment: dict[str, str] = json.loads(done.stdout)
    assert Path(environment.pop("HOME")).name.startswith("solver-bot-home-")
    environment.pop("USERPROFILE")
    return environment


def test_variables_set_outside_change_nothing() -> None:
    assert arrived(HOSTILE) == arrived({})


def test_an_option_of_the_tests_is_passed_on() -> None:
    assert arrived({"SOLVER_BOT_REQUIRE_ALL": "1"})["SOLVER_BOT_REQUIRE_ALL"] == "1"
