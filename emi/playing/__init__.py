"""Play with a person: positions, hosts, an assistant, reviews."""
