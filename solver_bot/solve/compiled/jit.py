"""How functions are compiled: by numba, at their first call, and kept on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from solver_bot.solve.cache import cache

F = TypeVar("F", bound=Callable[..., Any])
Codes = NDArray[np.uint8]
Bytes = NDArray[np.int8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def compiled(function: F, **options: Any) -> F:
    """``function``, compiled by numba at its first call and kept on disk if possible."""
    make = partial(numba.njit, error_model="numpy", **options)
    folder = cache().of_sources
    if folder is None:
        return cast(F, _once_for_all_numbers(make()(function)))
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        dispatcher = make(cache=True)(function)
    finally:
        settings.CACHE_DIR = before
    return cast(F, _saved_if_possible(_once_for_all_numbers(dispatcher)))


UNSAVED: list[str] = []
"""Functions that this process compiled but could not write into the cache."""


def _saved_if_possible(dispatcher: Any) -> Any:
    """The same dispatcher, whose compiling call does not fail if the disk has become full."""
    save = dispatcher._cache.save_overload

    def try_to_save(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        except OSError:
            UNSAVED.append(dispatcher.__name__)

    dispatcher._cache.save_overload = try_to_save
    return dispatcher


def _once_for_all_numbers(dispatcher: Any) -> Any:
    """The same dispatcher, which is not compiled anew for a literal such as ``0``.

    numba gives each literal a type of its own. Without this, every third function was compiled
    twice.
    """
    template: Any = dispatcher.get_call_template
    unliteral: Any = numba.types.unliteral

    def plain(arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        kinds = {name: unliteral(kind) for name, kind in named.items()}
        return template(tuple(map(unliteral, arguments)), kinds)

    dispatcher.get_call_template = plain
    return dispatcher


inner = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""``compiled`` for functions that only compiled functions call. They compile faster, but Python
must not call them."""


inlined = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")
"""``inner`` for functions called in one place only. They are compiled into their caller, and not a
second time on their own."""


lean = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
"""``inner`` for functions that make no arrays. They don't count who uses an array, as the others do
at every use of one."""
