// The live table: morphs new markup into the page, sends drafts and answers, replays, listens to keys. Needs pfalz.js,
// view.js and board.js.
"use strict";

const state = { playing: 0, keys: false, source: null, again: 0, shown: 0 };

// -- morphing -------------------------------------------------------------------------------------------

/** Make `old` like `fresh`, keeping every element that has the same id, wherever it goes; what is held stays as it is. */
function morph(old, fresh, hold = "#telling") {
  const ids = new Map($$("[id]", old).map((element) => [element.id, element]));
  const wanted = new Set($$("[id]", fresh).map((element) => element.id));
  const shelter = make("div", {});
  const drop = (node) => {
    if (node.nodeType === 1) shelter.append(...$$("[id]", node).filter((kept) => wanted.has(kept.id)));
    node.remove();
  };
  const into = (have, want) => {
    if (have.matches(hold) || have.isEqualNode(want)) return;
    for (const { name, value } of want.attributes)
      if (name !== "viewBox" && have.getAttribute(name) !== value) have.setAttribute(name, value);
    for (const { name } of [...have.attributes])
      if (name !== "style" && name !== "open" && !want.hasAttribute(name)) have.removeAttribute(name);
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

/** Morph, then let everything that has moved glide from where it was. */
function show(html) {
  unforesee();
  const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  const hold = arrived(fresh, html); // then board and scores stay as they are
  mark(fresh);
  const before = hold || calm() || !svg() || fresh.dataset.narrow !== table().dataset.narrow ? null : places();
  const focused = document.activeElement;
  const hadTurn = table().dataset.turn === "1";
  const log = $("#log");
  const stick = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  morph(table(), fresh, hold ? "#telling, #board, .score" : "#telling");
  const turn = table().dataset.turn === "1";
  if (turn && !hadTurn) announceTurn();
  markTitle();
  if (!hold) {
    fitBoard(fresh);
    if (before && svg()) glide(before);
    reveal();
    markChanges();
  }
  scrollLog(stick);
  hearChat();
  const lost = !focused.isConnected || focused.disabled || document.activeElement === document.body;
  if (state.keys && turn && lost) firstChoice().focus({ preventScroll: true });
  document.dispatchEvent(new Event("shown")); // for scripts that add something to what is asked
}

// -- live table -----------------------------------------------------------------------------------------

async function load(at = null, seat = "") {
  const query = new URLSearchParams(keyQuery(""));
  if (at !== null) query.set("at", at);
  if (seat !== "") query.set("seat", seat);
  const ticket = ++state.shown;
  // the browser's own buttons lead into the replay and out of it; steps inside it leave no trace. Pushes respect it at once
  const enter = at !== null && !watching();
  const path = `/t/${table().dataset.id}${query.size ? `?${query}` : ""}`;
  enter ? history.pushState("replay", "", path) : history.replaceState(history.state, "", path);
  query.set("narrow", screenKind());
  const response = await reach(`/t/${table().dataset.id}/fragment?${query}`);
  if (!response.ok) throw new Error(words.error);
  const html = await response.text();
  if (ticket === state.shown) show(html); // otherwise a newer one is on its way
}
const viewpoint = () => ($("[data-viewpoint]") ? new URLSearchParams(location.search).get("seat") || "" : "");
const watching = () => new URLSearchParams(location.search).has("at");
const refresh = () => (watching() ? load(table().dataset.position, viewpoint()) : load());
const goLive = () => (history.state === "replay" ? history.back() : load());
addEventListener("popstate", () => {
  const query = new URLSearchParams(location.search);
  load(query.get("at"), query.get("seat") || "").catch((error) => toast(error.message, "why"));
});

function connect(pause = 1500) {
  const prefs = `confirm=${getPref("confirm")}&motion=${getPref("motion")}&narrow=${screenKind()}`;
  const query = `lang=${document.documentElement.lang}&${prefs}${keyQuery("&")}`;
  state.source?.close();
  clearTimeout(state.again);
  const source = (state.source = new EventSource(`/api/tables/${table().dataset.id}/events?${query}`));
  let chunks = [];
  listen(source);
  source.addEventListener("table", (event) => {
    chunks = patched(chunks, JSON.parse(event.data).html);
    if (watching()) return;
    ++state.shown; // what is still being fetched is older
    show(chunks.join(""));
    state.told?.("pushed");
  });
  source.onerror = () => {
    lose(true);
    // browsers give up when they get an answer, such as that of a proxy whose server is being started again
    if (source.readyState === EventSource.CLOSED) state.again = setTimeout(connect, pause, Math.min(2 * pause, 30_000));
  };
  source.onopen = () => (lose(false), (pause = 1500));
}

/** As long as the connection is lost the page says so: what it shows may be old. Usually it is only a moment. */
function lose(lost) {
  const note = $("#lost");
  if (!lost && note.textContent === words.offline) toast(words.online);
  if (!lost) clearTimeout(state.patience), (state.patience = 0), (note.textContent = "");
  else if (!state.patience) {
    note.textContent = words.moment;
    state.patience = setTimeout(() => (note.textContent = words.offline), 6000);
  }
}
moment = (lost) => (lost || $("#lost").textContent) && lose(lost || state.source?.readyState !== EventSource.OPEN);
/** Somebody is back at the page, or the page is back in the net: no more waiting for the next attempt. */
const hurry = () => state.source?.readyState === EventSource.CLOSED && !document.hidden && connect();

/** Boards are drawn for the shape of the screen; this page may have been drawn for the other one. */
function reshape() {
  setPref("narrow", screenKind());
  if (table() && +table().dataset.narrow !== screenKind()) connect(), watching() && refresh().catch(() => toast(words.error));
}

const markTitle = () => (document.title = (table().dataset.turn === "1" ? "● " : "") + document.title.replace(/^● /, ""));
const announceTurn = () => document.hidden && notice("turn", $("#prompt").textContent.trim(), table().dataset.id);

const putDraft = (move) => answer("PUT", "draft", move);
const objections = []; // who may have something against an answer before it is sent (lesson.js)
const answer = (method, path, move) =>
  doing(async () => {
    if (method === "POST" && objections.some((objects) => objects(move))) return;
    skip(); // who answers has seen enough
    const { ask, opened } = table().dataset;
    const told = new Promise((done) => setTimeout((state.told = done), 500));
    const { position } = await api(method, tableApi(path), { ask, opened: +opened, move });
    let late = (await told) !== "pushed" || +table().dataset.position < position;
    if (method === "PUT") late ||= !`${JSON.parse(table().dataset.prefix || "[]")}`.startsWith(`${move}`); // pushed too early
    if (late) await refresh(); // the change comes by itself through the stream; if not, it is fetched
  });

/** Why something cannot be chosen: it is named, since on a phone a finger may have meant something else. */
async function why(value, name, slot) {
  const query = `prefix=${JSON.parse(table().dataset.prefix).slice(0, slot)}&value=${value}&lang=${document.documentElement.lang}${keyQuery("&")}`;
  const told = api("GET", `/api/tables/${table().dataset.id}/why?${query}`);
  toast(await told.then(({ message }) => (message ? `${name}: ${message}` : words.error), (error) => error.message), "why");
  nearby($("#toast"));
}

// -- clicks and changes ---------------------------------------------------------------------------------------

Object.assign(actions, {
  replay: () => doing(() => load(Math.max(0, table().dataset.position - 1), viewpoint())),
  play() {
    clearInterval(state.playing);
    if (state.playing) return void ((state.playing = 0), ($("#replay-play").textContent = "▶"));
    const step = async (to) => {
      await load(to, viewpoint()).catch(() => actions.play());
      if (state.playing) $("#replay-play").textContent = "❚❚";
    };
    $("#replay-play").textContent = "❚❚";
    state.playing = setInterval(() => {
      const { position, last } = table().dataset;
      return +position >= +last ? actions.play() : step(+position + 1);
    }, 900);
    if (table().dataset.position === table().dataset.last) step(0); // from the end there is only the beginning
  },
});
forms.chat = async (form) => {
  const text = form.elements.text.value.trim();
  const known = await beSomebody();
  if (text) await api("POST", tableApi("chat"), { text });
  form.reset();
  known ? await refresh() : location.reload();
};

function openTab(tab) {
  document.body.dataset.tab = tab;
  if (tab === "more") $("#settings").open = true;
  scrollLog();
  hearChat();
}

/** Where the chat lies behind a tab, the tab says that there is something new. */
function hearChat() {
  const last = $("#chat li:last-child")?.id, tab = $('#tabs [data-tab="chat"]');
  if (state.heard === undefined || $("#chat").offsetParent) state.heard = last;
  const news = last !== state.heard;
  for (const sign of [tab, $('[data-fold="chat"]')]) sign.classList.toggle("news", news);
  news ? tab.setAttribute("aria-label", `${tab.textContent}: ${words.news}`) : tab.removeAttribute("aria-label");
}

async function savePng(button) {
  const text = await fetch(button.dataset.png + keyQuery(button.dataset.png.includes("?") ? "&" : "?")).then((r) => r.text());
  const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}` });
  await picture.decode();
  const [w, h] = text.match(/viewBox="0 0 (\S+) ([^"]+)"/).slice(1); // drawn wide, whatever the screen
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
  else if (d.why !== undefined) why(d.why, of.textContent, of.closest("[data-slot]")?.dataset.slot); // in a form: of its slot
  else if (d.go !== undefined) {
    event.preventDefault();
    if ($("#dialog").open) $("#dialog").close();
    if (state.playing) actions.play();
    doing(() => (d.go === "live" ? goLive() : load(+d.go, viewpoint())));
    if (narrow.matches) document.body.dataset.tab = "board";
  } else if (d.png) savePng(of).catch(() => toast(words.error));
  else if (d.tab) openTab(d.tab);
  else if (d.visit) openTab("board"), visit(d.visit);
  else if (d.filter) document.body.dataset.filter = d.filter;
  else if (d.zoom) d.zoom === "targets" ? zoomToTargets() : +d.zoom ? zoom(+d.zoom) : look(whole());
  else if (d.put !== undefined || d.slot !== undefined || d.step !== undefined) pick(of);
});

document.addEventListener("change", (event) => {
  const { id, value, checked, dataset: d } = event.target;
  if (id === "replay-slider") doing(() => load(+value, viewpoint()));
  else if (d.viewpoint !== undefined) doing(() => load(+table().dataset.position, value));
  else if (d.pref === "motion") document.documentElement.dataset.motion = checked ? "on" : "off";
  else if (d.pref === "confirm") connect(), refresh();
});

/** The board follows the slider while it is being moved, one position after the other arrives. */
document.addEventListener("input", async ({ target }) => {
  if (target.id !== "replay-slider" || state.sliding) return;
  state.sliding = true;
  for (let at; at !== target.value; ) await load(+(at = target.value), viewpoint()).catch(() => {});
  state.sliding = false;
});

// -- keyboard -------------------------------------------------------------------------------------------------

const choices = () =>
  $$("#action button, #action a.button").filter((b) => !b.disabled && b.offsetParent && !b.classList.contains("clause"));

const firstChoice = () => choices().find((b) => b.closest("#choices")) || choices()[0] || document.body;

document.addEventListener("pointerdown", () => (state.keys = false));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  if ($("#dialog").open || target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select")) return;
  state.keys = true;
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  const tabs = { l: "log", c: "chat", b: "board" }, telling = { n: "next", s: "skip", r: "again" };
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
  else if (key === "h" || key === "H") $("#hint")?.click();
  else if (key === "?") actions.help();
  else if (telling[key.toLowerCase()]) actions[telling[key.toLowerCase()]]();
  else if (tabs[key.toLowerCase()]) {
    openTab(tabs[key.toLowerCase()]);
    ({ c: () => $("#chat-text"), l: () => $("#log > li:last-child a") }[key.toLowerCase()] || (() => null))()?.focus();
  } else if (key === "+" || key === "-") zoom(key === "+" ? 1.3 : 0.77);
  else if (key === "0") look(whole());
  else return;
  event.preventDefault();
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

document.body.append(make("p", { id: "lost", role: "status" }));
startBoard();
startDrag();
mark(table());
fitBoard();
reveal(false);
arrived(table(), table().outerHTML);
markChanges();
offer().catch(() => {});
scrollLog();
hearChat();
reshape();
if (!state.source) connect();
markTitle();
for (const kind of [narrow, roomy]) kind.addEventListener("change", reshape);
addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);
setInterval(tick, 1000);
