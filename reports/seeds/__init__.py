"""The tables of four documents, with what is obtained beside what is printed."""
