"""How kernels are compiled: by which passes, into what code, kept where, for which widths."""
