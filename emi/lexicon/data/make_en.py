"""Make the English list from SCOWL, as Debian packages it.

Run it as ``python -m emi.lexicon.data.make_en``.
"""

from emi.lexicon.data._make import package, playable, write

CHANGES = (
    "Changed: words with capitals, hyphens, apostrophes or digits left out; accents stripped, "
    "ligatures expanded, 5 to 10 letters, upper case."
)


def main() -> None:
    """Fetch the package and write the list."""
    with package("wamerican-huge") as source:
        words = playable(source.read("usr/share/dict/american-english-huge").splitlines())
        header = f"Made from {source} (SCOWL).\n{CHANGES}"
        write("en", words, header, source.notice())


if __name__ == "__main__":
    main()
