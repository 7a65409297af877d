"""Sweeps over the columns of a feedback matrix: what many guesses make of a set, at once."""

from search.kernels.common.widths import either

#: Guesses whose feedback is gathered at once: as many class numbers as lie in a line of the cache.
TILE = 32
#: Up to so many classes they are counted for so many guesses abreast: no count waits for the one
#: before, and all lie in the fastest cache.
MANY, ABREAST = 64, 256


@either
def gather(columns, members, first, last, tile):
    """Copy the feedback of some guesses: ``tile[g - first, i]`` is the class of member i."""
    for i in range(members.shape[0]):
        column = columns[members[i]][first:last]
        for a in range(last - first):
            tile[a, i] = column[a]


@either
def count_abreast(columns, members, first, last, abreast):
    """Add up the classes of some guesses: ``abreast[g - first, c]`` is the size of class c."""
    for i in range(members.shape[0]):
        column = columns[members[i]][first:last]
        for a in range(last - first):
            abreast[a, column[a]] += 1
