def test_mastermind_agrees_with_what_is_printed(run):
    ran = run("report", "seeds", "--only", "mastermind")
    assert ran.code == 0
    assert "| worst case (Max) | 4.476 | 5801 | 5 | 1122 |" in ran.out
    assert "11 of 11 figures as printed." in ran.out


def test_words_of_a_lexicon(run, lexicon):
    ran = run("report", "seeds", "--only", "Motus, jotto", "--lexicon", lexicon, "--lengths", "5-6")
    assert ran.code == 0
    headings = [line for line in ran.out.splitlines() if line.startswith("## ")]
    assert headings == ["## Motus", "## Jotto, words of five letters"]
    assert "12 of 12 figures as printed." in ran.out  # Table 2
    assert "**1** (not 2)" in ran.out  # the misprint of Table 3
    assert "Obtained with 30 words of small.txt" in ran.out
    assert "| Gini | possible | highest |" in ran.out


def test_html(run):
    ran = run("report", "seeds", "--only", "mastermind", "--format", "html")
    assert ran.out.startswith("<!DOCTYPE html>")
    assert '<section id="mastermind">' in ran.out


def test_moo_says_what_became_of_each_row(run):
    ran = run("report", "seeds", "--only", "moo")
    assert "| 5 | GeometricMean | 5.328 / 7 | the last, from 0123 |  |" in ran.out
    assert "| 3 | Exponential | 5.363 / 8 | any |  |" in ran.out
    assert "8 of 11 figures as printed." in ran.out
