"""First contact: every program unprepared, at every window size, at its first and second start.

Each program is started with an empty home folder. If it begins with a menu, its first level is
chosen. ``play --games 10 --json`` is run beside it, with one game if it is not known how to start
the next. Then the program is started again with the same home. Prints a Markdown table.

Usage: python -m benchmarks.first_contact [PROGRAM ...] [--size SIZE ...]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.real.contact import PROGRAMS, SIZES, Contact, UnpreparedProgram, meet
from tests.real.desktop import Desktop

COLUMNS = (
    *("program", "window", "start", "games", "won", "lost", "stopped"),
    *("wrong certain", "told truly", "says"),
)


def rows(program: UnpreparedProgram, size: str, folder: Path) -> Iterator[str]:
    """The rows of one program at one window size."""
    if size not in program.sizes:
        yield f"| {program.name} | {size} | | | | | | | | its window's size is fixed |"
        return
    desktop = Desktop(folder)
    try:
        for start in ("first", "second"):
            contact = meet(desktop, program, size, folder / "home", program.games)
            yield row(program, size, start, contact)
    finally:
        desktop.close()


def row(program: UnpreparedProgram, size: str, start: str, contact: Contact) -> str:
    """The row of one start."""
    ends = [str(contact.count(end)) for end in ("won", "lost", "stopped")]
    told = "yes" if contact.told_truly else "NO"
    if contact.truth not in {"won", "lost"} and contact.counted is None:
        told = contact.truth
    cells = [program.name, size, start, str(len(contact.games)), *ends, str(contact.wrong), told]
    reason = contact.reason or " ".join(sorted(set(contact.stops)))
    says = reason if contact.alive else f"{reason} (something is in front)"
    return f"| {' | '.join(cells)} | {says.strip()} |"


def main() -> None:
    """Play all programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", default=list(PROGRAMS), metavar="PROGRAM")
    parser.add_argument("--size", action="append", choices=SIZES)
    wanted = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |")
    print("|" + "---|" * len(COLUMNS))
    for name in wanted.programs:
        for size in wanted.size or SIZES:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                for line in rows(PROGRAMS[name], size, Path(folder)):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
