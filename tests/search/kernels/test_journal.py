from emi.search.kernels.core.transposition import is_full, note
from emi.search.model.candidates import Candidates
from emi.search.model.record import Proven
from emi.search.solve.engine import make_journal, taken_out
from tests.search.kernels.calls import called, int32


def test_entries_are_taken_out_once_and_little_work_adds_none():
    journal = make_journal(9, 10)
    notes = [([4, 1], 2, 4, 4, 7), ([0, 2, 8], 0, 1, 5, -1), ([5], 1, 1, 1 << 62, 6)]

    def write():
        for members, *bounds in notes:
            called(note)(journal, int32(members), *bounds, 10)
            called(note)(journal, int32([3]), *bounds, 9)

    write()
    assert journal.held[:2].tolist() == [3, 6]
    sets = [Candidates(members, 9) for members, *_ in notes]
    assert [*taken_out(journal, 9, priced=True)] == [
        Proven(sets[0], 4, 4, 7, 2),
        Proven(sets[1], 1, None, -1, 0),
        Proven(sets[2], 1, None, 6, 1),
    ]
    assert [*taken_out(journal, 9, priced=True)] == []
    write()
    assert [*taken_out(journal, 9, priced=False)] == [
        Proven(one, lower, upper, guess)
        for one, (_, _, lower, upper, guess) in zip(sets, notes, strict=True)
    ]


def test_is_full_if_an_entry_of_all_secrets_might_not_fit():
    journal = make_journal(9, 0)
    full = called(is_full)
    assert not full(journal, 9)
    assert full(journal._replace(entries=journal.entries[:0]), 9)
    assert full(journal._replace(members=journal.members[:8]), 9)
