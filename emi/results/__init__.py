"""Results as plain values: views show them, and JSON and CSV hold them.

This is the lowest package of `emi`: it imports nothing above it, so `reports` may import it.
"""
