"use strict";
// Joins the rules and a board, and tells tests the truth: window.truth(), window.lattice(),
// window.uneven() (how unequal the cells are), window.over() (boxes of what stands in front of the board), window.ready.

const all = (selector) => [...document.querySelectorAll(selector)];

function play(board) {
  const at = (ask("at", "") || null)?.split(".").map(Number);
  let seed = Number(ask("seed", 1)), game = new Game(seed, at), began = null;
  let drawn = [];

  function seconds() {
    return began === null ? Number(ask("clock", 0)) : Math.floor((Date.now() - began) / 1000);
  }

  function tell() {
    document.body.dataset.status = game.status;
    const say = (name, text) => all(`[data-${name}]`).forEach((e) => { e.textContent = text; });
    say("left", game.left());
    say("time", seconds());
    say("left3", String(Math.max(0, game.left())).padStart(3, "0"));
    say("time3", String(Math.min(999, seconds())).padStart(3, "0"));
    say("size", `${game.width} × ${game.height}`);
    say("mines", game.total);
    say("say", { playing: "", won: "You win!", lost: "Game over" }[game.status]);
    all("[data-led]").forEach((e) => led(e, e.dataset.led === "left" ? game.left() : seconds()));
    all("[data-smiley]").forEach((e) => { e.innerHTML = smiley(game.status); });
    all("[data-face]").forEach((e) => {
      e.textContent = { playing: "🙂", won: "😎", lost: "😵" }[game.status];
    });
  }

  function draw() {
    for (let cell = 0; cell < game.size; cell++) {
      const code = game.shown(cell);
      if (code !== drawn[cell]) board.draw(cell, code);
      drawn[cell] = code;
    }
    tell();
  }

  function again() {
    seed += 1;
    game = new Game(seed, null);
    began = null;
    draw();
  }

  board.host.addEventListener("click", (event) => {
    const cell = board.cellAt(event);
    if (cell === null) return;
    if (game.open.has(cell) && ask("chord", "0") === "1") game.chord(cell);
    else game.uncover(cell);
    if (began === null && game.open.size) began = Date.now();
    draw();
  });
  board.host.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const cell = board.cellAt(event);
    if (cell !== null) game.mark(cell);
    draw();
  });
  all("[data-again]").forEach((element) => element.addEventListener("click", again));
  addEventListener("keydown", (event) => {
    if (event.key === ask("key", "none")) {
      event.preventDefault();
      again();
    }
  });
  setInterval(() => { if (began !== null && game.status === "playing") tell(); }, 1000);

  for (const move of ask("moves", "").split(".").filter(Boolean)) {
    const cell = Number(move.slice(1));
    if (move[0] === "o") game.uncover(cell);
    else game.marks.set(cell, move[0] === "f" ? FLAG : QUESTION);
  }
  window.truth = () => ({ rows: game.rows(), status: game.status, mines: game.total });
  window.lattice = () => board.edges();
  window.uneven = () => board.uneven();
  window.over = () => all(".over").filter((e) => e.checkVisibility()).map((e) => {
    const box = e.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
  });
  draw();
  document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => {
    drawn = []; // a canvas is drawn again, now with its fonts
    draw();
    window.ready = true;
  })));
}

// A number in seven segments.
function led(host, number) {
  const text = (number < 0 ? "-" : "") + String(Math.min(999, Math.abs(number))).padStart(
    number < 0 ? 2 : 3, "0");
  const parts = { a: "2,1 11,1 8,4 5,4", b: "12,2 12,11 9,9 9,5", c: "12,13 12,22 9,19 9,15",
    d: "2,23 11,23 8,20 5,20", e: "1,13 1,22 4,19 4,15", f: "1,2 1,11 4,9 4,5",
    g: "3,12 5,10 8,10 10,12 8,14 5,14" };
  const lit = { 0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc",
    7: "abc", 8: "abcdefg", 9: "abcdfg", "-": "g" };
  const on = host.dataset.on ?? "#f00", off = host.dataset.off ?? "#400";
  const digit = (char, place) => Object.entries(parts).map(([name, points]) =>
    `<polygon points="${points}" fill="${lit[char].includes(name) ? on : off}"
      transform="translate(${place * 14} 0)"/>`).join("");
  host.innerHTML = `<svg viewBox="0 0 41 24" height="100%" style="display:block">${
    [...text].map(digit).join("")}</svg>`;
}

function smiley(status) {
  const mouth = { playing: "M6 12q4 4 8 0", won: "M5 12q5 5 10 0", lost: "M6 15q4-4 8 0" }[status];
  const eyes = { playing: '<circle cx="7" cy="8" r="1.2"/><circle cx="13" cy="8" r="1.2"/>',
    won: '<path d="M3 6h14l-2 4h-3l-2-2-2 2h-3z"/>',
    lost: '<path d="M5.5 6l3 4m0-4l-3 4m6-4l3 4m0-4l-3 4" stroke="#000"/>' }[status];
  return `<svg viewBox="0 0 20 20" width="100%" height="100%" style="display:block">
    <circle cx="10" cy="10" r="8.5" fill="#ff0" stroke="#000"/>${eyes}
    <path d="${mouth}" fill="none" stroke="#000" stroke-width="1.2"/></svg>`;
}
