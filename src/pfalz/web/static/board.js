// The board of a table: pan, zoom, tooltips, clicks; and forms whose slots are filled by tap or drag. Needs pfalz.js;
// table.js starts it.
"use strict";

const OPEN = -99; // an empty slot of a draft, as in web/choice.py
const hand = { base: null, hover: 0, picked: null }; // the size of the drawing, a tip about to come, a card taken up

// -- the board: pan, zoom, tooltips ------------------------------------------------------------------------

const svg = () => $("#board > svg");
let box = null; // the part of the board that is shown
const base = () => hand.base.split(/[ ,]+/).map(Number);

/** Show the same part of the board as before; a drawing of another size is shown whole. */
function fitBoard(fresh = document) {
  const drawing = $("#board > svg", fresh);
  if (!drawing) return;
  if (hand.base !== drawing.getAttribute("viewBox")) [hand.base, box] = [drawing.getAttribute("viewBox"), null];
  setBox(box || whole());
  for (const { style, dataset } of $$("#board [data-style]")) style.cssText = dataset.style; // the CSP allows it only here
}

/** All of the board; on a phone all of its width, from the top. */
const whole = () => ({ y: base()[1], w: base()[2] });

function setBox(next) {
  const [x, y, w, h] = base();
  const { clientWidth, clientHeight } = $("#stage");
  const high = narrow.matches && clientWidth ? (w * clientHeight) / clientWidth : h; // so much is seen at full width
  const factor = Math.min(Math.max(1, h / high), Math.max(next.w / w, 1 / 10));
  const hold = (at, size, low, all) => Math.min(Math.max(at, low - size * 0.3), low + all - size * 0.7);
  box = { x: x + (w - w * factor) / 2, w: w * factor, h: high * factor };
  box.y = Math.max(y, Math.min(next.y, box.h < h ? y + h - box.h * 0.85 : y)); // the end is not hidden by the buttons
  if (factor < 1) Object.assign(box, { x: hold(next.x, box.w, x, w), y: hold(next.y, box.h, y, h) });
  svg().setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  document.body.classList.toggle("zoomed", factor !== 1 || box.y > y);
}

const point = (x, y) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());

function zoom(factor, cx, cy) {
  const frame = $("#board").getBoundingClientRect();
  const p = point(cx ?? frame.x + frame.width / 2, cy ?? frame.y + frame.height / 2);
  const w = box.w / factor, h = box.h / factor;
  setBox({ x: p.x - ((p.x - box.x) * w) / box.w, y: p.y - ((p.y - box.y) * h) / box.h, w, h });
}

function zoomToTargets() {
  const marks = $$('#board [data-state="legal"]').map((element) => element.getBoundingClientRect());
  if (!marks.length) return toast(words.no_targets);
  const a = point(Math.min(...marks.map((r) => r.left)), Math.min(...marks.map((r) => r.top)));
  const b = point(Math.max(...marks.map((r) => r.right)), Math.max(...marks.map((r) => r.bottom)));
  const w = base()[2], h = (w * box.h) / box.w;
  const share = Math.max((b.x - a.x) / w, (b.y - a.y) / h, 0.25) * 1.15;
  setBox({ x: (a.x + b.x) / 2 - (w * share) / 2, y: (a.y + b.y) / 2 - (h * share) / 2, w: w * share, h: h * share });
}

/** The rule of what is under the pointer: the innermost description. */
function tipFor(element, x, y) {
  for (let at = element; at && at.localName !== "svg" && at.id !== "board"; at = at.parentNode) {
    const text = [...at.children].find((child) => child.localName === "desc");
    if (!text) continue;
    const tip = $("#tip");
    tip.replaceChildren(...linked(text.textContent));
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - width - 8))}px`;
    return void (tip.style.top = `${y + height + 30 > innerHeight ? Math.max(8, y - height - 14) : y + 18}px`);
  }
  return hideTip();
}
const hideTip = () => void ($("#tip").hidden = true);

function startBoard() {
  for (const kind of ["focusin", "pointerover"]) document.addEventListener(kind, highlight);
  new ResizeObserver(() => svg() && setBox(box || whole())).observe($("#stage"));
  const fingers = new Map();
  let moved = false, press = 0, spread = 0;
  const onBoard = (event) => (event.target || event).closest?.("#board");
  const wheel = (event) =>
    onBoard(event) && (event.preventDefault(), hideTip(), zoom(1.15 ** -Math.sign(event.deltaY), event.clientX, event.clientY));
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#tip")) hideTip();
    if (!onBoard(event) || event.button > 0) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) moved = false;
    spread = 0;
    clearTimeout(press);
    if (event.pointerType !== "mouse")
      press = setTimeout(() => { moved = true; tipFor(event.target, event.clientX, event.clientY); }, 500);
  });
  document.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) {
      clearTimeout(hand.hover);
      if (event.pointerType === "mouse" && onBoard(event))
        hand.hover = setTimeout(() => tipFor(event.target, event.clientX, event.clientY), 350);
      else if (event.pointerType === "mouse" && !event.target.closest("#tip")) hideTip();
      return;
    }
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    if (!moved && Math.hypot(dx, dy) < 7) return;
    clearTimeout(press);
    moved = true;
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) {
      const { a } = svg().getScreenCTM();
      setBox({ ...box, x: box.x - dx / a, y: box.y - dy / a });
    } else {
      const [a, b] = [...fingers.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (spread) zoom(now / spread, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
      spread = now;
    }
  });
  for (const kind of ["pointerup", "pointercancel"])
    document.addEventListener(kind, (event) => { fingers.delete(event.pointerId); clearTimeout(press); spread = 0; });
  document.addEventListener("click", (event) => {
    if (!onBoard(event)) return;
    if (moved) return void (moved = false);
    // a piece may lie on the place that is meant
    const here = document.elementsFromPoint(event.clientX, event.clientY).filter(onBoard);
    const of = (state) => here.map((element) => element.closest(`[data-state="${state}"]`)).find(Boolean);
    const target = of("legal") || event.target.closest('[data-state="barred"]');
    target ? pressed(target) : tipFor(event.target, event.clientX, event.clientY);
  });
  document.addEventListener("dblclick", (event) => {
    if (onBoard(event) && !event.target.closest("[data-state]")) zoom(2, event.clientX, event.clientY);
  });
}

function pressed(target) {
  hideTip();
  clearTimeout(hand.hover);
  if (target.dataset.state === "barred") return why(target.dataset.value).catch(() => toast(words.error));
  const button = $(`#choices [data-kind="${target.dataset.kind}"][data-value="${target.dataset.value}"]`);
  return button && button.click();
}

/** The board shows which element a button means, and the other way round. */
function highlight(event) {
  const of = event.target.closest && event.target.closest(".choice[data-kind], #board [data-state]");
  $$(".hot").forEach((element) => element.classList.remove("hot"));
  if (!of) return;
  const same = `[data-kind="${of.dataset.kind}"][data-value="${of.dataset.value}"]`;
  $$(`#board ${same}, #choices ${same}`).forEach((element) => element.classList.add("hot"));
}

// -- forms on a mat: tap or drag values into slots -----------------------------------------------------------

function put(slot, value) {
  const { formDraft, unique } = $("#form").dataset;
  const draft = JSON.parse(formDraft);
  const old = unique === undefined || value < 0 ? -1 : draft.indexOf(value); // nothing may lie in many slots: OPEN, or a game's own
  if (old >= 0) draft[old] = draft[slot]; // they change places
  draft[slot] = value;
  hand.picked = null;
  putDraft(draft);
}

/** Tap a value and then a slot, or a slot and then a value; tap a full slot twice to empty it. */
function pick(element) {
  const slot = element.closest("[data-slot]");
  const { put: value, step, holds } = element.dataset;
  const now = JSON.parse($("#form").dataset.formDraft);
  if (slot && slot !== element && value !== undefined) return put(+slot.dataset.slot, +value); // counters
  if (slot && step !== undefined) return put(+slot.dataset.slot, now[slot.dataset.slot] + +step);
  const first = hand.picked && hand.picked.isConnected ? hand.picked : null;
  first?.classList.remove("picked");
  hand.picked = null;
  if (first === element) return holds === undefined ? null : put(+element.dataset.slot, OPEN);
  const [from, to] = first && first.dataset.slot !== undefined && value !== undefined ? [element, first] : [first, element];
  const moving = from && (from.dataset.put ?? from.dataset.holds);
  if (moving !== undefined && moving !== null && to.dataset.slot !== undefined) return put(+to.dataset.slot, +moving);
  hand.picked = element;
  return element.classList.add("picked");
}

/** Drag a card into a slot: with the mouse at once, with a finger after it has rested on the card. */
function startDrag() {
  let held = null;
  const lift = () => {
    held.ghost = held.card.cloneNode(true);
    held.ghost.removeAttribute("id");
    held.ghost.classList.add("ghost");
    document.body.append(held.ghost);
    move(held);
    creep(held);
  };
  const creep = (now) => { // a card held near the edge of the form scrolls it
    if (held !== now) return;
    const form = $("#action"), { top, bottom } = form.getBoundingClientRect();
    form.scrollTop += now.y < top + 40 ? -6 : now.y > bottom - 40 ? 6 : 0;
    requestAnimationFrame(() => creep(now));
  };
  const move = ({ x, y }) => {
    Object.assign(held.ghost.style, { left: `${x}px`, top: `${y}px` });
    const over = document.elementFromPoint(x, y)?.closest("#form [data-slot]");
    $$(".over").forEach((slot) => slot !== over && slot.classList.remove("over"));
    over?.classList.add("over");
    return over;
  };
  const end = () => {
    clearTimeout(held?.timer);
    held?.ghost?.remove();
    $$(".over").forEach((slot) => slot.classList.remove("over"));
    held = null;
  };
  document.addEventListener("pointerdown", (event) => {
    const card = event.target.closest("#form [data-put], #form [data-holds]");
    end();
    if (!card || card.disabled || event.button > 0 || card.closest(".form-counters")) return;
    held = { card, x: event.clientX, y: event.clientY, timer: event.pointerType === "mouse" ? 0 : setTimeout(lift, 220) };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > 7;
    if (!held.ghost && far) event.pointerType === "mouse" ? lift() : end(); // a finger that does not rest scrolls
    if (held?.ghost) move(Object.assign(held, { x: event.clientX, y: event.clientY }));
  });
  document.addEventListener("touchmove", (event) => held?.ghost && event.preventDefault(), { passive: false });
  document.addEventListener("pointerup", () => {
    if (!held?.ghost) return end();
    const slot = move(held);
    const { put: value, holds, slot: from } = held.card.dataset;
    end();
    addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
    setTimeout(() => document.body.click()); // in case no click follows, the listener above is used up
    if (slot) put(+slot.dataset.slot, +(value ?? holds));
    else if (holds !== undefined) put(+from, OPEN);
  });
  document.addEventListener("pointercancel", end);
}
