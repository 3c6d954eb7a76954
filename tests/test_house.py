"""The structure of the package: which modules import which, and what an import loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "solver_bot"
MODULES = sorted(PACKAGE.rglob("*.py"))
MAY_IMPORT = {
    "board": set(),
    "figures": {"board"},
    "solve": {"board", "solve"},
    "vision": {"board", "vision"},
    "marking": {"board", "solve", "vision"},
    "desktop": {"desktop"},
    "game": {"board", "figures", "solve", "game"},
    "simulate": {"board", "solve", "game", "simulate"},
    "practice": {"board", "figures", "game", "vision", "practice"},
    "bot": {"board", "figures", "solve", "vision", "bot"},
    "live": {"board", "figures", "solve", "vision", "marking", "desktop", "bot", "live"},
}
DOORS = {"cli", "__main__", "__init__"}
HEAVY = (
    "joblib",
    "distributed",
    "matplotlib",
    "cv2",
    "mss",
    "pyautogui",
    "pywayland",
    "jeepney",
    "tkinter",
    "numba",
    "PIL",
    "numpy",
    "rich",
    "click",
)


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def imported_modules(path: Path) -> set[str]:
    """The modules that a file imports. For ``from a import b`` these are a and a.b."""
    modules = set()
    package = module_name(path.parent)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = f"{package}.{node.module}" if node.level else node.module
            modules |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return modules


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    if room(path) in DOORS:
        return
    rooms = {
        module.split(".")[1]
        for module in imported_modules(path)
        if module.startswith("solver_bot.")
    }
    assert rooms <= MAY_IMPORT[room(path)]


def test_no_imports_run_in_a_circle() -> None:
    names = {module_name(path): path for path in MODULES if path.stem != "__init__"}
    arrows = {name: imported_modules(path) & names.keys() for name, path in names.items()}
    assert set(TopologicalSorter(arrows).static_order()) == names.keys()


@pytest.mark.parametrize(("library", "home"), [("mss", "screen.py"), ("pyautogui", "mouse.py")])
def test_the_screen_and_the_mouse_are_touched_in_one_file_each(library: str, home: str) -> None:
    users = {path.name for path in MODULES if library in imported_modules(path)}
    assert users <= {home}


@pytest.mark.parametrize(
    "module", ["solver_bot", "solver_bot.board", "solver_bot.solve.scan", "solver_bot.game.engine"]
)
def test_importing_loads_no_heavy_library(module: str) -> None:
    script = f"import sys, {module}; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    output = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert output.stdout.split() == []


def test_the_command_line_loads_only_what_a_command_needs() -> None:
    script = (
        "import sys, solver_bot.cli.main;"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules and name != 'click'])"
    )
    output = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert output.stdout.split() == []


def test_a_board_in_a_known_skin_is_read_without_what_reads_any_look() -> None:
    sample = PACKAGE.parent / "samples" / "xdemineur-small-early.png"
    script = (
        f"import sys, solver_bot; assert solver_bot.read({str(sample)!r});"
        "print(*[name for name in sys.modules if name.startswith('solver_bot.vision.boards.')]);"
        "print(*[name for name in ('numba', 'numpy.random', 'numpy.ma') if name in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert output.stdout.split() == []
