// Arrow keys in the table.

const arrows = (grid) => {
  const lines = [...grid.tBodies[0].rows].map((line) => [...line.querySelectorAll("td")]);
  const buttons = grid.querySelectorAll("button");

  // One stop for Tab; within the table the arrows move.
  const enter = (button) => {
    buttons.forEach((other) => { other.tabIndex = other === button ? 0 : -1; });
  };
  if (buttons.length) enter(buttons[0]);

  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  grid.addEventListener("focusin", (event) => {
    if (event.target.matches("button")) enter(event.target);
  });
  grid.addEventListener("click", (event) => {
    // Not every browser gives the focus to a button that is tapped.
    event.target.closest("button")?.focus();
  });
  grid.addEventListener("keydown", (event) => {
    if (event.key === "Escape") event.target.blur();
    if (!(event.key in moves) || event.altKey || event.ctrlKey || event.metaKey) return;
    let [down, right] = moves[event.key];
    // On its side, the table shows its lines as columns.
    if (getComputedStyle(grid).display === "flex") [down, right] = [right, down];
    const cell = event.target.closest("td");
    let row = lines.findIndex((line) => line.includes(cell));
    if (row < 0) return;
    let column = lines[row].indexOf(cell);
    event.preventDefault();
    // Over the cells without words to the next that has some.
    for (;;) {
      row += down;
      column += right;
      const next = lines[row]?.[column];
      if (!next) return;
      const button = next.querySelector("button");
      if (button) {
        button.focus();
        return;
      }
    }
  });
};

document.querySelectorAll(".grid").forEach(arrows);
