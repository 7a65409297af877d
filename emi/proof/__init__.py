"""Certificates, and the checker that trusts nothing else."""
