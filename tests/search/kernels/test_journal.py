from search.kernels.common.journal import is_full, note
from search.solve.arrays import make_journal, taken_out
from tests.search.kernels.calls import called, int32


def test_what_was_noted_is_taken_out_once_and_too_little_work_leaves_no_note():
    journal = make_journal(9, 10)
    notes = [([1, 4], 2, 3, 4, 7), ([0, 2, 8], 0, 1, 5, -1), ([5], 1, 1, 1 << 62, 6)]
    for members, *bounds in notes:
        called(note)(journal, int32(members), *bounds, 10)
        called(note)(journal, int32([3]), *bounds, 9)
    assert journal.held[:2].tolist() == [3, 6]
    assert list(taken_out(journal)) == notes
    assert list(taken_out(journal)) == []


def test_is_full_where_an_entry_of_all_secrets_might_not_fit():
    journal = make_journal(9, 0)
    full = called(is_full)
    assert not full(journal, 9)
    assert full(journal._replace(entries=journal.entries[:0]), 9)
    assert full(journal._replace(members=journal.members[:8]), 9)
