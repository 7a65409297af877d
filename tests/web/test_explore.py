"""The page of ``emi page`` in a browser: everything a reader does on it."""

import re

import pytest

import emi
from emi.analysis.explored import explore
from emi.reports.texts import LANGUAGES
from emi.reports.writers import explorer
from emi.work.run import Run
from tests.web.conftest import (
    DESKTOP,
    OTHERS,
    PHONE,
    choose,
    chosen,
    drawer,
    press,
    reload,
    settled,
)

pytestmark = pytest.mark.web
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
#: The guess that a hint names.
ADVISED = re.compile(r"(\w+) (?:is best|leaves at most|is right|can be right)")
#: Words that are of little use against Evil Motus in C5.
BAD = ["CACAO", "COCON", "CHUTE", "CRIME", "CUVEE", "CLOUS", "CIBLE"]


def propose(page, word):
    page.fill("#guess", word)
    page.press("#guess", "Enter")
    settled(page)


def advised(page):
    """Ask for hints until one names a guess."""
    for _ in range(3):
        press(page, "Hint")
        settled(page)
    return ADVISED.search(page.inner_text(".said"))[1]


def played(page):
    """Return the guesses on the board, each with its answer in letters."""
    marks = {"placed": "G", "misplaced": "Y", "missing": "B"}
    turns = []
    for row in page.locator(".board li:not(.blank)").all():
        tiles = row.locator(".tile").all()
        answer = (marks[tile.get_attribute("class").split()[1]] for tile in tiles)
        turns.append(("".join(tile.inner_text() for tile in tiles), "".join(answer)))
    return turns


def no_scrolling_aside(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@SIZES
class TestAReader:
    def test_finds_a_cell_and_unfolds_its_strategy_down_to_a_word(self, opened, five, size):
        page = opened(five, size)
        assert page.locator(".grid button").count() == 26
        assert no_scrolling_aside(page)
        page.get_by_role("button", name="C5: 7 guesses, 588 words").click()
        page.wait_for_selector("h1:has-text('C5')")
        assert page.title() == "C5 · Evil Motus"
        assert "no strategy does with fewer" in page.inner_text(".hero")
        settled(page)
        # Down the first branch that unfolds, until none does: there a word is found.
        item = page.locator(".tree > li")
        for _ in range(7):
            below = item.locator("> ul > li").first
            button = below.locator("> button.line")
            if not button.count():
                break
            button.click()
            settled(page)
            assert button.get_attribute("aria-expanded") == "true"
            item = below
        else:
            pytest.fail("the tree is deeper than the value")
        assert "1 word · at most 1 guess" in item.locator("> ul > li").last.inner_text()
        assert no_scrolling_aside(page)
        button = page.locator(".tree > li > button")
        button.press("Enter")
        assert button.get_attribute("aria-expanded") == "false"

    def test_asks_how_a_word_would_be_found(self, opened, five, size):
        page = opened(five, size, "C5/strategy")
        page.fill("#find", "caves")
        page.press("#find", "Enter")
        settled(page)
        turns = played(page)
        words = emi.load("fr").cell("C", 5)
        assert turns[-1] == ("CAVES", "GGGGG")
        game = emi.Motus.of_cell("C5")
        assert all(game.feedback(guess, "CAVES") == answer for guess, answer in turns)
        assert f"CAVES is found with {len(turns)} guesses." in page.inner_text(".way")
        assert page.locator(".tree .on").count() == len(turns)
        assert "CAVES" in words
        for wrong, said in {"CA": "CA: expected 5 characters", "CXXXX": "not in the list"}.items():
            page.fill("#find", wrong)
            page.press("#find", "Enter")
            assert said in page.inner_text(".way")

    def test_wins_by_the_hints(self, opened, five, size):
        page = opened(five, size, "C5/play")
        for _ in range(7):
            propose(page, advised(page))
            if page.locator(".said .big").count():
                break
        assert "Found with 7 guesses. " in page.inner_text(".said").replace("\n", " ")
        assert "Nobody can be sure to do better" in page.inner_text(".said")
        turns = played(page)
        assert turns[-1][1] == "GGGGG"
        game = emi.Motus.of_cell("C5")
        assert all(game.feedback(guess, turns[-1][0]) == answer for guess, answer in turns)
        assert page.locator(".list tbody tr").count() == 7
        assert page.locator(".list .cost").count() == 0
        assert no_scrolling_aside(page)

    def test_loses_to_one_who_tells_no_lie(self, opened, five, size):
        page = opened(five, size, "C5/play")
        assert chosen(page, "tries") == "7"
        for word in BAD:
            propose(page, word)
        said = page.inner_text(".said")
        assert "Not found" in said
        secret = re.search(r"It might have been (\w+)\.", said)[1]
        game = emi.Motus.of_cell("C5")
        assert all(game.feedback(guess, secret) == answer for guess, answer in played(page))
        assert page.locator(".list .cost").count() > 0
        press(page, "New game")
        assert played(page) == []

    def test_sees_why_one_guess_less_is_not_enough(self, opened, five, size):
        page = opened(five, size, "C5/proof")
        core = page.locator(".core").first.locator("li").all_inner_texts()
        game = emi.Motus.of_cell("C5")
        assert str(emi.solve(game, candidates=core).bounds) == "7"
        field = page.locator(".try input").first
        field.fill("caser")
        field.press("Enter")
        page.wait_for_selector(".try .core li")
        together = page.locator(".try .core li").all_inner_texts()
        assert {*together} < {*core}
        assert len({game.feedback("CASER", word) for word in together}) == 1
        # Down to words of which any guess gives two the same answer.
        scope = page.locator(".part")
        settled(page)
        while scope.locator("> .indexed > .reasons > li > p > .more").count():
            scope.locator("> .indexed > .reasons > li > p > .more").first.click()
            scope = scope.locator("> .indexed > .reasons > li > .why").first
            settled(page)
        assert "each gives two of them the same answer" in scope.inner_text()
        assert no_scrolling_aside(page)


def test_bounds_are_not_drawn_as_a_value(opened, unproven):
    page = opened(unproven)
    look = """(element) => {
        const { backgroundImage, outlineStyle } = getComputedStyle(element);
        return [backgroundImage.includes("gradient"), outlineStyle];
    }"""
    for drawn in (".games a", ".grid td:has(button)", ".legend .key"):
        assert page.locator(drawn).first.evaluate(look) == [True, "dashed"]
    assert re.match(r"\d+\.\.\d", page.locator(".games a b").inner_text())
    page.locator(".games a").click()
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_selector("#guess")
    enough = drawer(page).locator("#tries label").first
    assert enough.inner_text().endswith(", surely enough")
    assert enough.locator("input").is_checked()


def test_a_tree_may_be_left_while_it_unfolds(opened, five):
    page = opened(five, part="C5/strategy")
    # It is in the last of some twenty branches, which are drawn in more than one turn.
    game = "GAMES.find((one) => one.name === 'C5')"
    last = f"{game}.tree.below[0].below.at(-1).members[0]"
    word = page.evaluate(f"{game}.secret({last})")
    # The first turn of the browser lasts until the tree is gone.
    page.evaluate(
        """() => {
          let turns = 0;
          Scheduler.prototype.yield = () => new Promise((go) => setTimeout(go, turns++ ? 0 : 300));
        }"""
    )
    page.fill("#find", word)
    page.press("#find", "Enter")
    page.evaluate("location.hash = 'C5/play'")
    page.wait_for_selector("#guess")
    page.wait_for_timeout(500)


def test_a_page_of_all_cells_is_small(five):
    assert five.stat().st_size <= 380_000


def test_a_page_of_the_list_is_played_from_its_first_view(opened, five):
    page = opened(five, PHONE)
    assert page.locator(".grid button").count() == 26
    page.get_by_role("link", name="Play Evil Motus").click()
    page.wait_for_selector("#guess")
    press(page, "Hint")
    settled(page)
    assert "still possible" in page.inner_text(".said")


def test_bad_input_is_said_and_the_game_goes_on(opened, five):
    page = opened(five, part="C5/play")
    for word, said in {"": "expected 5 characters", "AIMER": "is not in the list"}.items():
        propose(page, word)
        assert said in page.inner_text(".said")
    propose(page, "café".replace("f", "d") + "s")
    assert [guess for guess, _ in played(page)] == ["CADES"]
    propose(page, "CADES")
    assert "CADES was proposed already" in page.inner_text(".said")
    press(page, "Undo")
    assert played(page) == []
    press(page, "Give up")
    assert "588 were still possible" in page.inner_text(".said")


def test_hints_go_from_a_number_to_words_to_a_guess(opened, five):
    page = opened(five, part="X5/play")
    texts = []
    for _ in range(3):
        press(page, "Hint")
        settled(page)
        texts.append(page.inner_text(".said"))
    assert "8 words still possible. You can still be sure to find it within 3" in texts[0]
    assert "Still possible: " not in texts[0]
    assert "Still possible: " in texts[1]
    assert not ADVISED.search(texts[1])
    assert ADVISED.search(texts[2])


def test_letters_are_typed_on_the_screen(opened, five):
    page = opened(five, PHONE, "C5/play")
    for letter in "CASERX":
        page.get_by_role("button", name=letter, exact=True).click()
    assert page.input_value("#guess") == "CASER"
    page.get_by_role("button", name="Erase").click()
    page.get_by_role("button", name="S", exact=True).click()
    assert page.input_value("#guess") == "CASES"
    page.get_by_role("button", name="Propose").click()
    settled(page)
    assert [guess for guess, _ in played(page)] == ["CASES"]
    page.get_by_role("button", name="C well placed").wait_for()


def test_the_language_is_the_readers_and_may_be_changed(opened, five):
    page = opened(five, locale="fr-FR")
    assert page.inner_text("h1") == "Indice Evil Motus"
    choose(page, "language", "nl")
    assert "Hoeveel pogingen" in page.inner_text(".intro")
    assert page.evaluate("document.documentElement.lang") == "nl"
    page.click("[data-name=C5]")
    page.wait_for_selector("text=Strategie")
    choose(page, "language", "en")
    page.wait_for_selector("text=Strategy")
    for language in LANGUAGES:
        choose(page, "language", language)
        for part in ("strategy", "play", "help", "proof"):
            page.goto(f"{five.as_uri()}#C5/{part}")
            page.wait_for_selector(f".part.{part}")
            assert not re.search(r"\{\w+\}|undefined|NaN|\[object", page.inner_text("main"))
    assert opened(five, locale="it-IT").inner_text("h1") == "Evil Motus Index"


def test_the_colours_follow_the_system_until_they_are_chosen(opened, five):
    def paper(page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, dark = "rgb(251, 251, 249)", "rgb(20, 23, 27)"
    page = opened(five, color_scheme="dark")
    assert paper(page) == dark
    choose(page, "theme", "light")
    assert paper(page) == light
    reload(page)
    settled(page)
    assert (paper(page), chosen(page, "theme")) == (light, "light")
    page = opened(five)
    assert paper(page) == light
    choose(page, "theme", "dark")
    assert paper(page) == dark
    choose(page, "theme", "auto")
    assert paper(page) == light


def test_an_old_browser_is_told_so(opened, five):
    page = opened(five)
    page.evaluate("delete window.DecompressionStream")
    page.click("[data-name=C5]")
    page.wait_for_selector("text=This browser is too old")


def test_arrows_move_in_the_table_and_the_address_leads_back(opened, five):
    page = opened(five)
    page.focus("[data-name=A5]")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('C5')")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    page.go_back()
    page.wait_for_selector(".grid")
    page.goto(f"{five.as_uri()}#nothing")
    page.wait_for_selector(".grid")


def test_for_1000_random_games_a_secret_fits_all_answers(opened, five):
    """Played by the scripts of the page; the rule and the check are those of the package."""
    page = opened(five, part="U5/strategy")
    page.wait_for_selector(".tree")
    games = page.evaluate(
        """async () => {
          const game = GAMES.find((one) => one.name === "U5");
          const match = new Match(game);
          const games = [];
          for (let n = 0; n < 1000; n++) {
            match.restart();
            while (!match.over) {
              const guess = Math.floor(Math.random() * game.codes.length);
              if (!match.turns.some((turn) => turn.guess === guess)) await match.propose(guess);
            }
            const told = ({ guess, feedback }) => [game.code(guess), game.written(feedback)];
            games.push(match.turns.map(told));
          }
          return games;
        }"""
    )
    game = emi.Motus.of_cell("U5")
    assert len(games) == 1000
    for turns in games:
        assert any(
            all(game.feedback(guess, secret) == answer for guess, answer in turns)
            for secret in game.secrets
        )


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_the_page_answers_by_the_rule_of_the_game(opened, several, game):
    page = opened(several, part=f"{game.name}/strategy")
    page.wait_for_selector(".tree")
    told = page.evaluate(
        """(name) => {
          const game = GAMES.find((one) => one.name === name);
          const told = (guess, secret) => game.written(game.feedback(guess, secret));
          return game.codes.map((_, guess) => game.every.map((secret) => told(guess, secret)));
        }""",
        game.name,
    )
    assert told == [[game.feedback(guess, one) for one in game.secrets] for guess in game.guesses]


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_what_the_page_knows_of_a_position_is_true(opened, several, game):
    page = opened(several, part=f"{game.name}/strategy")
    page.wait_for_selector(".tree")
    found = page.evaluate(
        """async (name) => {
          const game = GAMES.find((one) => one.name === name);
          const found = [];
          for (let n = 0; n < 12; n++) {
            const some = game.every.filter(() => Math.random() < 0.5);
            if (!some.length) continue;
            const secrets = some.map((one) => game.secret(one));
            const knowledge = await new Knowledge(game).open();
            found.push([secrets, knowledge.bounds(some, performance.now() + 400)]);
          }
          return found;
        }""",
        game.name,
    )
    for candidates, bounds in found:
        value = emi.solve(game, candidates=candidates).bounds.upper
        assert bounds["lower"] <= value <= bounds["upper"]


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_every_game_is_played_to_its_end(opened, several, game):
    page = opened(several, PHONE)
    page.click(f".games [data-name='{game.name}']")
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_selector("#guess")
    choose(page, "tries", "Infinity")
    for _ in range(emi.solve(game).bounds.upper):
        propose(page, advised(page))
        if page.locator(".said .big").count():
            break
    assert "Found with" in page.inner_text(".said")
    page.get_by_role("link", name="Proof").click()
    page.wait_for_selector(".core, .part.proof p")
    assert no_scrolling_aside(page)


#: What the page says of each core that has permutations, and what some guesses leave together.
SAID = """([name, guesses]) => {
  const knowledge = new Knowledge(GAMES.find((one) => one.name === name));
  const said = (game, core, at) => ({
    depth: core.depth,
    members: core.members.map((one) => game.secret(one)),
    reasons: TASKS.reasons(knowledge, { at }, () => {}),
    left: guesses.map((code) => {
      const left = TASKS.together(knowledge, { at, guess: game.placeOf.get(code) });
      return left.map((one) => game.secret(one));
    }),
  });
  return knowledge.open().then(({ game }) =>
    game.cores.flatMap((core, at) => core.moves.length ? [said(game, core, at)] : []));
}"""


@pytest.mark.parametrize(
    "game", [emi.Moo(4, 7), emi.BlackPeg(3, 4), emi.Permutation(3, 5)], ids=str
)
def test_a_proof_by_symmetry_tells_what_each_guess_leaves(game, opened, tmp_path):
    """In two turns: after the first guess fewer permutations are left."""
    path = tmp_path / "moo.html"
    (found,) = Run([game], explore, jobs=1).run()
    path.write_text(explorer.write([found.plain()], title="Pegs"), "utf-8")
    page = opened(path, part=f"{game.name}/proof")
    page.wait_for_selector(".reasons")
    assert "permutations of places and symbols" in page.inner_text(".part.proof")
    guesses = game.guesses[::25]
    told = page.evaluate(SAID, [game.name, guesses])
    assert len({core["depth"] for core in told}) > 1
    for core in told:
        assert sum(reason["count"] for reason in core["reasons"]) == len(game.guesses)
        for guess, left in zip(guesses, core["left"], strict=True):
            assert {*left} <= {*core["members"]}
            assert len({game.feedback(guess, secret) for secret in left}) == 1
        # Each is an image of a reason, which needs as many guesses.
        left = core["left"][-1]
        assert emi.solve(game, candidates=left).bounds.lower >= core["depth"]
