"use strict";
// The rules of the game. The page's address says which game it is:
//   w, h, mines, seed  the size, the number of mines, and the seed of layouts made here
//   at                 the mines' cells, as a.b.c; without it the layout is random
//   moves              moves to replay: o5 opens cell 5, f5 flags it, q5 puts a question mark there
//   first              none, safe or zero: what the first click promises
//   won, lost          what is shown at the end (see Game.shown)
//   question, chord    1 if there are question marks; if a click on a number opens around it
//   key                the key for a new game; elements with data-again start one by a click
//   clock              the seconds that clocks show before the first click

const QUERY = new URLSearchParams(location.search);
window.asked = location.href;
history.replaceState(null, "", location.pathname); // the address shows nothing of the game
const ask = (name, otherwise) => QUERY.get(name) ?? otherwise;
const NAMES = ["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8",
  "covered", "flag", "question", "mine", "exploded", "wrong"];
const COVERED = 9, FLAG = 10, QUESTION = 11, MINE = 12, EXPLODED = 13, WRONG = 14;

function randomness(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6D2B79F5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Game {
  constructor(seed, at) {
    this.width = Number(ask("w", 9));
    this.height = Number(ask("h", 9));
    this.total = Number(ask("mines", 10));
    this.size = this.width * this.height;
    this.random = randomness(seed);
    this.mines = at ? new Set(at) : null;
    this.open = new Set();
    this.marks = new Map();
    this.hit = null;
    this.status = "playing";
  }

  around(cell) {
    const row = Math.floor(cell / this.width), column = cell % this.width, found = [];
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++)
        if (r >= 0 && c >= 0 && r < this.height && c < this.width && (r !== row || c !== column))
          found.push(r * this.width + c);
    return found;
  }

  lay(first) {
    const rule = ask("first", "safe");
    const free = new Set(rule === "none" ? [] : rule === "safe" ? [first]
      : [first, ...this.around(first)]);
    const places = [...Array(this.size).keys()].filter((cell) => !free.has(cell));
    this.mines = new Set();
    while (this.mines.size < this.total)
      this.mines.add(places[Math.floor(this.random() * places.length)]);
  }

  number(cell) {
    return this.around(cell).filter((other) => this.mines.has(other)).length;
  }

  uncover(cell) {
    if (this.status !== "playing" || this.open.has(cell) || this.marks.get(cell) === FLAG) return;
    if (!this.mines) this.lay(cell);
    if (this.mines.has(cell)) {
      this.hit = cell;
      this.status = "lost";
      return;
    }
    const waiting = [cell];
    while (waiting.length) {
      const next = waiting.pop();
      if (this.open.has(next) || this.marks.get(next) === FLAG) continue;
      this.marks.delete(next);
      this.open.add(next);
      if (this.number(next) === 0) waiting.push(...this.around(next));
    }
    if (this.open.size === this.size - this.total) this.status = "won";
  }

  chord(cell) {
    if (!this.open.has(cell)) return;
    const around = this.around(cell);
    if (around.filter((n) => this.marks.get(n) === FLAG).length !== this.number(cell)) return;
    for (const other of around) this.uncover(other);
  }

  mark(cell) {
    if (this.status !== "playing" || this.open.has(cell)) return;
    const now = this.marks.get(cell);
    if (now === undefined) this.marks.set(cell, FLAG);
    else if (now === FLAG && ask("question", "0") === "1") this.marks.set(cell, QUESTION);
    else this.marks.delete(cell);
  }

  left() {
    return this.total - [...this.marks.values()].filter((mark) => mark === FLAG).length;
  }

  // At the end of a won game the mines are "flags", "mines" or still "covered". At the end of a
  // lost one, "classic" marks the hit mine and the wrong flags, "plain" shows all mines alike,
  // "hit" shows the hit mine alone, and "open" opens the whole board.
  shown(cell) {
    const mark = this.marks.get(cell) ?? COVERED;
    if (this.open.has(cell)) return this.number(cell);
    if (this.status === "playing") return mark;
    const mined = this.mines.has(cell);
    if (this.status === "won") {
      const how = ask("won", "flags");
      return how === "flags" ? FLAG : how === "mines" ? MINE : mark;
    }
    const how = ask("lost", "classic");
    if (cell === this.hit) return how === "plain" ? MINE : EXPLODED;
    if (how === "hit") return mark;
    if (how === "plain") return mined ? MINE : mark;
    if (how === "open") return mined ? MINE : this.number(cell);
    if (mined) return mark === FLAG ? FLAG : MINE;
    return mark === FLAG ? WRONG : mark;
  }

  rows() {
    const text = [...Array(this.size).keys()].map((c) => ".12345678#F?*!x"[this.shown(c)]);
    return [...Array(this.height).keys()].map(
      (r) => text.slice(r * this.width, (r + 1) * this.width).join(""));
  }
}
