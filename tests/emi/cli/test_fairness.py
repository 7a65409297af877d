"""``emi fairness``: the words to take off a list, and the list without them."""

import json
import signal

import pytest

import emi
from emi.work import run as parallel

CLUSTER = "CADES CAFES CAGES CAKES CAMES CASES CAVES CARIE CHUTE CRIME COUDS CIVIL BALLE"


@pytest.fixture
def unfair(tmp_path):
    path = tmp_path / "unfair.txt"
    path.write_text("\n".join(CLUSTER.split()))
    return path


def test_people_see_the_games_that_are_not_fair(ran, unfair, golden):
    text = ran("fairness --tries 4 --letters BC --lengths 5", unfair)
    golden(text)
    assert "\nC5 " in text
    assert "\nB5 " not in text
    golden(ran("fairness --tries 7", unfair))


def test_programs_get_every_game(ran, unfair):
    games = json.loads(ran("fairness --tries 5:4 --format json", unfair))["games"]
    by_name = {game["game"]: game for game in games}
    assert by_name.keys() == {"B5", "C5"}
    assert (by_name["B5"]["fair"], by_name["B5"]["removed"]) == (True, [])
    assert by_name["C5"]["removals_lower"] == len(by_name["C5"]["removed"]) > 0
    lines = ran("fairness --tries 4 --format csv", unfair).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("game,rule,secrets,guesses,")
    for kind in ("markdown", "html"):
        assert "CAVES" in ran(f"fairness --tries 4 --format {kind}", unfair)


def test_the_list_without_them_is_fair(run, unfair, tmp_path, golden):
    out = tmp_path / "fair.txt"
    first = run("fairness", unfair, "--tries", "4", "--out", out)
    assert first.code == 0
    left = out.read_text().split()
    assert f" {len(left)} words, {13 - len(left)} " in first.err
    golden(first.err)
    assert {*left} < {*CLUSTER.split()}
    assert str(emi.solve(emi.Motus.of_cell("C5", str(out))).bounds) == "4"
    again = run("fairness", out, "--tries", "4")
    golden(again.out)


def test_two_lists_keep_their_guesses(run, unfair, tmp_path, golden):
    guesses, out = tmp_path / "guesses.txt", tmp_path / "secrets.txt"
    guesses.write_text(f"{CLUSTER} CLAMP")
    guesses.write_text("\n".join(guesses.read_text().split()))
    said = run("fairness", unfair, "--guesses", guesses, "--tries", "3", "--out", out)
    assert said.code == 0
    assert said.out.startswith(f"Fairness, {unfair}")
    left = out.read_text().split()
    game = emi.Wordle(left, guesses.read_text().split())
    assert emi.solve(game).bounds.upper <= 3
    golden(said.out)


def test_light_words_are_taken_off_where_as_few_suffice(run, unfair, tmp_path):
    def removed(*options):
        line = ["--tries", "4", "--letters", "C", "--format", "json"]
        done = run("fairness", unfair, *line, *options)
        (game,) = json.loads(done.out)["games"]
        assert game["removals_lower"] == game["removals_upper"] == len(game["removed"])
        return {*game["removed"]}

    cluster = CLUSTER.split()[:7]
    usual = removed()
    for light in (cluster[:3], cluster[-3:], cluster[2:5]):
        weights = tmp_path / "weights.txt"
        weights.write_text("".join(f"{word} {1 if word in light else 9}\n" for word in cluster))
        found = removed("--weights", weights)
        assert len(found) == len(usual)
        assert found <= {*light} or len(found) > len(light)
    (tmp_path / "z.txt").write_text("ZEBRE 1\n")
    done = run("fairness", unfair, "--weights", tmp_path / "z.txt")
    assert (done.code, done.out) == (2, "")


def test_what_a_limit_leaves_open_is_said(run, tmp_path, golden):
    out = tmp_path / "fair.txt"
    ran = run("fairness", "fr", "--letters", "C", "--lengths", "5", "--node-limit", 1, "--out", out)
    assert ran.code == 0
    golden(ran.out)
    golden(ran.err)
    assert "CAVES" in out.read_text()


def test_ctrl_c_prints_what_there_is(run, unfair, monkeypatch):
    solve = parallel.Run.run

    def interrupted(self, *hooks):
        signal.raise_signal(signal.SIGINT)
        return solve(self, *hooks)

    monkeypatch.setattr(parallel.Run, "run", interrupted)
    ran = run("fairness", unfair, "--tries", "4")
    assert (ran.code, "2 games" in ran.out) == (130, True)


@pytest.mark.parametrize(
    "line",
    [
        "fairness",
        "fairness absent.txt",
        "fairness fr --tries 0",
        "fairness fr --tries 10000",
        "fairness fr --tries soon",
        "fairness fr --tries 5:x",
        "fairness fr --out {}/x.json",
        "fairness fr --out {}/absent/x.txt",
        "fairness fr --letters W --lengths 2",
        "fairness {}/unfair.txt --guesses absent.txt",
    ],
)
def test_a_command_line_that_is_wrong(run, tmp_path, unfair, line, golden):
    ran = run(*line.format(tmp_path).split())
    assert (ran.code, ran.out, "Traceback" in ran.err) == (2, "", False)
    golden(ran.err)
    assert unfair.exists()


def test_difficulty_word_by_word(run, ran, unfair, golden):
    text = ran("fairness --words --tries 4", unfair)
    golden(text)
    found = json.loads(ran("fairness --words --tries 4 --format json", unfair))
    assert [game["game"] for game in found["games"]] == ["B5", "C5"]
    assert (found["format"], found["games"][1]["tries"]) == ("emi-difficulty", 4)
    [word for word in found["words"] if word["guarantee"] > 4]
    golden(text)
    lines = ran("fairness --words --format csv", unfair).splitlines()
    assert lines[0] == "game,secret,guarantee,average,confused"
    assert len(lines) == 14
    for line, said in [
        ("--words --all", "--words: cannot be combined with --all"),
        ("--words --out fair.txt", "--words: cannot be combined with --out"),
        ("--words --weights w.txt", "--words: cannot be combined with --weights"),
    ]:
        done = run("fairness", unfair, *line.split())
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"emi: {said}")


def test_all_games_are_ordered_by_how_close_they_are_to_unfair(ran, tmp_path):
    path = tmp_path / "words.txt"
    others = "ZEBRE ZONES ZOOME DATTE DARNE DINGO DROIT"
    path.write_text("\n".join(f"{CLUSTER} {others}".split()))
    text = ran("fairness --tries 4 --all", path)
    listed = [line.split()[0] for line in text.splitlines() if line[1:3] == "5 "]
    assert {*listed} == {"B5", "C5", "D5", "Z5"}
    assert listed[0] == "C5"
    games = json.loads(ran("fairness --tries 4 --all --format json", path))["games"]
    assert [game["game"] for game in games] == listed
    slack = [game["slack"] for game in games]
    assert slack == sorted(slack)
    assert slack[0] < 0 < slack[-1]
    for game in games:
        assert game["slack"] == 4 - game["worst_upper"]
