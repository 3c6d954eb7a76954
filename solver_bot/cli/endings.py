"""How the program ends: Ctrl-C and the signals that end programs, at any moment, in one line.

Imports nothing that takes time, so that it can listen before anything else is loaded.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # as of typing, which takes a while to load
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, NoReturn

STOPPED = 5
"""The exit code; ``cli_options`` names all of them, but takes longer to load."""
_SAID = {
    "SIGINT": "Stopped.",
    "SIGTERM": "Stopped: the program was told to end.",
    "SIGHUP": "Stopped: the terminal was closed.",
}
SIGNALS = {getattr(signal, name): said for name, said in _SAID.items() if hasattr(signal, name)}
"""The signals that end programs, and what is said then."""


class Ending:
    """How far the program has come with ending; there is one, as there is one process.

    Attributes:
        said: what is to be said of why; None as long as nobody has asked.
        silent: whether it has been said.
        code: the exit code, once all is done.

    """

    said: str | None = None
    silent = False
    code: int | None = None

    def told(self, number: int, _frame: FrameType | None) -> None:
        """A signal has come: end what is going on; told so twice, or when all is done, at once."""
        compiled = sys.modules.get("solver_bot.solve.signals")
        if compiled and compiled.put_off(lambda: self.told(number, None)):
            return
        if self.code is not None or self.said is not None:
            self.at_once()
        self.said = SIGNALS[signal.Signals(number)]
        raise KeyboardInterrupt

    def swallowed(self, unraisable: Any) -> None:
        """An exception came where none can be passed on; if it was ours, the work would go on."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self.at_once()
        if self.said is None:
            sys.__unraisablehook__(unraisable)

    def say(self) -> None:
        """Say that the program was stopped, on a line below the ``^C`` of a terminal."""
        if not self.silent:
            self.silent = True
            below = "\n" if os.isatty(2) else ""
            line = below + (self.said or SIGNALS[signal.SIGINT]) + "\n"
            if sys.stderr:
                sys.stderr.write(line)
                sys.stderr.flush()

    def at_once(self) -> NoReturn:
        """End the process as it is."""
        if self.code is None:
            self.say()
        os._exit(STOPPED if self.code is None else self.code)


ENDING = Ending()


def listen() -> None:
    """Be told by the signals that end programs; those that are ignored, as in nohup, stay so."""
    sys.unraisablehook = ENDING.swallowed
    for number in SIGNALS:
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            signal.signal(number, ENDING.told)


def leave(error: BaseException) -> NoReturn:
    """End with what came out of the program. If it was told to end, it did, whatever came out."""
    if isinstance(error, SystemExit):
        ENDING.code = error.code if isinstance(error.code, int) else int(error.code is not None)
    elif ENDING.said is None and not isinstance(error, KeyboardInterrupt):
        raise error
    else:
        ENDING.say()
        ENDING.code = STOPPED
    _clear_up()
    if _has_workers():
        sys.exit(ENDING.code)
    ENDING.at_once()


def _clear_up() -> None:
    """Do what the interpreter does at its end, as far as somebody could miss it.

    It would also take the compiled solver apart, and wait for a thread that still loads it. Both
    take as long as a short command.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream:
            stream.flush()
    if cache := sys.modules.get("solver_bot.solve.cache"):
        cache.discard()


def _has_workers() -> bool:
    """Whether processes are left that work for this one: the interpreter ends them."""
    processes = sys.modules.get("multiprocessing")
    return bool(processes and processes.active_children())
