"""Objectives, one file each: import `emi.objectives.base` for the base, `.register` for all."""
