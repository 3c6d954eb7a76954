"""How the program ends. Ctrl-C and the signals that end programs print one line at any moment.

This module imports nothing slow, so that it handles signals before anything else is loaded.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

from solver_bot.cli.exit_codes import STOPPED

TYPE_CHECKING = False  # stands for the one in typing, which is slow to load
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, NoReturn

_SAID = {
    "SIGINT": "Stopped.",
    "SIGTERM": "Stopped: the program was told to end.",
    "SIGHUP": "Stopped: the terminal was closed.",
}
SIGNALS = {getattr(signal, name): said for name, said in _SAID.items() if hasattr(signal, name)}
"""The signals that end programs, with the sentence printed for each."""
_IMPORTS = "<frozen importlib._bootstrap>"
"""Where Python's import statements run."""
AGAIN = tuple(getattr(signal, name) for name in ("SIGINT", "SIGALRM") if hasattr(signal, name))
"""The signals that interrupt work: the keyboard's, and the one by which it is tried again."""
_AGAIN_S = 0.01
"""Seconds after which work that could not be interrupted is interrupted again."""


class Ending:
    """The state of the program's end. The process has one, ``ENDING``.

    Attributes:
        said: the sentence to print; None until a signal arrives.
        silent: whether the sentence has been printed.
        code: the exit code; None until the work is done.

    """

    said: str | None = None
    silent = False
    code: int | None = None

    def told(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: interrupt the work.

        End the process at once if this is the second signal, or if the work is done.
        """
        compiled = sys.modules.get("solver_bot.solve.signals")
        if compiled and compiled.put_off(lambda: self.told(number, None)):
            return
        if self.code is not None or self.said is not None:
            self.at_once()
        self.said = SIGNALS[signal.Signals(number)]
        self._interrupt(frame)

    def _interrupt(self, frame: FrameType | None) -> None:
        """Interrupt the work, or a module that is being imported once it is.

        Imports that are interrupted may print a traceback of their own, as NumPy's does. The end
        of the program is not interrupted: an import that failed may have led to it already.
        """
        if _is_leaving(frame):
            return
        if _is_importing(frame) and hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, lambda _, later: self._interrupt(later))
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
        else:
            raise KeyboardInterrupt

    def swallowed(self, unraisable: Any) -> None:
        """Handle an exception that Python can't raise, for example one in a destructor.

        If it came from a signal, end at once: the work would go on otherwise.
        """
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self.at_once()
        if self.said is None:
            sys.__unraisablehook__(unraisable)

    def failed(self, failure: threading.ExceptHookArgs) -> None:
        """Handle an exception that ended another thread.

        After a signal it is a consequence of the stop: the thread managed work that is gone.
        """
        if self.said is None:
            threading.__excepthook__(failure)

    def say(self) -> None:
        """Print once why the program stops, on a line below the ``^C`` of a terminal."""
        if not self.silent:
            self.silent = True
            below = "\n" if os.isatty(2) else ""
            line = below + (self.said or SIGNALS[signal.SIGINT]) + "\n"
            if sys.stderr:
                sys.stderr.write(line)
                sys.stderr.flush()

    def at_once(self) -> NoReturn:
        """End the process without any further cleaning up."""
        if self.code is None:
            self.say()
        os._exit(STOPPED if self.code is None else self.code)


ENDING = Ending()


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a frame, or one that called it, is in an import statement."""
    while frame and frame.f_code.co_filename != _IMPORTS:
        frame = frame.f_back
    return frame is not None


def _is_leaving(frame: FrameType | None) -> bool:
    """Whether a frame, or one that called it, ends the process."""
    while frame and frame.f_code is not leave.__code__:
        frame = frame.f_back
    return frame is not None


def listen() -> None:
    """Handle the signals that end programs. Signals that are ignored, as by nohup, stay ignored."""
    _keep_trackers_quiet()
    sys.unraisablehook = ENDING.swallowed
    threading.excepthook = ENDING.failed
    for number in SIGNALS:
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            signal.signal(number, ENDING.told)


def _keep_trackers_quiet() -> None:
    """Let the processes that remove what worker processes shared remove it without a warning.

    Much is left to them when a second signal ends the program at once.
    """
    others = os.environ.get("PYTHONWARNINGS")
    quiet = "ignore:resource_tracker"
    os.environ["PYTHONWARNINGS"] = f"{others},{quiet}" if others else quiet


def leave(error: BaseException) -> NoReturn:
    """End the process after an exception left the program.

    If a signal had arrived, the program counts as stopped by it, whatever the exception is. An
    exception that is a defect is raised again.
    """
    if isinstance(error, SystemExit):
        ENDING.code = error.code if isinstance(error.code, int) else int(error.code is not None)
    elif ENDING.said is None and not isinstance(error, KeyboardInterrupt):
        raise error
    else:
        ENDING.say()
        ENDING.code = STOPPED
    _clear_up()
    if "joblib" not in sys.modules:
        ENDING.at_once()
    _turn_deaf()
    sys.exit(ENDING.code)  # the interpreter ends worker processes, and removes what they shared


def _clear_up() -> None:
    """Flush the output and discard the temporary cache, as the interpreter would at its end.

    The interpreter would also unload the compiled solver and wait for a thread that still loads it.
    Both take as long as a short command.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream:
            stream.flush()
    if cache := sys.modules.get("solver_bot.solve.cache"):
        cache.discard()


def _turn_deaf() -> None:
    """Ignore signals while the interpreter clears up: all is said and the exit code is known."""
    for number in {*SIGNALS, *AGAIN}:
        signal.signal(number, signal.SIG_IGN)
