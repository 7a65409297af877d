"""What is found of games, as plain values: what views show, and what JSON and CSV hold.

The lowest room of `emi`: it imports nothing above it, so that `reports` may know it.
"""
