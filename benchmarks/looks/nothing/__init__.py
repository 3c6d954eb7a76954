"""Pictures that show no Minesweeper, as near to it as things on a desktop get."""

from benchmarks.looks.nothing.picture import nothing

__all__ = ["nothing"]
