"""What lies behind a value: the page to explore it on, and why a list is unfair."""
