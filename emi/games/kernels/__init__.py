"""Compiled rules: they import numpy and numba, nothing else."""
