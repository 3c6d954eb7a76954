"""``python -m solver_bot``."""

from solver_bot.cli import main

main()
