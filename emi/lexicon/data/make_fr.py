"""Make the French list: every form of every word of Grammalecte's "classique" dictionary.

Run it as ``python -m emi.lexicon.data.make_fr``.
"""

from emi.lexicon.data._affix import expand, read_affixes
from emi.lexicon.data._make import package, playable, write

CHANGES = (
    "Changed: every inflected form written out; those with capitals, hyphens, apostrophes or "
    "digits left out; accents stripped, ligatures expanded, 5 to 10 letters, upper case."
)


def main() -> None:
    """Fetch the package and write the list."""
    with package("base-files") as base:
        licence = base.read("usr/share/common-licenses/MPL-2.0")
    with package("hunspell-fr-classical") as source:
        affixes = read_affixes(source.read("usr/share/hunspell/fr.aff").splitlines())
        entries = source.read("usr/share/hunspell/fr.dic").splitlines()
        header = f'Made from {source} (Grammalecte, "classique").\n{CHANGES}'
        notice = f"{source.notice()}\n\n{licence}"
    write("fr", playable(expand(affixes, entries)), header, notice)


if __name__ == "__main__":
    main()
