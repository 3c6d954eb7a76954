"""Measures, run from the checkout: ``python -m benchmarks.read``. Never asserted as a test."""
