"""A small front, for all tests of its reports: four numbers of tries, and any number."""

from reports.front.row import FrontRow

WORDS = ("CABAN", "CABLE", "CACHE", "CADET", "CADRE", "CAFES", "CALER", "CALME", "CANAL", "CANNE")
ONE = FrontRow(1, 10, 9, 9, 27, 27, 10, 4, "CADRE", WORDS[:9], 0.125)
TWO = FrontRow(2, 10, 3, 5, 24, 25, 10, 4, "CALER", WORDS[2:7], 2.0)
THREE = FrontRow(3, 10, 1, 1, 24, 24, 10, 4, "CANAL", ("CADET",), 0.5)
FOUR = FrontRow(4, 10, 0, 0, 23, 23, 10, 4, "CANNE", (), 0.25)
ANY = FrontRow(None, 10, 0, 0, 23, 23, 10, 5, "CANNE", (), 0.25)
ROWS = [ONE, TWO, THREE, FOUR, ANY]
WEIGHTED = [
    FrontRow(1, 3, 150, 150, 2150, 2150, 1100, 3, "CADRE", ("CABAN", "CABLE"), 0.5),
    FrontRow(2, 3, 0, 0, 1250, 1250, 1100, 2, "CADRE", (), 0.5),
]
