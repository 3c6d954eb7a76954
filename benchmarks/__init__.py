"""Measurements, run from the checkout as ``python -m benchmarks.read``. No test asserts them."""

import os

# NumPy works in one thread, as it does in the program: see solver_bot/__main__.py.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
