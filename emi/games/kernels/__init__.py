"""Compiled rules: they import numpy and what compiles them, nothing else."""
