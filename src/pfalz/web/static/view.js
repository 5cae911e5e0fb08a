// The part of the board that is shown: pan, zoom, and what is asked comes into view. Needs pfalz.js; board.js and table.js
// use it.
"use strict";

// the size of the drawing; what the person has last looked at; the question that was brought into view; fingers on the board
const view = { base: "", own: null, asked: "", sliding: 0, fingers: new Map() };
const svg = () => $("#board > svg");
let box = null; // the part of the board that is shown
const base = () => view.base.split(/[ ,]+/).map(Number);
const scrolled = () => handheld() || table().matches(".long"); // all of the width is shown, and a part of the height

/** Show the same part of the board as before; a drawing of another width is shown whole, one that has grown longer is not. */
function fitBoard(fresh = document) {
  const drawing = $("#board > svg", fresh);
  if (!drawing) return;
  const size = drawing.getAttribute("viewBox");
  const [, , before] = base();
  view.base = size;
  if (base()[2] !== before) [box, view.own, view.asked] = [null, null, ""];
  setBox(box || whole());
  for (const { style, dataset } of $$("#board [data-style]")) style.cssText = dataset.style; // the CSP allows it only here
}

/** All of the board; of one that is scrolled all of its width, from the top. */
const whole = () => ({ y: base()[1], w: base()[2] });

function setBox(next) {
  const [x, y, w, h] = base();
  const { clientWidth, clientHeight } = $("#board");
  if (!clientWidth) return; // behind a tab; it is fitted when it comes back
  const high = scrolled() ? (w * clientHeight) / clientWidth : h; // so much is seen at full width
  const factor = Math.min(Math.max(1, h / high), Math.max(next.w / w, 1 / 10));
  const hold = (at, size, low, all) => Math.min(Math.max(at, low - size * 0.3), low + all - size * 0.7);
  box = { x: x + (w - w * factor) / 2, w: w * factor, h: high * factor };
  box.y = Math.max(y, Math.min(next.y, box.h < h ? y + h - box.h * 0.85 : y)); // the end is not hidden by the buttons
  if (factor < 1) Object.assign(box, { x: hold(next.x, box.w, x, w), y: hold(next.y, box.h, y, h) });
  svg().setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  document.body.classList.toggle("zoomed", factor !== 1 || box.y > y);
  document.body.classList.toggle("far", clientWidth / box.w < 0.55); // a drawing may have short names for this
}

/** The person moves the board: this is what they want to see. */
function look(next) {
  cancelAnimationFrame(view.sliding);
  setBox(next);
  view.own = box;
}

function slide(from, to) {
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, now - begun) / 350), at = part * (2 - part);
    setBox(Object.fromEntries(["x", "y", "w"].map((side) => [side, from[side] + (to[side] - from[side]) * at])));
    if (part < 1) view.sliding = requestAnimationFrame(step);
  };
  cancelAnimationFrame(view.sliding);
  step(begun);
}

/** How far [low, high] has to be moved to lie inside [from, to]; what is too long shows its beginning. */
const outside = (low, high, from, to) => (low < from || high - low > to - from ? low - from : Math.max(0, high - to));

/**
 * A phone shows a part of the board, as a desk does of a long one. When something new is asked, what can be chosen comes into view: from where the person
 * has last looked, and no further than needed. Whoever is moving the board or typing is left alone.
 */
function reveal(smooth = true) {
  const { opened, kind, prefix } = table().dataset, question = `${opened} ${kind} ${prefix}`;
  const stage = $("#stage").getBoundingClientRect();
  if (!scrolled() || !svg() || !stage.height || question === view.asked) return;
  view.asked = question;
  if (view.fingers.size || document.activeElement.matches("input, textarea")) return;
  const before = box;
  setBox(view.own || whole());
  const way = ({ left, right, top, bottom }) => ({
    x: outside(left, right, stage.left, stage.right),
    y: outside(top, bottom, stage.top + 6, stage.bottom - 48), // the buttons of the zoom lie below
  });
  const nearest = {}; // a choice may lie on the board in several places
  for (const element of $$('#board [data-state="legal"]')) {
    const place = element.getBoundingClientRect(), { value } = element.dataset;
    const far = Math.hypot(way(place).x, way(place).y);
    if (place.width && !(far >= nearest[value]?.far)) nearest[value] = { place, far };
  }
  const found = Object.values(nearest).sort((a, b) => a.far - b.far);
  if (found.filter(({ far }) => far).length * 2 > found.length) { // otherwise enough of it is seen, and all are in the bar
    const join = (a, b) => ({
      left: Math.min(a.left, b.left), right: Math.max(a.right, b.right), top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom),
    });
    const fits = (part) => part.bottom - part.top <= stage.height - 6 && part.right - part.left <= stage.width + 1;
    const seen = found.map(({ place }) => place).reduce((part, place) => (fits(join(part, place)) ? join(part, place) : part)); // as many as there is room for
    const { x, y } = way(seen), { a } = svg().getScreenCTM();
    setBox({ ...box, x: box.x + x / a, y: box.y + y / a });
  }
  const moved = Math.hypot(box.x - before.x, box.y - before.y, box.w - before.w) > 1;
  if (moved && smooth && !calm()) slide(before, box);
}

/** Bring what belongs to a side into view, from its upper edge on. */
function visit(side) {
  const place = $(`#board [id="player-${side}"]`)?.getBoundingClientRect();
  if (!place) return;
  const frame = $("#stage").getBoundingClientRect(), before = box, { a } = svg().getScreenCTM();
  look({ ...box, x: box.x + outside(place.left, place.right, frame.left, frame.right) / a, y: box.y + (place.top - frame.top - 6) / a });
  if (!calm()) slide(before, box);
}

const point = (x, y) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());

/** Larger or smaller around a place on the screen, which may have moved meanwhile. */
function zoom(factor, cx, cy, dx = 0, dy = 0) {
  if (!box) return;
  const frame = $("#board").getBoundingClientRect();
  const p = point(cx ?? frame.x + frame.width / 2, cy ?? frame.y + frame.height / 2);
  const { a } = svg().getScreenCTM();
  look({ x: p.x - (p.x - box.x + dx / a) / factor, y: p.y - (p.y - box.y + dy / a) / factor, w: box.w / factor });
}

function zoomToTargets() {
  const marks = $$('#board [data-state="legal"]').map((element) => element.getBoundingClientRect());
  if (!marks.length) return toast(words.no_targets);
  const a = point(Math.min(...marks.map((r) => r.left)), Math.min(...marks.map((r) => r.top)));
  const b = point(Math.max(...marks.map((r) => r.right)), Math.max(...marks.map((r) => r.bottom)));
  const w = base()[2], h = (w * box.h) / box.w;
  const share = Math.max(Math.min(1, ((b.x - a.x) / w) * 1.15), ((b.y - a.y) / h) * 1.15, 0.29);
  const inside = (middle, size, low, all) => Math.max(low, Math.min(middle - size / 2, low + all - size)); // nothing empty beside it
  const [left, top, , high] = base();
  look({ x: inside((a.x + b.x) / 2, w * share, left, w), y: inside((a.y + b.y) / 2, h * share, top, high), w: w * share, h: h * share });
}
