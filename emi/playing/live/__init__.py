"""Playing with a person: a host, an assistant, a challenge; without a word about the terminal."""
