"""The kernels of the worst case in restricted play."""
