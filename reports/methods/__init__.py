"""The comparison of methods: how many tries each of them takes."""
