"use strict";
// Flags and mines as SVG markup in a box of 0 0 24 24, and numbers' colours.

const CLASSIC = ["", "#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000",
  "#808080"];
const svg = (inside, style = "") =>
  `<svg viewBox="0 0 24 24" style="${style}" class="icon">${inside}</svg>`;
const FLAGS = {
  classic: '<path d="M12 4v14h2V4z"/><path d="M13 3v9L5 7.5z" fill="#f00"/><path d="M6 20v-2h3v-2h8v2h3v2z"/>',
  google: '<path d="M7 3v18h2.5V3z" fill="#c62f0c"/><path d="M7 3l13 5.5L7 14z" fill="#f23607"/><ellipse cx="8" cy="21" rx="4" ry="1.5" fill="#b52a0a"/>',
  line: '<path d="M6 22V3s1-1 4-1 5 2 8 2 3-1 3-1v11s-1 1-3 1-5-2-8-2-4 1-4 1" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  solid: '<path d="M5 2h2v1h12l-3 5 3 5H7v9H5z" fill="currentColor"/>',
  pin: '<circle cx="12" cy="8" r="6" fill="currentColor"/><path d="M11 13h2v9h-2z" fill="currentColor"/>',
  cross: '<path d="M4 4l16 16M20 4L4 20" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>',
};
const MINES = {
  classic: '<circle cx="12" cy="12" r="6.5"/><path d="M12 2v20M2 12h20M5 5l14 14M19 5L5 19" stroke="#000" stroke-width="1.6"/><rect x="8.5" y="8.5" width="3" height="3" fill="#fff"/>',
  dot: '<circle cx="12" cy="12" r="6" fill="currentColor"/>',
  bomb: '<circle cx="10.5" cy="14" r="7.5" fill="currentColor"/><path d="M15 8l3-3q2-2 4 0" fill="none" stroke="currentColor" stroke-width="2"/><path d="M14 6l4 4-2 2-4-4z" fill="currentColor"/>',
  line: '<circle cx="12" cy="12" r="5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 2v5m0 10v5M2 12h5m10 0h5M5 5l3.5 3.5m7 7L19 19M19 5l-3.5 3.5m-7 7L5 19" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>',
  burst: '<path d="M12 1l2.5 6 6-3-3 6 6 2-6 2 3 6-6-3L12 23l-2.5-6-6 3 3-6-6-2 6-2-3-6 6 3z" fill="currentColor"/>',
};
const STRUCK = '<path d="M3 3l18 18M21 3L3 21" stroke="#f00" stroke-width="2.5"/>';

// A look made of a text for each code: numbers as digits, the rest as given.
function texts({ flag, question = "?", mine, exploded = mine, wrong = "❌", zero = "", covered = "" }) {
  return (code) => code === 0 ? zero : code < COVERED ? String(code)
    : [covered, flag, question, mine, exploded, wrong][code - COVERED];
}
