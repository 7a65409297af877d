"""Minimal proofs."""
