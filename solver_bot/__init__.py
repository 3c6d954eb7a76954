"""solver-bot: a Minesweeper bot that reads the screen, marks what is certain and says why.

Importing this package loads nothing outside the standard library. Import its subpackages by name:
``solver_bot.board``, ``solver_bot.solve``, ``solver_bot.vision``.
"""

__version__ = "0.1.0"
