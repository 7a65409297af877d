"""The kernels of the worst case when only candidates may be proposed."""
