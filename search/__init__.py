"""The engine: values, strategies, certificates. It knows integers, not words."""
