"""Compile kernels: passes, generated code, cache folder, and widths of matrices."""
