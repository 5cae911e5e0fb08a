// The one script of Pfalz. The server renders everything; this file morphs the new markup into the page, lets
// pieces glide, moves and zooms the board, listens to keys, and sends drafts and answers. It knows no game:
// it reads data-* attributes and never decides what is allowed.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, properties) => Object.assign(document.createElement(name), properties);
const words = JSON.parse($("#words").dataset.words);
const OPEN = -99; // an empty slot of a draft, as in web/choice.py
const table = () => $("#table");
const state = { busy: false, playing: 0, base: null, keys: false, picked: null, source: null, shown: 0 };

// -- settings and messages ------------------------------------------------------------------------------

const setPref = (name, value) => (document.cookie = `pfalz_${name}=${value}; path=/; max-age=31536000; samesite=lax`);
const getPref = (name) => (document.cookie.match(`(?:^|; )pfalz_${name}=([^;]*)`) || [])[1] || "";
const calm = () => document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

function toast(text, kind = "") {
  const note = Object.assign($("#toast"), { className: `shown ${kind}` });
  note.replaceChildren(...linked(text));
  clearTimeout(state.toast);
  state.toast = setTimeout(() => (note.className = ""), kind === "why" ? 9000 : 4000);
}

/** Text with its clause ids turned into buttons. */
function linked(text) {
  return text.split(/(\b[A-Z]{1,2}-(?:[A-Z]\.?)?\d+(?:\.\d+)*)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const button = make("button", { type: "button", className: "clause", textContent: part });
    button.dataset.clause = part;
    return button;
  });
}

function openDialog(...nodes) {
  $("#dialog-body").replaceChildren(...nodes);
  if (!$("#dialog").open) $("#dialog").showModal();
}

async function api(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { "X-Pfalz": "1", "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const data = (await response.json().catch(() => null)) || {};
  if (!response.ok) throw Object.assign(new Error(data.message || words.error), { key: data.error });
  return data;
}
const tableApi = (path) => `/api/tables/${table() ? table().dataset.id : $("#after").dataset.id}/${path}${keyQuery()}`;
/** A private table is reached with the key in its link. */
const keyQuery = (mark = "?") => {
  const key = new URLSearchParams(location.search).get("key");
  return key ? `${mark}key=${encodeURIComponent(key)}` : "";
};

/** Whoever does something needs a name; guests get one. Returns whether the page knows it already. */
async function beSomebody() {
  const known = $(".who").dataset.person !== "";
  if (!known) await api("POST", "/api/guest", { language: document.documentElement.lang });
  return known;
}

/** Do something once at a time; an error is said, not thrown. */
async function doing(action) {
  if (state.busy) return;
  state.busy = document.body.toggleAttribute("data-busy", true);
  $("#toast").className = "";
  try {
    await action();
  } catch (error) {
    toast(error.key === "stale" ? words.stale : error.message, "why");
    if (table()) await refresh().catch(() => {});
  }
  state.busy = document.body.toggleAttribute("data-busy", false);
}

// -- morphing -------------------------------------------------------------------------------------------

/** Make `old` like `fresh`, keeping every element that has the same id, wherever it goes. */
function morph(old, fresh) {
  const ids = new Map($$("[id]", old).map((element) => [element.id, element]));
  const wanted = new Set($$("[id]", fresh).map((element) => element.id));
  const shelter = make("div", {});
  const drop = (node) => {
    if (node.nodeType === 1) shelter.append(...$$("[id]", node).filter((kept) => wanted.has(kept.id)));
    node.remove();
  };
  const into = (have, want) => {
    if (have.isEqualNode(want)) return;
    for (const { name, value } of want.attributes)
      if (name !== "viewBox" && have.getAttribute(name) !== value) have.setAttribute(name, value);
    for (const { name } of [...have.attributes])
      if (name !== "style" && !want.hasAttribute(name)) have.removeAttribute(name);
    if (have.type === "range" && have !== document.activeElement) have.value = want.value;
    const loose = [...have.childNodes].filter((node) => !node.id); // these are matched in their order
    const nodes = [...want.childNodes].map((child) => {
      const at = child.id ? -1 : loose.findIndex((node) => node.nodeName === child.nodeName);
      let node = child.id ? ids.get(child.id) : loose.splice(at, at < 0 ? 0 : 1)[0];
      if (!node || node.nodeName !== child.nodeName) node = document.importNode(child, false);
      if (node.nodeType === 1) into(node, child);
      else if (node.data !== child.data) node.data = child.data;
      return node;
    });
    nodes.forEach((node, i) => have.childNodes[i] !== node && have.insertBefore(node, have.childNodes[i] || null));
    while (have.childNodes.length > nodes.length) drop(have.lastChild);
  };
  into(old, fresh);
}

/** Mark what on the board stands for a choice of the open question. */
function mark(root) {
  const { kind, legal = {}, barred = {}, chosen = [] } = JSON.parse(root.dataset.targets || "{}");
  for (const element of kind === undefined ? [] : $$("#board [data-kind]", root)) {
    const { kind: of, value } = element.dataset;
    const state = of === kind && value in legal ? "legal" : of === kind && value in barred ? "barred" : "";
    if (state) {
      const label = state === "legal" ? legal[value] : barred[value];
      const marks = { role: "button", tabindex: state === "legal" ? 0 : -1, "aria-label": label };
      for (const [name, text] of Object.entries(marks)) element.setAttribute(name, text);
    }
    if (state || chosen.includes(`${of} ${value}`)) element.dataset.state = state || "chosen";
  }
}

/** Morph, then let everything that has moved glide from where it was. */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  mark(fresh);
  const before = new Map();
  if (!calm()) for (const piece of $$("#board svg [id]")) before.set(piece.id, piece.getBoundingClientRect());
  const focused = document.activeElement;
  const hadTurn = table().dataset.turn === "1";
  const log = $("#log");
  const stick = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  morph(table(), fresh);
  const turn = table().dataset.turn === "1";
  if (turn && !hadTurn) announceTurn();
  markTitle();
  fitBoard(fresh);
  if (before.size) glide(before);
  scrollLog(stick);
  const lost = !focused.isConnected || focused.disabled || document.activeElement === document.body;
  if (state.keys && turn && lost) firstChoice().focus({ preventScroll: true });
}

function glide(before) {
  for (const piece of $$("#board svg [id]")) {
    const old = before.get(piece.id);
    const now = piece.getBoundingClientRect();
    if (!old && piece.parentNode.id === "pieces") piece.animate([{ opacity: 0 }, { opacity: 1 }], 350);
    if (!old || !old.width || piece.parentNode.closest("[data-gliding]")) continue; // or moves with what is around it
    const dx = old.x + old.width / 2 - now.x - now.width / 2;
    const dy = old.y + old.height / 2 - now.y - now.height / 2;
    if (Math.hypot(dx, dy) < 2) continue;
    const scale = piece.parentNode.getScreenCTM().a || 1;
    const from = { translate: `${dx / scale}px ${dy / scale}px` };
    piece.dataset.gliding = "1";
    const motion = piece.animate([from, { translate: "0px 0px" }], { duration: 550, easing: "cubic-bezier(.3,0,.2,1)" });
    motion.onfinish = motion.oncancel = () => delete piece.dataset.gliding;
  }
}

// -- live table -----------------------------------------------------------------------------------------

async function load(at = null, seat = "") {
  const query = new URLSearchParams(keyQuery(""));
  if (at !== null) query.set("at", at);
  if (seat !== "") query.set("seat", seat);
  const ticket = ++state.shown;
  history.replaceState(null, "", `/t/${table().dataset.id}${query.size ? `?${query}` : ""}`); // pushes respect it at once
  const response = await fetch(`/t/${table().dataset.id}/fragment?${query}`);
  if (!response.ok) throw new Error(words.error);
  const html = await response.text();
  if (ticket === state.shown) show(html); // otherwise a newer one is on its way
}
const viewpoint = () => ($("[data-viewpoint]") ? new URLSearchParams(location.search).get("seat") || "" : "");
const watching = () => new URLSearchParams(location.search).has("at");
const refresh = () => (watching() ? load(table().dataset.position, viewpoint()) : load());

function connect() {
  const query = `lang=${document.documentElement.lang}&confirm=${getPref("confirm")}&motion=${getPref("motion")}${keyQuery("&")}`;
  const source = (state.source = new EventSource(`/api/tables/${table().dataset.id}/events?${query}`));
  let lost = "", chunks = [];
  source.addEventListener("table", (event) => {
    // new chunks are text; a pair stands for chunks that were here before (web/chunks.py)
    chunks = JSON.parse(event.data).html.flatMap((part) => (typeof part === "string" ? part : chunks.slice(...part)));
    if (watching()) return;
    ++state.shown; // what is still being fetched is older
    show(chunks.join(""));
    state.told?.("pushed");
  });
  source.onerror = () => !lost && toast(words.offline, (lost = "why"));
  source.onopen = () => lost && toast(words.online, (lost = ""));
}

const markTitle = () => (document.title = (table().dataset.turn === "1" ? "● " : "") + document.title.replace(/^● /, ""));
function announceTurn() {
  const wanted = document.hidden && getPref("notify") === "1" && window.Notification?.permission === "granted";
  if (wanted) new Notification(words.your_turn, { body: $("#prompt").textContent.trim() });
}

const putDraft = (move) => answer("PUT", "draft", move);
const answer = (method, path, move) =>
  doing(async () => {
    const { ask, opened } = table().dataset;
    const told = new Promise((done) => setTimeout((state.told = done), 500));
    const { position } = await api(method, tableApi(path), { ask, opened: +opened, move });
    let late = (await told) !== "pushed" || +table().dataset.position < position;
    if (method === "PUT") late ||= !`${JSON.parse(table().dataset.prefix || "[]")}`.startsWith(`${move}`); // pushed too early
    if (late) await refresh(); // the change comes by itself through the stream; if not, it is fetched
  });

async function why(value) {
  const query = `prefix=${JSON.parse(table().dataset.prefix)}&value=${value}&lang=${document.documentElement.lang}${keyQuery("&")}`;
  toast((await api("GET", `/api/tables/${table().dataset.id}/why?${query}`)).message || words.error, "why");
}

async function showClause(id) {
  const { section, text } = await api("GET", `/rules/${table().dataset.game}/${encodeURIComponent(id)}.json`);
  const body = make("p", {});
  body.append(...linked(text));
  openDialog(make("h2", { textContent: `${id} · ${section}` }), body);
}

/** Keep the newest line in sight, or the one being looked at, unless somebody reads further up. */
function scrollLog(stick = true) {
  const here = $("#log .here") || (stick && $("#log li:last-child"));
  if (here) here.parentNode.scrollTop = here.offsetTop - here.parentNode.offsetTop - here.parentNode.clientHeight / 2;
}

// -- the board: pan, zoom, tooltips ------------------------------------------------------------------------

const svg = () => $("#board > svg");
let box = null; // the part of the board that is shown
const base = () => state.base.split(/[ ,]+/).map(Number);

/** Show the same part of the board as before; a drawing of another size is shown whole. */
function fitBoard(fresh = document) {
  const drawing = $("#board > svg", fresh);
  if (!drawing) return;
  if (state.base !== drawing.getAttribute("viewBox")) [state.base, box] = [drawing.getAttribute("viewBox"), null];
  setBox(box || { w: Infinity });
  for (const { style, dataset } of $$("#board [data-style]")) style.cssText = dataset.style; // the CSP allows it only here
  for (const full of $$("#form [data-holds]")) full.draggable = true;
}

function setBox(next) {
  const [x, y, w, h] = base();
  const factor = Math.min(1, Math.max(next.w / w, 1 / 10));
  const hold = (at, size, low, all) => Math.min(Math.max(at, low - size * 0.3), low + all - size * 0.7);
  box = { x, y, w: w * factor, h: h * factor };
  if (factor < 1) Object.assign(box, { x: hold(next.x, box.w, x, w), y: hold(next.y, box.h, y, h) });
  svg().setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  document.body.classList.toggle("zoomed", factor < 1);
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
  const [, , w, h] = base();
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
  const fingers = new Map();
  let moved = false, press = 0, spread = 0;
  const onBoard = (event) => event.target.closest && event.target.closest("#board");
  const wheel = (event) =>
    onBoard(event) && (event.preventDefault(), hideTip(), zoom(1.15 ** -Math.sign(event.deltaY), event.clientX, event.clientY));
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    state.keys = false;
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
      clearTimeout(state.hover);
      if (event.pointerType === "mouse" && onBoard(event))
        state.hover = setTimeout(() => tipFor(event.target, event.clientX, event.clientY), 350);
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
    const target = event.target.closest('[data-state="legal"]') || event.target.closest('[data-state="barred"]');
    target ? pressed(target) : tipFor(event.target, event.clientX, event.clientY);
  });
  document.addEventListener("dblclick", (event) => {
    if (onBoard(event) && !event.target.closest("[data-state]")) zoom(2, event.clientX, event.clientY);
  });
}

function pressed(target) {
  hideTip();
  clearTimeout(state.hover);
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
  state.picked = null;
  putDraft(draft);
}

/** Tap a value and then a slot, or a slot and then a value; tap a full slot twice to empty it. */
function pick(element) {
  const slot = element.closest("[data-slot]");
  const { put: value, step, holds } = element.dataset;
  const now = JSON.parse($("#form").dataset.formDraft);
  if (slot && slot !== element && value !== undefined) return put(+slot.dataset.slot, +value); // counters
  if (slot && step !== undefined) return put(+slot.dataset.slot, now[slot.dataset.slot] + +step);
  const first = state.picked && state.picked.isConnected ? state.picked : null;
  first?.classList.remove("picked");
  state.picked = null;
  if (first === element) return holds === undefined ? null : put(+element.dataset.slot, OPEN);
  const [from, to] = first && first.dataset.slot !== undefined && value !== undefined ? [element, first] : [first, element];
  const moving = from && (from.dataset.put ?? from.dataset.holds);
  if (moving !== undefined && moving !== null && to.dataset.slot !== undefined) return put(+to.dataset.slot, +moving);
  state.picked = element;
  return element.classList.add("picked");
}

document.addEventListener("dragstart", (event) => {
  const card = event.target.closest("[data-put], [data-holds]");
  if (card) event.dataTransfer.setData("text/plain", card.dataset.put ?? card.dataset.holds);
});
document.addEventListener("dragover", (event) => event.target.closest("[data-slot]") && event.preventDefault());
document.addEventListener("drop", (event) => {
  const slot = event.target.closest("[data-slot]");
  if (slot) event.preventDefault(), put(+slot.dataset.slot, +event.dataTransfer.getData("text/plain"));
});

// -- clicks -------------------------------------------------------------------------------------------------

const actions = {
  theme() {
    const order = { auto: "dark", dark: "light", light: "auto" };
    const { dataset } = document.documentElement;
    setPref("theme", (dataset.theme = order[dataset.theme] || "auto"));
  },
  help: () => openDialog($("#help-text").content.cloneNode(true)),
  play() {
    clearInterval(state.playing);
    if (state.playing) return void ((state.playing = 0), ($("#replay-play").textContent = "▶"));
    $("#replay-play").textContent = "❚❚";
    state.playing = setInterval(async () => {
      const { position, last } = table().dataset;
      if (+position >= +last) return actions.play();
      await load(+position + 1, viewpoint()).catch(() => actions.play());
      if (state.playing) $("#replay-play").textContent = "❚❚";
    }, 900);
  },
  async wholelog() {
    const html = await fetch(`/t/${table().dataset.id}/log${keyQuery()}`).then((r) => r.text());
    openDialog(Object.assign(new DOMParser().parseFromString(html, "text/html").body.firstElementChild, { id: "whole-log" }));
  },
  logout: () => doing(async () => (await api("POST", "/api/logout"), (location.href = "/"))),
};

async function post(button) {
  const { post: what, body, sure: question, home } = button.dataset;
  if (!question || confirm(question)) await doing(async () => {
    const known = await beSomebody();
    const data = await api("POST", tableApi(what), body ? JSON.parse(body) : {});
    if (!known) location.reload();
    else if (what === "rematch" || home) location.href = home ? "/" : `/t/${data.id}`;
    else await load();
  });
}

async function copyLink(path) {
  const { href } = new URL(path, location.origin);
  await navigator.clipboard?.writeText(href).catch(() => {});
  toast(`${words.copied} ${href}`);
}

async function savePng(button) {
  const text = await fetch(button.dataset.png + keyQuery()).then((r) => r.text());
  const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}` });
  await picture.decode();
  const [, , w, h] = base();
  const canvas = make("canvas", { width: w * 1.5, height: h * 1.5 });
  canvas.getContext("2d").drawImage(picture, 0, 0, w * 1.5, h * 1.5);
  make("a", { href: canvas.toDataURL("image/png"), download: button.dataset.name }).click();
}

document.addEventListener("click", (event) => {
  const of = event.target.closest("button, a, [data-put], [data-slot]");
  if (!of || of.disabled || of.closest("#board")) return;
  const d = of.dataset;
  if (d.answer !== undefined) answer("POST", "answers", JSON.parse(d.answer));
  else if (d.draft !== undefined) putDraft(JSON.parse(d.draft));
  else if (d.why !== undefined) why(d.why).catch(() => toast(words.error));
  else if (d.post) post(of);
  else if (d.go !== undefined) {
    event.preventDefault();
    if ($("#dialog").open) $("#dialog").close();
    if (state.playing) actions.play();
    doing(() => (d.go === "live" ? load() : load(+d.go, viewpoint())));
    if (matchMedia("(max-width: 760px)").matches) document.body.dataset.tab = "board";
  } else if (d.clause) showClause(d.clause).catch(() => toast(words.error));
  else if (d.copy !== undefined) copyLink(d.copy);
  else if (d.png) savePng(of).catch(() => toast(words.error));
  else if (d.do) actions[d.do](of);
  else if (d.tab) (document.body.dataset.tab = d.tab), scrollLog();
  else if (d.filter) document.body.dataset.filter = d.filter;
  else if (d.zoom) d.zoom === "targets" ? zoomToTargets() : +d.zoom ? zoom(+d.zoom) : setBox({ w: Infinity });
  else if (d.lang) setPref("lang", d.lang), location.reload();
  else if (d.preset) applyPreset(JSON.parse(d.preset));
  else if (d.delete) doing(async () => (await api("DELETE", d.delete), location.reload()));
  else if (d.put !== undefined || d.slot !== undefined || d.step !== undefined) pick(of);
});

document.addEventListener("change", (event) => {
  const of = event.target;
  if (of.id === "replay-slider") doing(() => load(+of.value, viewpoint()));
  else if (of.dataset.viewpoint !== undefined) doing(() => load(+table().dataset.position, of.value));
  else if (of.dataset.pref) {
    setPref(of.dataset.pref, of.checked ? 1 : 0);
    if (of.dataset.pref === "motion") document.documentElement.dataset.motion = of.checked ? "on" : "off";
    if (of.dataset.pref === "notify" && of.checked) window.Notification?.requestPermission();
    if (of.dataset.pref === "confirm") state.source.close(), connect(), refresh();
  } else if (of.name === "players") showSeats();
});

// -- keyboard -------------------------------------------------------------------------------------------------

const choices = () =>
  $$("#action button, #action a.button").filter((b) => !b.disabled && b.offsetParent && !b.classList.contains("clause"));

const firstChoice = () => choices().find((b) => b.closest("#choices")) || choices()[0] || document.body;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  if ($("#dialog").open || target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select")) return;
  state.keys = true;
  if (!table()) return;
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  const tabs = { l: "log", c: "chat", b: "board" };
  if (step) {
    const all = choices();
    const at = all.indexOf(document.activeElement);
    (at < 0 ? firstChoice() : all[(at + step + all.length) % all.length]).focus();
  } else if ((key === "Enter" || key === " ") && target.closest("#board [data-state]")) pressed(target.closest("[data-state]"));
  else if (key === "Enter" && target === document.body) firstChoice().focus();
  else if (key === "Escape") {
    hideTip();
    const back = $$(".chips button").pop() || $("#replay-live");
    back ? back.click() : document.activeElement.blur();
  } else if (key === "u" || key === "U") $("#undo")?.click();
  else if (key === "?") actions.help();
  else if (tabs[key.toLowerCase()]) {
    document.body.dataset.tab = tabs[key.toLowerCase()];
    ({ c: () => $("#chat-text"), l: () => $("#log li:last-child a") }[key.toLowerCase()] || (() => null))()?.focus();
  } else if (key === "+" || key === "-") zoom(key === "+" ? 1.3 : 0.77);
  else if (key === "0") setBox({ w: Infinity });
  else return;
  event.preventDefault();
});

// -- pages around the table -------------------------------------------------------------------------------------

async function openTable(body) {
  await beSomebody();
  location.href = `/t/${(await api("POST", "/api/tables", body)).id}`;
}

function applyPreset(preset) {
  const { elements } = $("#setup");
  elements.players.value = preset.players;
  for (const field of $$("[name=module]")) field.checked = preset.modules.includes(field.value);
  for (const [id, value] of Object.entries(preset.options))
    if (value === true || value === false) elements[`option-${id}`].checked = value;
    else elements[`option-${id}`].value = [value].flat().join(", ");
  showSeats();
}
const showSeats = () =>
  $$("[data-seat-row]").forEach((row) => (row.hidden = +row.dataset.seatRow >= +$("#setup").elements.players.value));

/** The set-up form as the API wants it. */
function tableOf(form) {
  const e = form.elements;
  const players = +e.players.value;
  const seats = Array.from({ length: players }, (_, n) => {
    const [kind, bot] = e[`seat-${n}`].value.split(":");
    return bot ? { kind, bot } : { kind };
  });
  const read = { flag: (f) => f.checked, choice: (f) => f.value, number: (f) => +f.value, numbers: (f) => f.value.match(/\d+/g).map(Number) };
  const options = {};
  for (const { dataset: d } of $$("[data-option]", form)) options[d.option] = read[d.type](e[`option-${d.option}`]);
  const modules = $$("[name=module]:checked", form).map((field) => field.value);
  const rest = { title: e.title.value, private: e.private.checked, clock: JSON.parse(e.clock.value), undo_policy: e.undo.value };
  return { game: form.dataset.game, players, modules, options, seats, ...rest };
}

const filledIn = (form) => Object.fromEntries(new FormData(form));
const forms = {
  quick: (form) => {
    const bots = Array(+form.elements.bots.value).fill({ kind: "bot", bot: "knight" });
    return openTable({ game: form.dataset.game, players: bots.length + 1, seats: [{ kind: "me" }, ...bots] });
  },
  setup: (form) => openTable(tableOf(form)),
  chat: async (form) => {
    const text = form.elements.text.value.trim();
    const known = await beSomebody();
    if (text) await api("POST", tableApi("chat"), { text });
    form.reset();
    known ? await refresh() : location.reload();
  },
  login: async (form) => (await api("POST", "/api/login", filledIn(form)), (location.href = "/")),
  register: async (form) => (await api("POST", "/api/register", filledIn(form)), (location.href = "/")),
  profile: async (form) => {
    const problem = Object.assign($("#profile-problem"), { hidden: true });
    const me = await api("PATCH", "/api/me", filledIn(form)).catch((error) => {
      Object.assign(problem, { hidden: false, textContent: error.message });
      throw error;
    });
    for (const name of ["name", "mail", "webhook"]) form.elements[name].value = me[name];
    $("h1").textContent = $(".who").textContent = me.name;
    toast(words.saved);
  },
  token: async (form) => {
    const made = await api("POST", "/api/tokens", filledIn(form));
    Object.assign($("#new-token"), { hidden: false, textContent: made.token });
  },
};
document.addEventListener("submit", (event) => {
  const run = forms[event.target.dataset.form];
  if (run) event.preventDefault(), doing(() => run(event.target));
});

function tick() {
  for (const clock of $$('[data-running="1"]')) {
    const s = Math.floor(Math.max(0, (clock.dataset.clock -= 1000)) / 1000);
    const [days, hours, minutes] = [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
    const two = (n) => String(n).padStart(2, "0");
    clock.textContent = days ? `${days}d ${hours}h` : hours ? `${hours}h ${two(minutes)}` : `${minutes}:${two(s % 60)}`;
    clock.classList.toggle("low", s < 60);
  }
}

for (const kind of ["focusin", "pointerover"]) document.addEventListener(kind, highlight);
startBoard();
setInterval(tick, 1000);
if ($("#setup")) showSeats();
if (table()) {
  mark(table());
  fitBoard();
  scrollLog();
  connect();
  markTitle();
}
for (const field of $$('[data-pref="notify"]')) field.checked = getPref("notify") === "1";
