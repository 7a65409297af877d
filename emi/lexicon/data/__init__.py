"""The word lists that come with the package, their licences, and the scripts that make them."""
