"""The data model of the engine: matrices, candidate sets, bounds, prices, records."""
