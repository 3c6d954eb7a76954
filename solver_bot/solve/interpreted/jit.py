"""Stands for ``compiled.jit``: nothing is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
Codes = NDArray[np.uint8]
Bytes = NDArray[np.int8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def compiled(function: F) -> F:
    """``function`` as it is."""
    return function


inner = inlined = lean = compiled
