"""A permutation is accepted if and only if it keeps the game, by all pairs that a proof may use."""

import random
import subprocess
from itertools import permutations, product

import pytest

from emi.proof import verify


def moved(code, places, symbols, names):
    """Return where a permutation, numbered from 0, maps a code."""
    return "".join(symbols[names[symbols.index(code[p])]] for p in places)


def closed(codes, moves):
    """Return the codes that permutations make of some."""
    found, new = set(), set(codes)
    while new:
        found |= new
        new = {moved(code, *at) for code in new for at in moves} - found
    return found


class Drawn:
    """A random game: some permutations keep its feedback, and perhaps its secrets and guesses."""

    def __init__(self, seed):
        source = random.Random(seed)
        self.size, self.symbols = source.choice([(1, "abcd"), (2, "abc"), (3, "ab")])
        every = [*map("".join, product(self.symbols, repeat=self.size))]
        self.moves = [
            (places, self.symbols, names)
            for places in permutations(range(self.size))
            for names in permutations(range(len(self.symbols)))
        ]
        kept = source.sample(self.moves, source.choice([0, 1, 1, 2]))
        secrets = source.sample(every, source.randint(2, 4))
        guesses = {*secrets, *source.sample(every, source.randint(0, 3))}
        if source.random() < 0.7:
            secrets, guesses = (closed(one, kept) for one in (secrets, guesses))
        self.hard = source.choice(["", "", "consistent", "possible"])
        self.secrets = sorted(secrets)
        self.guesses = self.secrets if self.hard == "possible" else sorted(guesses)
        self.told = {}
        for pair in product(every, repeat=2):
            answer, new = source.choice("xyz"), {pair}
            while new and pair not in self.told:
                self.told |= dict.fromkeys(new, answer)
                new = {tuple(moved(c, *at) for c in one) for one in new for at in kept}
                new -= self.told.keys()

    def keeps(self, move):
        """Tell by definition whether a permutation keeps the game."""
        image = {code: moved(code, *move) for code in self.guesses}
        sets = [{*self.secrets}, {*self.guesses}]
        if any({image[code] for code in one} != one for one in sets):
            return False
        others = self.guesses if self.hard else self.secrets

        def told(guess, code):
            return None if guess == code else self.told[guess, code]

        return all(
            (told(g, s) == told(g, t)) == (told(image[g], image[s]) == told(image[g], image[t]))
            for g, s, t in product(self.guesses, others, others)
        )

    def write(self, folder):
        """Write the lists, the rule and its rows; return the lines before the steps."""
        for name, codes in (("s", self.secrets), ("g", self.guesses)):
            (folder / name).write_text("\n".join(codes))
        (folder / "rule.py").write_text(
            f"T = {self.told!r}\ndef feedback(guess, secret):\n    return T[guess, secret]\n"
        )
        rows = [*verify.numbered(self.guesses, self.secrets, lambda *pair: self.told[pair])]
        (folder / "rows").write_text("\n".join(rows))
        parts = [
            f"{part} {len(codes)} {verify.digest(codes)}"
            for part, codes in (("secrets", self.secrets), ("guesses", self.guesses))
        ]
        return "\n".join([
            "emip 2", "rule own", f"length {self.size}", f"symbols {self.symbols}", *parts,
            f"matrix {verify.digest(rows)}", *[f"hard {self.hard}"] * bool(self.hard), "steps",
        ])  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_a_permutation_is_accepted_if_it_keeps_all_that_a_proof_uses(seed, tmp_path, compiled):
    game, every = Drawn(seed), []
    head, count = game.write(tmp_path), len(game.secrets)
    path, *lists = [str(tmp_path / name) for name in ("c", "s", "g")]
    numbers = " ".join(map(str, range(1, count + 1)))
    for move in game.moves:
        places, _, names = move
        step = " ".join(str(at + 1) for at in (*places, *names))
        # The lemma follows from the sizes, with or without the permutation.
        steps = f"1 0 1 1\n6 {step}\n4 0 {2 * count - 1} {count} {numbers}\n7 {2 * count - 1} 1\n"
        (tmp_path / "c").write_text(f"{head}\n{steps}")
        try:
            verify.check(verify.lines(path), lists, str(tmp_path / "rule.py"))
            accepted = True
        except verify.Unproven:
            accepted = False
        every.append(accepted)
        assert accepted == game.keeps(move), move
        # Rows of numbers do not tell about guesses that are no secrets.
        if compiled is not None and (not game.hard or game.guesses == game.secrets):
            command = [compiled, path, *lists, "--rule", str(tmp_path / "rows")]
            done = subprocess.run(command, capture_output=True, check=False)
            assert (done.returncode == 0) == accepted, (done, move)
    assert every[0]  # The identity.


def test_there_are_games_that_some_permutations_keep():
    kept = [[game.keeps(move) for move in game.moves] for game in map(Drawn, range(60))]
    assert sum(1 < sum(one) < len(one) for one in kept) > 10


@pytest.mark.parametrize("symbols", ["\x01\x02\x03", " ab", "a\tb", "aab"])
def test_symbols_that_cannot_be_seen_or_repeat_are_refused(symbols, tmp_path, compiled):
    path = tmp_path / "c"
    codes = sorted({*map("".join, product(symbols, repeat=1))})
    parts = [f"{part} {len(codes)} {verify.digest(codes)}" for part in ("secrets", "guesses")]
    head = ["emip 2", "rule mastermind", "length 1", f"symbols {symbols}", *parts, "steps"]
    path.write_text("\n".join([*head, "1 0 1 1", "7 3", ""]))
    with pytest.raises(verify.Foreign, match="expected visible ones that differ"):
        verify.check(verify.lines(path))
    if compiled is not None:
        assert subprocess.run([compiled, path], check=False, capture_output=True).returncode == 1
