"""How the program ends: Ctrl-C and the signals that end programs, at any moment, in one line.

Imports nothing that takes time, so that it can listen before anything else is loaded.
"""

from __future__ import annotations

import atexit
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
        compiled = sys.modules.get("solver_bot.solve.whole")
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
    atexit.register(_turn_deaf)
    for number in SIGNALS:
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            signal.signal(number, ENDING.told)


def _turn_deaf() -> None:
    """Let the interpreter clear up: all is done and said, and the exit code is to be the work's."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def leave(error: BaseException) -> NoReturn:
    """End with what came out of the program. If it was told to end, it did, whatever came out."""
    if isinstance(error, SystemExit):
        ENDING.code = error.code if isinstance(error.code, int) else int(error.code is not None)
        _leave_what_loads()
        raise error
    if ENDING.said is None and not isinstance(error, KeyboardInterrupt):
        raise error
    ENDING.say()
    ENDING.code = STOPPED
    _leave_what_loads()
    sys.exit(STOPPED)


def _leave_what_loads() -> None:
    """End at once where a thread still loads the solver: the interpreter would wait for it."""
    ready = sys.modules.get("solver_bot.solve.ready")
    if ready and ready.is_loading():
        sys.modules["solver_bot.solve.cache"].discard()
        for stream in (sys.stdout, sys.stderr):
            if stream:
                stream.flush()
        ENDING.at_once()
