"""The version of the distribution, in the one place that both the build and the program read."""

__version__ = "0.9.0"
