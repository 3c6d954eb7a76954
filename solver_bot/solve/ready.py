"""Prepare the compiled half of the solver while other work goes on.

Compiling takes half a minute with an empty cache. Separate processes do it, so that this process
can read, click and draw meanwhile, and can be stopped at any moment. A thread of this process loads
the compiled functions from the cache, which takes a second or two.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue

from solver_bot.solve.cache import VARIABLE, Cache, cache
from solver_bot.solve.compiling import END, LAYOUTS, LOOK_AHEAD, ODDS, PARTS
from solver_bot.solve.released import giving_back

ADVICE = (ODDS, LOOK_AHEAD, END)
"""The parts for certain cells, odds and the best guess. Only our own game needs ``LAYOUTS``."""
_SIDE_BY_SIDE = ((ODDS, LOOK_AHEAD), (END, LAYOUTS))
_ONE_BY_ONE = ((ODDS, LOOK_AHEAD, END, LAYOUTS),)
_LOOK_EVERY = 0.03
"""Seconds between two calls of the ``check`` that may end a wait."""


class Ready:
    """Compiles and loads parts of the solver in the background, and tells which are ready.

    With ``load``, parts that are compiled already are loaded at once, so that the first call takes
    no longer than the others. Without it, the first call loads what it needs.

    Attributes:
        cache: where compiled functions are kept.
        compiles: whether any part has to be compiled first.

    """

    def __init__(self, parts: Sequence[str] = ADVICE, load: bool = True) -> None:
        self.cache: Cache = cache()
        self.compiles = not self.cache.has(*parts)
        self._loaded = {part: threading.Event() for part in parts}
        self._news: SimpleQueue[str | None] = SimpleQueue()
        self._counts: dict[int, tuple[int, int]] = {}
        self._compilers: list[subprocess.Popen[str]] = []
        self._closing = threading.Lock()
        self._closed = False
        self._loader = threading.Thread(target=self._load, name="loads the solver", daemon=True)
        self._owner = threading.get_ident()
        self._collects = gc.isenabled()
        if load or self.compiles:
            # The collector would run in the loading thread, and free a window's objects there:
            # Tcl aborts at that.
            gc.disable()
            self._loader.start()
        else:
            self._all_loaded()

    def offers(self, *parts: str) -> bool:
        """Whether these parts are among the parts that this object prepares."""
        return self._loaded.keys() >= set(parts)

    def has(self, *parts: str) -> bool:
        """Whether these parts are ready; without arguments, whether all parts are."""
        self._collect_again()
        return all(self._loaded[part].is_set() for part in parts or self._loaded)

    def progress(self) -> str:
        """The progress in words; empty once all parts are ready."""
        if self.has():
            return ""
        counts = list(self._counts.values())
        done, total = sum(c[0] for c in counts), sum(c[1] for c in counts)
        if self.compiles and total and done < total:
            return f"Compiling the solver: {done} of {total} functions ..."
        return "Compiling the solver ..." if self.compiles else "Loading the solver ..."

    def wait(self, *parts: str, check: Callable[[], object] = lambda: None) -> None:
        """Wait for these parts, or for all. ``check`` is called again and again, and may raise."""
        for part in parts or tuple(self._loaded):
            while not self._loaded[part].wait(_LOOK_EVERY):
                check()
        self._collect_again()

    def finish(self) -> None:
        """Wait until everything is compiled and loaded, and the thread has ended."""
        if self._loader.is_alive():
            self._loader.join()
        self.close()

    def close(self) -> None:
        """Stop the compiling processes. Functions already in the cache are not compiled again."""
        with self._closing:
            self._closed = True
        self._collect_again()
        for compiler in self._compilers:
            compiler.kill()
        for compiler in self._compilers:
            compiler.wait()
            if compiler.stdin:
                compiler.stdin.close()

    def _collect_again(self) -> None:
        """Turn the garbage collector on again once all is loaded, in the thread that turned it off.

        What became garbage meanwhile is collected by the thread that turns it on.
        """
        loaded = self._closed or all(part.is_set() for part in self._loaded.values())
        if self._collects and loaded and threading.get_ident() == self._owner:
            gc.enable()

    def _load(self) -> None:
        """Load every part as soon as it is in the cache."""
        try:
            for part in self._compiled() if self.compiles else tuple(self._loaded):
                if self._closed:
                    return
                if part in self._loaded:
                    with giving_back():
                        PARTS[part]()
                    self._loaded[part].set()
                if self.has():
                    return
        finally:
            self._all_loaded()  # after a failure, the next call of the solver raises the error

    def _all_loaded(self) -> None:
        for loaded in self._loaded.values():
            loaded.set()

    def _compiled(self) -> Iterator[str]:
        """Yield each part once it is compiled, and last the parts that no process could compile."""
        left = dict.fromkeys(PARTS)
        running = self._start_compilers()
        while running:
            news = self._news.get()
            if news is None:
                running -= 1
            else:
                del left[news]
                yield news
        yield from left

    def _start_compilers(self) -> int:
        """Start the compiling processes and return how many were started."""
        if self.cache.folder is None:
            return 0
        lanes = _SIDE_BY_SIDE if (os.cpu_count() or 1) > 1 else _ONE_BY_ONE
        with self._closing:
            for parts in () if self._closed else lanes:
                wanted_first = sorted(parts, key=self._turn)
                try:
                    compiler = _compiler(wanted_first, self.cache.folder)
                except OSError:
                    continue  # this process will compile these parts itself
                self._compilers.append(compiler)
                number = len(self._compilers)
                threading.Thread(target=self._listen, args=(number, compiler), daemon=True).start()
            return len(self._compilers)

    def _turn(self, part: str) -> int:
        """When a part is compiled: in the order in which the parts are wanted, the others last."""
        wanted = list(self._loaded)
        return wanted.index(part) if part in wanted else len(wanted)

    def _listen(self, number: int, compiler: subprocess.Popen[str]) -> None:
        assert compiler.stdout
        with compiler.stdout as lines:
            for line in lines:
                word, *rest = line.split()
                if word == "part":
                    self._news.put(rest[0])
                elif word == "functions":
                    self._counts[number] = int(rest[0]), int(rest[1])
        compiler.wait()
        self._news.put(None)


def _compiler(parts: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """Start a process that compiles these parts. It ends when this process ends, in any way."""
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, "-m", "solver_bot.solve.compiling", *parts],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {VARIABLE: str(folder), "PYTHONPATH": path},
        start_new_session=True,  # Ctrl-C then reaches only this process, which ends the other
    )
