"""Draw docs/architecture.svg from the imports of the code: ``make docs``."""

import sys
from collections import Counter
from html import escape
from pathlib import Path

import grimp

PICTURE = Path(__file__).parent / "architecture.svg"
#: The layers from the top, as in the contracts of pyproject.toml.
FLOORS = (
    ("emi.cli",),
    ("emi.published", "emi.tables"),
    ("emi.playing", "emi.strategies"),
    ("emi.analysis", "emi.work"),
    ("emi.questions", "emi.proof", "emi.upkeep"),
    ("emi.games", "emi.lexicon", "emi.reports"),
    ("emi.results",),
    ("emi.search.solve", "emi.cache"),
    ("emi.search.heuristics",),
    ("emi.search.model",),
    ("emi.search.kernels",),
    ("emi.search.compile",),
)
WIDTH, HEIGHT, ACROSS, DOWN = 190, 44, 60, 46
COLOURS = {"reports": "#f7e6cf", "search": "#dff0d8", "cache": "#eadcf2"}


def picture() -> str:
    """Return the picture: a box for each package, an arrow for imports of one by another."""
    graph = grimp.build_graph("emi", cache_dir=None)
    boxes = {name for floor in FLOORS for name in floor}

    def box_of(module: str) -> str:
        return next((name for name in boxes if f"{module}.".startswith(f"{name}.")), "")

    modules = Counter(filter(None, map(box_of, graph.modules)))
    arrows = {
        (box_of(one), box_of(other))
        for one in graph.modules
        for other in graph.find_modules_directly_imported_by(one)
    }
    widest = max(map(len, FLOORS))
    place = {
        name: (
            40 + (at + (widest - len(floor)) / 2) * (WIDTH + ACROSS),
            20 + down * (HEIGHT + DOWN),
        )
        for down, floor in enumerate(FLOORS)
        for at, name in enumerate(floor)
    }
    width = 80 + widest * (WIDTH + ACROSS) - ACROSS
    height = 40 + len(FLOORS) * (HEIGHT + DOWN) - DOWN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="14">',
        '<rect width="100%" height="100%" fill="white"/>',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"',
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#888"/></marker></defs>',
    ]
    for one, other in sorted(arrows):
        if one and other and one != other:
            (x, y), (u, v) = place[one], place[other]
            down = v > y
            parts.append(
                f'<line x1="{x + WIDTH / 2:g}" y1="{y + HEIGHT * down:g}" '
                f'x2="{u + WIDTH / 2:g}" y2="{v + HEIGHT * (not down):g}" stroke="#aaa" '
                'marker-end="url(#tip)"/>'
            )
    for name, (x, y) in place.items():
        count = modules[name]
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" '
            f'fill="{COLOURS.get(name.split(".")[1], "#dbe9f6")}" stroke="#666"/>'
            f'<text x="{x + WIDTH / 2:g}" y="{y + 19:g}" text-anchor="middle">{escape(name)}</text>'
            f'<text x="{x + WIDTH / 2:g}" y="{y + 35:g}" text-anchor="middle" font-size="11" '
            f'fill="#555">{count} module{"" if count == 1 else "s"}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    drawn = picture()
    if "--check" in sys.argv[1:] and PICTURE.read_text(encoding="utf-8") != drawn:
        sys.exit(f"{PICTURE.name} does not match the imports: run make docs")
    PICTURE.write_text(drawn, encoding="utf-8")
