"""Make the Dutch list from OpenTaal, as Debian packages it.

Run it as ``python -m emi.lexicon.data.make_nl``.
"""

from emi.lexicon.data._make import package, playable, write

CHANGES = (
    "Changed: words with capitals, hyphens, apostrophes or digits left out; accents stripped, "
    "ligatures expanded, 5 to 10 letters, upper case."
)


def main() -> None:
    """Fetch the package and write the list."""
    with package("wdutch") as source:
        words = playable(source.read("usr/share/dict/dutch").splitlines())
        header = f"Made from {source} (OpenTaal).\n{CHANGES}"
        write("nl", words, header, source.notice())


if __name__ == "__main__":
    main()
