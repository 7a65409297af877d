"""The page is drawn in short turns: between them the browser answers the reader."""

import pytest

from tests.web.conftest import PHONE, choose, press, settled
from tests.web.test_explore import BAD, propose

pytestmark = pytest.mark.web
#: The most elements made, and pairs compared, in a turn: some milliseconds of work.
ELEMENTS, PAIRS = 200, 1200
#: A clock by which every pause is due, and counts of what is done between two of them.
COUNTED = """() => {
  let now = 0;
  performance.now = () => (now += 1000);
  const { createElement } = Document.prototype;
  const turns = (window.turns = { elements: [0], pairs: [0] });
  Document.prototype.createElement = function (...given) {
    turns.elements[turns.elements.length - 1]++;
    return createElement.apply(this, given);
  };
  const { feedback } = Game.prototype;
  Game.prototype.feedback = function (...given) {
    turns.pairs[turns.pairs.length - 1]++;
    return feedback.apply(this, given);
  };
  const next = () => { for (const counts of Object.values(turns)) counts.push(0); };
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...given) {
    next();
    return postMessage.apply(this, given);
  };
  const wait = window.scheduler?.yield;
  if (wait) scheduler.yield = () => { next(); return wait.call(scheduler); };
}"""


@pytest.fixture(params=["yield", "message"])
def counted(request, opened, five):
    """Return a page that counts, in a browser with a scheduler that yields and in one without."""
    page = opened(five, PHONE)
    if request.param == "message":
        page.evaluate("delete Scheduler.prototype.yield")
    page.evaluate(COUNTED)
    return page


def most(page):
    """Return the most that was done in a turn, and all that was done, and begin again."""
    settled(page)
    return page.evaluate(
        """() => Object.fromEntries(Object.entries(turns).map(([name, counts]) => {
          const told = [Math.max(...counts), counts.reduce((sum, one) => sum + one, 0)];
          counts.splice(0, counts.length, 0);
          return [name, told];
        }))"""
    )


def opens(page, part, shown):
    page.evaluate("part => { location.hash = part; }", part)
    page.wait_for_selector(shown)
    return most(page)


def test_no_turn_draws_or_compares_much(counted):
    page = counted
    done = {
        "strategy": opens(page, "C5/strategy/CAVES", ".tree .on"),
        "play": opens(page, "C5/play", "#guess"),
    }
    for word in BAD[:4]:
        propose(page, word)
        done[word] = most(page)
    press(page, "Give up")
    page.wait_for_selector(".analysis")
    done["analysis"] = most(page)
    done["help"] = opens(page, "C5/help", "#guess")
    done["proof"] = opens(page, "C5/proof", ".reasons")
    done["home"] = opens(page, "", ".grid")
    choose(page, "language", "fr")
    done["language"] = most(page)
    for part, counts in done.items():
        assert counts["elements"][0] <= ELEMENTS, part
        assert counts["pairs"][0] <= PAIRS, part
    # A whole part is far more than a turn.
    assert done["strategy"]["elements"][1] > 4 * ELEMENTS
