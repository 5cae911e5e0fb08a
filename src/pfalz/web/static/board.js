// The board of a table: what can be chosen, pieces that glide, tooltips, clicks; and forms whose slots are filled by tap or
// drag. Needs pfalz.js and view.js; table.js starts it.
"use strict";

const OPEN = -99; // an empty slot of a draft, as in web/choice.py
const hand = { hover: 0, picked: null }; // a tip about to come, a card taken up

// -- what can be chosen, what moves ----------------------------------------------------------------------------

/** Mark what on the board stands for a choice of the open question. */
function mark(root) {
  const { kind, legal = {}, barred = {}, chosen = [] } = JSON.parse(root.dataset.targets || "{}");
  for (const element of kind === undefined ? [] : $$("#board [data-kind]", root)) {
    const { kind: of, value } = element.dataset;
    const state = of === kind && value in legal ? "legal" : of === kind && value in barred ? "barred" : "";
    if (state) {
      const label = state === "legal" ? legal[value] : `${barred[value]}: ${words.why_not}`;
      const marks = { role: "button", tabindex: state === "legal" ? 0 : -1, "aria-label": label };
      for (const [name, text] of Object.entries(marks)) element.setAttribute(name, text);
    }
    if (state || chosen.includes(`${of} ${value}`)) element.dataset.state = state || "chosen";
  }
}

/** Where everything on the board lies, in the board's own units: however large it is shown. Its layers always lie there. */
function places() {
  const inverse = svg().getScreenCTM().inverse();
  const lies = ({ x, y, width, height }) => {
    const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(inverse);
    return width || height ? { x: middle.x, y: middle.y, wide: width * inverse.a, high: height * inverse.a } : null;
  };
  const things = $$("#board svg [id]:not(#ground, #pieces)");
  return new Map(things.map((thing) => [thing.id, lies(thing.getBoundingClientRect())]));
}
/** How far something has moved, unless it has only become longer or shorter at one end. */
const shift = (way, grown) => (Math.abs(way) > Math.abs(grown) / 2 + 1 ? way : 0);

function glide(before) {
  const whole = svg().getScreenCTM().a;
  for (const [id, now] of places()) {
    const piece = $(`#${CSS.escape(id)}`, svg()), old = before.get(id);
    if (old === undefined && piece.parentNode.id === "pieces") piece.animate([{ opacity: 0 }, { opacity: 1 }], 350);
    if (!old || !now || piece.parentNode.closest("[data-gliding]")) continue; // or moves with what is around it
    const [dx, dy] = [shift(old.x - now.x, old.wide - now.wide), shift(old.y - now.y, old.high - now.high)];
    if (Math.hypot(dx, dy) * whole < 2) continue;
    const scale = (piece.parentNode.getScreenCTM().a || 1) / whole;
    const from = { translate: `${dx / scale}px ${dy / scale}px` };
    piece.dataset.gliding = "1";
    const motion = piece.animate([from, { translate: "0px 0px" }], { duration: 550, easing: "cubic-bezier(.3,0,.2,1)" });
    motion.onfinish = motion.oncancel = () => delete piece.dataset.gliding;
  }
}

// -- tooltips, clicks ------------------------------------------------------------------------------------------

/**
 * The rule of what is under the pointer. On the board the innermost description, if need be of what lies below a piece without
 * one; in the bar that of the same thing on the board, shown over the board so that it does not cover the other choices.
 */
function tipFor(x, y) {
  const here = document.elementsFromPoint(x, y), choice = here[0] && inBar(here[0]);
  const rule = choice ? ruleOf(choice) : here.filter(onBoard).map(described).find(Boolean);
  const aimed = choice || here.find((element) => element.closest("#board [data-state=legal]"))?.closest("[data-state]");
  const text = [aimed && noteOf(aimed), rule].filter(Boolean).join("\n");
  if (!text) return hideTip();
  const tip = $("#tip");
  tip.replaceChildren(...linked(text));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  let left = x + 14, top = y + height + 30 > innerHeight ? y - height - 14 : y + 18;
  if (choice) {
    const [bar, stage] = ["#action", "#stage"].map((part) => $(part).getBoundingClientRect());
    if (stage.bottom <= bar.top + 1) top = bar.top - height - 8;
    else left = stage.left >= bar.right - 1 ? bar.right + 8 : bar.left - width - 8;
  }
  tip.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  tip.style.top = `${Math.max(8, top)}px`;
}
const inBar = (element) => element.closest("#choices .choice[data-kind], #form [title]");
const ruleOf = ({ title, dataset: { kind, value } }) =>
  title || $$(`#board [data-kind="${kind}"][data-value="${value}"]`).map(described).find(Boolean);
/** What a choice costs and yields. */
const noteOf = ({ dataset: { kind, value } }) => $(`#choices [data-kind="${kind}"][data-value="${value}"] small`)?.textContent;
const onBoard = (element) => element.closest("#board");
const described = (element) => {
  for (let at = element; at.localName !== "svg" && at.id !== "board"; at = at.parentNode)
    for (const child of at.children) if (child.localName === "desc") return child.textContent;
  return "";
};
const hideTip = () => void ($("#tip").hidden = true);

/** The middle between the first two fingers, and how far they are apart. */
function between(fingers) {
  const [a, b = a] = [...fingers.values()];
  const spread = Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
  return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, spread };
}

function startBoard() {
  for (const kind of ["focusin", "pointerover"]) document.addEventListener(kind, highlight);
  new ResizeObserver(() => svg() && (setBox(box || whole()), reveal(false))).observe($("#stage"));
  const { fingers } = view;
  let moved = false, press = 0;
  const wheel = (event) => {
    if (!onBoard(event.target)) return;
    event.preventDefault();
    hideTip();
    if (table().matches(".long") && !event.ctrlKey) look({ ...box, y: box.y + event.deltaY / svg().getScreenCTM().a });
    else zoom(1.15 ** -Math.sign(event.deltaY), event.clientX, event.clientY);
  };
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#tip")) hideTip();
    for (const tip of [press, hand.hover]) clearTimeout(tip);
    if (event.pointerType !== "mouse" && inBar(event.target)) press = setTimeout(() => readChoice(event), 500);
    if (!onBoard(event.target) || event.button > 0) return;
    cancelAnimationFrame(view.sliding);
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) moved = false;
    if (event.pointerType !== "mouse")
      press = setTimeout(() => { moved = true; tipFor(event.clientX, event.clientY); }, 500);
  });
  document.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) {
      clearTimeout(hand.hover);
      if (event.pointerType === "mouse" && (onBoard(event.target) || event.target.closest("#choices .choice[data-kind]")))
        hand.hover = setTimeout(() => tipFor(event.clientX, event.clientY), 350);
      else if (event.pointerType === "mouse" && !event.target.closest("#tip")) hideTip();
      return;
    }
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    if (!moved && Math.hypot(dx, dy) < 7) return;
    clearTimeout(press);
    moved = true;
    const before = between(fingers);
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) {
      const { a } = svg().getScreenCTM();
      look({ ...box, x: box.x - dx / a, y: box.y - dy / a });
    } else {
      const now = between(fingers); // what lies under two fingers stays under them
      zoom(now.spread / before.spread, before.x, before.y, now.x - before.x, now.y - before.y);
    }
  });
  for (const kind of ["pointerup", "pointercancel"])
    document.addEventListener(kind, (event) => { fingers.delete(event.pointerId); clearTimeout(press); });
  document.addEventListener("click", (event) => {
    if (!onBoard(event.target)) return;
    if (moved) return void (moved = false);
    // a piece may lie on the place that is meant
    const here = document.elementsFromPoint(event.clientX, event.clientY).filter(onBoard);
    const of = (state) => here.map((element) => element.closest(`[data-state="${state}"]`)).find(Boolean);
    const target = of("legal") || event.target.closest('[data-state="barred"]');
    target ? pressed(target) : tipFor(event.clientX, event.clientY);
  });
  document.addEventListener("dblclick", (event) => {
    if (onBoard(event.target) && !event.target.closest("[data-state]")) zoom(2, event.clientX, event.clientY);
  });
}

/** A finger that rests on a choice reads its rule and does not choose it. */
function readChoice({ clientX, clientY }) {
  tipFor(clientX, clientY);
  if (!$("#tip").hidden) addEventListener("pointerup", swallowClick, { once: true });
}

/** The click that may still follow is none; until something else is pressed. */
function swallowClick() {
  const quiet = new AbortController(), capture = true, { signal } = quiet;
  addEventListener("click", (event) => event.stopPropagation(), { capture, signal });
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => quiet.abort(), { capture, signal });
}

function pressed(target) {
  hideTip();
  clearTimeout(hand.hover);
  const { state, kind, value } = target.dataset;
  if (state === "barred") return why(value, JSON.parse(table().dataset.targets).barred[value]);
  const button = $(`#choices [data-kind="${kind}"][data-value="${value}"]`);
  return button ? button.click() : offerBoxes(target, value);
}

/** The board shows which element a button means, and the other way round. */
function highlight(event) {
  const of = event.target.closest && event.target.closest(".choice[data-kind], #board [data-state], #form [data-put], #form [data-holds]");
  $$(".hot, .foreseen").forEach((element) => element.classList.remove("hot", "foreseen"));
  if (!of) return;
  const { kind = table().dataset.kind, value = of.dataset.holds } = of.dataset; // a card of a form stands for a thing on the board
  const same = `[data-kind="${kind}"][data-value="${value}"]`;
  $$(`#board ${same}, #choices ${same}, #form [data-put="${value}"], #form [data-holds="${value}"]`).forEach((element) => element.classList.add("hot"));
  // what else the choice concerns, such as where it is paid
  for (const thing of $(`#choices ${same}`)?.dataset.things?.split(" ") || []) {
    const [kind, value] = thing.split(":");
    $$(`#board [data-kind="${kind}"][data-value="${value}"]`).forEach((element) => element.classList.add("foreseen"));
  }
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
    for (const part of [$("#action"), $("#form")]) { // whichever is scrolled
      const { top, bottom } = part.getBoundingClientRect();
      part.scrollTop += now.y < top + 40 ? -6 : now.y > bottom - 40 ? 6 : 0;
    }
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
    swallowClick();
    if (slot) put(+slot.dataset.slot, +(value ?? holds));
    else if (holds !== undefined) put(+from, OPEN);
  });
  document.addEventListener("pointercancel", end);
}
