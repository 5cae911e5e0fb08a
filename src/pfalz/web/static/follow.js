// What has happened is played step by step, at everybody's own pace: the board is held back meanwhile, the question is not. And
// marks of what has changed since the last answer. Needs pfalz.js, view.js, board.js and log.js; table.js asks it what to hold back.
"use strict";

const SPEEDS = { once: 0, quick: 900, calm: 2600 }; // so long a step stands, in milliseconds; a scene twice as long
const BATCH = 6; // so many drawings are fetched at once
// the last moment that has come; steps to be shown; drawings by moment, on their way or here; whether the board is held back
const follow = { seen: -1, queue: [], drawn: new Map(), on: false, timer: 0, done: 0, ticket: 0, live: "", step: null, told: -1 };
const pace = () => (getPref("pace") in SPEEDS ? getPref("pace") : "quick");
const held = () => follow.on;
const BY_RULE = -4; // whose deed something is that a side without a seat has done: its details say why, since nobody can be asked
const read = (item) => {
  const { by, scene, at, upto } = item.dataset, why = +by === BY_RULE && !scene ? $("ul", item)?.outerHTML : "";
  return { id: item.id, by: +by, scene: scene || why, why, moment: `${at}.${upto}`, line: $("a", item).textContent };
};

/** Chunks after a difference: new ones are text, a pair stands for those that were there before (web/chunks.py). */
const patched = (chunks, difference) => difference.flatMap((part) => (typeof part === "string" ? part : chunks.slice(...part)));

// -- what has arrived ---------------------------------------------------------------------------------------------

/** The table as it stands now has come. Returns whether the board stays as it is, since the way there is shown first. */
function arrived(fresh, html) {
  const known = follow.seen, all = items(fresh, -1);
  follow.live = html;
  follow.seen = all.length ? momentOf(all.at(-1)) : 0;
  since(fresh);
  find(fresh);
  const other = fresh.dataset.narrow !== table().dataset.narrow;
  if (!$("#telling") || watching() || other || known < 0 || follow.seen < known || pace() === "once") return rest(), false;
  for (const step of items(fresh, known).map(read)) {
    if (follow.queue.at(-1)?.id === step.id) follow.queue.pop(); // it has grown
    follow.queue.push(step);
  }
  if (!follow.on && follow.queue.length) follow.queue.length > 1 || follow.queue[0].scene ? begin() : (follow.queue = []);
  if (follow.on) say();
  return follow.on;
}

// -- playing ------------------------------------------------------------------------------------------------------

function begin() {
  Object.assign(follow, { on: true, done: 0 });
  for (const element of $$("#board [data-state]")) delete element.dataset.state; // what was asked is answered
  showMarks({});
  document.body.toggleAttribute("data-telling", true);
  next();
}

/** Show the next step; the last one is the table as it stands. */
async function next() {
  clearTimeout(follow.timer);
  const step = follow.queue.shift(), ticket = ++follow.ticket;
  if (!step) return skip();
  follow.step = step;
  follow.done++;
  const last = !follow.queue.length && follow.on && !step.again;
  const drawn = last && !step.scene ? null : await drawing(step);
  if (ticket !== follow.ticket) return;
  if (!drawn && !last) return skip();
  if (last) {
    follow.on = false;
    show(follow.live);
  } else redraw(drawn);
  say(drawn?.scene);
  if (follow.queue.length) drawing(follow.queue[0]); // the next ones come meanwhile
  if (!$("#telling").hasAttribute("data-paused")) wait(step);
}
const wait = (step) => (follow.timer = setTimeout(() => (follow.on ? next() : rest()), SPEEDS[pace()] * (step.scene ? 2 : 1)));

/** Nothing is held back any more, and nothing is told. */
function rest() {
  clearTimeout(follow.timer);
  Object.assign(follow, { queue: [], on: false, step: null, ticket: follow.ticket + 1 });
  follow.drawn.clear();
  document.body.toggleAttribute("data-telling", false);
  later("");
  const bar = $("#telling"); // a table that waits for people has none
  if (bar) Object.assign(bar, { hidden: true }).removeAttribute("data-paused");
}

/** Leave all that is left and go to the table as it stands. */
function skip() {
  const behind = follow.on;
  if (follow.step || behind) rest();
  if (behind) show(follow.live);
}

/** The board of a step, or nothing if it cannot be had, with those that come after it: each is told as a difference to the one before. */
function drawing(step) {
  if (!follow.drawn.has(step.moment)) {
    const wanted = [...new Set([step, ...follow.queue].map(({ moment: key }) => key))].filter((key) => !follow.drawn.has(key)).slice(0, BATCH);
    const query = `moments=${wanted}&narrow=${screenKind()}&lang=${document.documentElement.lang}${keyQuery("&")}`;
    const batch = reach(`/t/${table().dataset.id}/steps?${query}`).then((response) => (response.ok ? response.json() : Promise.reject(response.status)));
    const whole = batch.then((steps) => {
      let chunks = [];
      return steps.map((shown) => ({ ...shown, board: (chunks = patched(chunks, shown.board)).join("") }));
    });
    wanted.forEach((key, i) => follow.drawn.set(key, whole.then((steps) => steps[i], () => null)));
  }
  return follow.drawn.get(step.moment);
}

function redraw({ board, scores, marks }) {
  const fresh = new DOMParser().parseFromString(`<div id="board" class="board">${board}</div>`, "text/html").body;
  const before = calm() ? null : places();
  morph($("#board"), fresh.firstElementChild);
  fitBoard(fresh);
  if (before) glide(before);
  for (const [side, score] of Object.entries(scores)) $(`#seat-${side} .score`).textContent = score;
  showMarks(marks);
}

/** Say what is being shown, and that something is asked. */
function say(scene = "") {
  const bar = $("#telling"), { by, line } = follow.step || {};
  if (!follow.step) return;
  const coat = $(`#seat-${by} .coat`);
  $("#told").replaceChildren(...(coat ? [coat.cloneNode(true)] : []), line);
  $("#told-count").textContent = follow.on ? `${follow.done}/${follow.done + follow.queue.length}` : "";
  $("#told-asked").hidden = !follow.on || table().dataset.turn !== "1";
  $("#scene").innerHTML = follow.step.why || scene; // made by the server, with nothing of a person in it but escaped names
  for (const field of $$("[data-pace]")) field.value = pace();
  bar.hidden = false;
  later(follow.on ? follow.step.moment : "");
}

/** What has happened after a position; what the log here does not reach back to is fetched. */
async function stepsAfter(position) {
  if (!$("#log .older") || items(document, -1).some((item) => momentOf(item) <= after(position))) return items(document, after(position)).map(read);
  const html = await reach(`/t/${table().dataset.id}/log${keyQuery()}`).then((response) => response.text());
  return items(new DOMParser().parseFromString(html, "text/html"), after(position)).map(read);
}

/** All steps since the last answer, or since a position, from the beginning. */
async function again(from = +table().dataset.since, line = words.since) {
  const steps = from < 0 ? [] : await stepsAfter(from);
  if (!steps.length) return toast(words.nothing_new);
  rest();
  const first = { moment: `${from}.9999`, by: -1, scene: "", line, again: true };
  Object.assign(follow, { queue: [first, ...steps] });
  begin();
}

/** Whoever comes back is offered what has happened meanwhile. */
async function offer() {
  const { id, seat } = table().dataset, position = +seat < 0 ? localStorage[`looked-${id}`] ?? -1 : $("#looked").dataset.position;
  const steps = +position < 0 || watching() ? [] : await stepsAfter(+position);
  if (steps.length < 2 || follow.on) return;
  const show = make("button", { type: "button", className: "go", textContent: words.looked_show, id: "tell-missed" });
  show.onclick = () => again(+position, words.looked);
  toast(`${words.looked_offer.replace("{n}", steps.length)} `, "offer", show);
}

/** The server keeps how far somebody at the table has followed it, whatever device they come back with; a spectator's browser does. */
function looked() {
  const { id, position, seat } = table().dataset, now = +position;
  if (watching() || follow.on || document.hidden || now === follow.told) return;
  follow.told = now;
  if (+seat < 0) try { localStorage[`looked-${id}`] = now; } catch { /* a browser that keeps nothing is offered nothing */ }
  else api("PUT", tableApi("looked"), { position: now }).catch(() => (follow.told = -1));
}
setInterval(looked, 3000);

Object.assign(actions, {
  next: () => (follow.on ? next() : rest()),
  skip,
  again: () => again().catch((error) => toast(error.message, "why")),
  pause() {
    const bar = $("#telling"), paused = bar.toggleAttribute("data-paused");
    paused ? clearTimeout(follow.timer) : follow.step && wait(follow.step);
  },
});
document.addEventListener("change", ({ target }) => {
  if (target.dataset.pace === undefined) return;
  setPref("pace", target.value);
  for (const field of $$("[data-pace]")) field.value = target.value;
  if (target.value === "once") skip();
});

// -- marks --------------------------------------------------------------------------------------------------------

/** Outline what has changed in the colour of who did it, with their arms; arrows where something went; gains at the scores. */
function showMarks({ things = [], ways = [], points = {} }) {
  $("#traces")?.remove();
  for (const element of $$("[data-changed]")) delete element.dataset.changed;
  for (const score of $$(".score[data-gain]")) delete score.dataset.gain;
  for (const [seat, n] of Object.entries(points)) $(`#seat-${seat} .score`).dataset.gain = n > 0 ? `+${n}` : n;
  if (!svg() || !$("#stage").clientHeight) return;
  const layer = svgElement("g", { id: "traces", "aria-hidden": "true" });
  svg().append(layer);
  const place = (kind, value) => $$(`#board [data-kind="${kind}"][data-value="${value}"]`).find((element) => element.getBoundingClientRect().width);
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return point(x + width / 2, y + height / 2);
  };
  for (const [kind, from, to, by] of ways) {
    const [a, b] = [place(kind, from), place(kind, to)];
    if (a && b) layer.append(arrow(middle(a), middle(b), by));
  }
  for (const [kind, value, by] of things) {
    const element = place(kind, value), coat = $(`#seat-${by} .coat`);
    if (!element) continue;
    element.dataset.changed = by;
    layer.append(outline(element, by), ...(coat ? [arms(coat, element)] : []));
  }
}
const svgElement = (name, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
function arrow(a, b, by) {
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1, [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long];
  const [tip, wing] = [{ x: b.x - ux * 6, y: b.y - uy * 6 }, 9];
  const back = { x: tip.x - ux * wing, y: tip.y - uy * wing };
  const d = `M${a.x} ${a.y}L${back.x} ${back.y}M${tip.x} ${tip.y}L${back.x - uy * 6} ${back.y + ux * 6}L${back.x + uy * 6} ${back.y - ux * 6}Z`;
  return svgElement("path", { d, class: `way seat-${by}` });
}
function outline(element, by) {
  const shapes = "path, rect, circle, ellipse, polygon, use", shape = element.matches(shapes) ? element : $(shapes, element);
  if (!shape) return "";
  const { a, b, c, d, e, f } = svg().getScreenCTM().inverse().multiply(shape.getScreenCTM());
  const line = svgElement(shape.localName, { transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})`, class: `traced seat-${by}` });
  for (const name of ["href", "d", "points", "x", "y", "width", "height", "rx", "ry", "r", "cx", "cy"]) if (shape.hasAttribute(name)) line.setAttribute(name, shape.getAttribute(name));
  return line;
}
function arms(coat, element) {
  const { x, y, width, height } = element.getBoundingClientRect(), at = point(x + width * 0.8, y + height * 0.2), size = 15;
  const picture = svgElement("svg", { x: at.x - size / 2, y: at.y - size * 0.6, width: size, height: size * 1.2, viewBox: coat.getAttribute("viewBox"), class: "arms" });
  picture.append(...[...coat.childNodes].map((node) => node.cloneNode(true)));
  return picture;
}
/** What has changed since the last answer, on the board as it stands. */
const markChanges = () => showMarks(watching() ? {} : JSON.parse(table().dataset.marks || "{}"));

// -- one press answers one question -------------------------------------------------------------------------------

/** What is asked, slot by slot; a form is one question. */
const asked = () => `${table().dataset.opened} ${table().dataset.ask} ${$("#form") ? "" : table().dataset.prefix}`;
const press = { down: "", first: "" }; // what was asked when a button was pressed, and at the first of several clicks
addEventListener("pointerdown", () => (press.down = asked()), true);
addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest("[data-answer], [data-draft], [data-put], [data-slot], #board [data-state]")) return;
  if (event.detail === 1) press.first = press.down;
  if (asked() !== press.down || asked() !== press.first) event.stopImmediatePropagation(); // it was meant for another one
}, true);
addEventListener("keydown", (event) => {
  if (!event.repeat || !["Enter", " "].includes(event.key) || !event.target.closest("#action, #board")) return;
  event.preventDefault(); // a key that is held presses once
  event.stopImmediatePropagation();
}, true);
