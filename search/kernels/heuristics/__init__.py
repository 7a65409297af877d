"""The kernels of the one-step strategies."""
