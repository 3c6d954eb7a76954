"""The modules of ``compiled``, run by Python itself and without numba.

They are the same files, so they give the same bits. Only ``jit`` is another one, which compiles
nothing. One board takes milliseconds here, which is less than loading what numba compiled; see
``solver_bot.solve.engine``.
"""

from pathlib import Path

__path__.append(str(Path(__file__).parents[1] / "compiled"))
"""Where Python looks for modules of this package: here first, so that ``jit`` is found here."""
