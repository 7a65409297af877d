"""Proofs that are as small as can be."""
