"use strict";
// A sprite sheet, drawn here: 15 sprites of 16 x 16 pixels side by side, in the order of the codes.

const DIGITS = [
  "...##...|..###...|.####...|...##...|...##...|...##...|...##...|.######.|.######.",
  ".######.|##....##|......##|.....###|...####.|.####...|###.....|##......|########",
  "#######.|......##|......##|......##|.######.|......##|......##|......##|#######.",
  "....###.|...####.|..##.##.|.##..##.|##...##.|########|.....##.|.....##.|.....##.",
  "########|##......|##......|##......|#######.|......##|......##|......##|#######.",
  ".######.|##......|##......|##......|#######.|##....##|##....##|##....##|.######.",
  "########|......##|.....##.|.....##.|....##..|....##..|...##...|...##...|...##...",
  ".######.|##....##|##....##|##....##|.######.|##....##|##....##|##....##|.######.",
];
const MARK = ".####.|##..##|....##|...##.|..##..|..##..|......|..##..|..##..";
const PENNANT = "...rr.|.rrrr.|rrrrr.|.rrrr.|...rr.|....k.|....k.|..kkk.|kkkkkk|kkkkkk";
const BOMB = ".....k.....|.....k.....|.k.kkkkk.k.|..kkkkkkk..|.kkwwkkkkk.|kkkwwkkkkkk|" +
  ".kkkkkkkkk.|..kkkkkkk..|.k.kkkkk.k.|.....k.....|.....k.....";

function spriteSheet(palette = {}) {
  const ink = { k: "#000", r: "#f00", w: "#fff", up: "#c0c0c0", open: "#c0c0c0", line: "#808080",
    light: "#fff", dark: "#808080", hit: "#f00", digits: CLASSIC, ...palette };
  const sheet = document.createElement("canvas");
  sheet.width = 15 * 16;
  sheet.height = 16;
  const g = sheet.getContext("2d");
  const fill = (x, y, w, h, colour) => { g.fillStyle = colour; g.fillRect(x, y, w, h); };
  const stamp = (art, x, y, colours) => art.split("|").forEach((line, row) =>
    [...line].forEach((dot, column) => {
      if (dot !== ".") fill(x + column, y + row, 1, 1, colours[dot]);
    }));
  for (let code = 0; code < 15; code++) {
    const x = code * 16, up = code >= COVERED && code <= QUESTION;
    if (up) {
      fill(x, 0, 16, 16, ink.dark);
      for (let i = 0; i < 2; i++) {
        fill(x, i, 15 - i, 1, ink.light);
        fill(x + i, 0, 1, 15 - i, ink.light);
      }
      fill(x + 2, 2, 12, 12, ink.up);
    } else {
      fill(x, 0, 16, 16, ink.line);
      fill(x + 1, 1, 15, 15, code === EXPLODED ? ink.hit : ink.open);
    }
    if (code > 0 && code < 9) stamp(DIGITS[code - 1], x + 4, 4, { "#": ink.digits[code] });
    if (code === FLAG) stamp(PENNANT, x + 5, 3, ink);
    if (code === QUESTION) stamp(MARK, x + 5, 3, { "#": ink.k });
    if (code >= MINE) stamp(BOMB, x + 3, 3, ink);
    if (code === WRONG)
      for (let i = 0; i < 13; i++) {
        fill(x + 2 + i, 2 + i, 2, 1, ink.r);
        fill(x + 14 - i, 2 + i, 2, 1, ink.r);
      }
  }
  return sheet;
}
