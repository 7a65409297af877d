"use strict";

// A page is complete without its scripts. This one lets every list be sorted.

for (const list of document.querySelectorAll(".list")) {
  const body = list.tBodies[0];
  const order = new Intl.Collator("en", { numeric: true }).compare;
  const headers = [...list.tHead.rows[0].cells];

  headers.forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = header.getAttribute("aria-sort") === "ascending";
      headers.forEach((other) => { other.removeAttribute("aria-sort"); });
      header.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.key;
      const compare = (a, b) => {
        const [x, y] = [Number(key(a)), Number(key(b))];
        const sign = Number.isNaN(x) || Number.isNaN(y) ? order(key(a), key(b)) : x - y;
        return down ? -sign : sign;
      };
      body.append(...[...body.rows].sort(compare));
    });
  });
}
