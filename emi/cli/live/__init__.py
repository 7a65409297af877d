"""Commands that talk with a person: ``emi play``, ``emi assist``, ``emi challenge``."""
