"""Certificates, and a checker that does not depend on the rest of the project."""
