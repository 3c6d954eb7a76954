"use strict";
// How boards are built: tables, grids, rows, placed elements, canvas and SVG. Each function builds
// one and returns {draw(cell, code), edges(), uneven(), cellAt(event), host}. Edges are in the page's
// pixels. `uneven` is how far a cell is from its place among equal cells, at most, in cells.

const WIDE = Number(ask("w", 9)), HIGH = Number(ask("h", 9));

function elementEdges(first, last) {
  const a = first.getBoundingClientRect(), b = last.getBoundingClientRect();
  const pitch = [(b.left - a.left) / (WIDE - 1), (b.top - a.top) / (HIGH - 1)];
  const gap = [(pitch[0] - a.width) / 2, (pitch[1] - a.height) / 2];
  return [a.left - gap[0], a.top - gap[1], b.right + gap[0], b.bottom + gap[1]];
}

function elementUneven(cells) {
  const [left, top, right, bottom] = elementEdges(cells[0], cells[cells.length - 1]);
  const wide = (right - left) / WIDE, high = (bottom - top) / HIGH;
  return Math.max(...cells.map((element, cell) => {
    const box = element.getBoundingClientRect();
    const x = (box.left + box.right) / 2 - left - ((cell % WIDE) + 0.5) * wide;
    const y = (box.top + box.bottom) / 2 - top - (Math.floor(cell / WIDE) + 0.5) * high;
    return Math.max(Math.abs(x) / wide, Math.abs(y) / high);
  }));
}

// Cells that are elements. `look` gives {text, html, style} of a code; its class is its name.
function elementBoard(host, cells, look) {
  cells.forEach((element, cell) => { element.dataset.cell = cell; });
  return {
    host,
    draw(cell, code) {
      const element = cells[cell];
      const row = Math.floor(cell / WIDE), column = cell % WIDE;
      element.className = `cell ${NAMES[code]} ${code < COVERED || code > QUESTION ? "open" : "up"}`
        + ((row + column) % 2 ? " odd" : " even");
      const content = look(code, row, column) ?? "";
      if (content.startsWith("<")) element.innerHTML = content;
      else element.textContent = content;
    },
    edges: () => elementEdges(cells[0], cells[cells.length - 1]),
    uneven: () => elementUneven(cells),
    cellAt(event) {
      const element = event.target.closest("[data-cell]");
      return element ? Number(element.dataset.cell) : null;
    },
  };
}

function add(host, tag) {
  return host.appendChild(document.createElement(tag));
}

function tableBoard(host, look) {
  const cells = [], body = add(host, "tbody");
  for (let r = 0; r < HIGH; r++) {
    const row = add(body, "tr");
    for (let c = 0; c < WIDE; c++) cells.push(add(row, "td"));
  }
  return elementBoard(host, cells, look);
}

function gridBoard(host, look, tag = "div") {
  host.style.display = "grid";
  host.style.gridTemplateColumns = `repeat(${WIDE}, var(--cell))`;
  host.style.gridAutoRows = "var(--cell)";
  const cells = [...Array(WIDE * HIGH)].map(() => add(host, tag));
  return elementBoard(host, cells, look);
}

function rowsBoard(host, look, tag = "div", rowTag = "div") {
  const cells = [];
  for (let r = 0; r < HIGH; r++) {
    const row = add(host, rowTag);
    row.className = "row";
    for (let c = 0; c < WIDE; c++) cells.push(add(row, tag));
  }
  return elementBoard(host, cells, look);
}

function placedBoard(host, pitch, look) {
  host.style.cssText += `;position:relative;width:${WIDE * pitch}px;height:${HIGH * pitch}px`;
  const cells = [...Array(WIDE * HIGH)].map((_, cell) => {
    const element = add(host, "div");
    const x = (cell % WIDE) * pitch, y = Math.floor(cell / WIDE) * pitch;
    element.style.cssText = `position:absolute;transform:translate(${x}px,${y}px)`;
    return element;
  });
  return elementBoard(host, cells, look);
}

// A canvas with a margin of `pad` pixels. `paint(context, code, x, y, row, column)` draws a cell.
// `sharp` is how many of its own pixels a canvas has for a pixel of the page.
function canvasBoard(canvas, pitch, paint, { pad = 0, sharp = devicePixelRatio, shown = pitch } = {}) {
  const width = WIDE * pitch + 2 * pad, height = HIGH * pitch + 2 * pad, scale = shown / pitch;
  canvas.width = Math.round(width * sharp);
  canvas.height = Math.round(height * sharp);
  canvas.style.width = `${width * scale}px`;
  canvas.style.height = `${height * scale}px`;
  const context = canvas.getContext("2d");
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  const inside = () => {
    const box = canvas.getBoundingClientRect();
    const x = canvas.clientLeft, y = canvas.clientTop;
    const across = (box.width - 2 * x) / width, down = (box.height - 2 * y) / height;
    return { left: box.left + x + pad * across, top: box.top + y + pad * down, across, down };
  };
  return {
    host: canvas,
    uneven: () => 0,
    context,
    draw(cell, code) {
      const row = Math.floor(cell / WIDE), column = cell % WIDE;
      context.save();
      paint(context, code, pad + column * pitch, pad + row * pitch, row, column);
      context.restore();
    },
    edges() {
      const { left, top, across, down } = inside();
      return [left, top, left + WIDE * pitch * across, top + HIGH * pitch * down];
    },
    cellAt(event) {
      const { left, top, across, down } = inside();
      const column = Math.floor((event.clientX - left) / across / pitch);
      const row = Math.floor((event.clientY - top) / down / pitch);
      const within = row >= 0 && column >= 0 && row < HIGH && column < WIDE;
      return within ? row * WIDE + column : null;
    },
  };
}

// An SVG whose unit is a cell. `look` gives the markup of a cell at 0 0 1 1.
function svgBoard(host, shown, look, { pad = 0 } = {}) {
  const [w, h] = [WIDE + 2 * pad, HIGH + 2 * pad];
  host.setAttribute("viewBox", `${-pad} ${-pad} ${w} ${h}`);
  host.setAttribute("width", w * shown);
  host.setAttribute("height", h * shown);
  const groups = [...Array(WIDE * HIGH)].map((_, cell) => {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("transform", `translate(${cell % WIDE} ${Math.floor(cell / WIDE)})`);
    group.dataset.cell = cell;
    return host.appendChild(group);
  });
  return {
    host,
    uneven: () => 0,
    draw(cell, code) {
      groups[cell].innerHTML = look(code, Math.floor(cell / WIDE), cell % WIDE);
    },
    edges() {
      const box = host.getBoundingClientRect();
      const across = box.width / w, down = box.height / h;
      return [box.left + pad * across, box.top + pad * down,
        box.right - pad * across, box.bottom - pad * down];
    },
    cellAt(event) {
      const group = event.target.closest("[data-cell]");
      return group ? Number(group.dataset.cell) : null;
    },
  };
}
