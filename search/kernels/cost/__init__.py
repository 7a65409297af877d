"""The kernels of the least cost."""
