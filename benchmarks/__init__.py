"""Measurements, run from the checkout as ``python -m benchmarks.read``. No test asserts them."""
