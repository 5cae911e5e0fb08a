// What every page needs: settings, messages, requests, forms. Tables add board.js and table.js. The server renders
// everything; the scripts know no game, read data-* attributes and never decide what is allowed.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, properties) => Object.assign(document.createElement(name), properties);
const words = JSON.parse($("#words").dataset.words);
const table = () => $("#table");
let busy = false, toasting = 0;

// -- settings and messages ------------------------------------------------------------------------------

const setPref = (name, value) => (document.cookie = `pfalz_${name}=${value}; path=/; max-age=31536000; samesite=lax`);
const getPref = (name) => (document.cookie.match(`(?:^|; )pfalz_${name}=([^;]*)`) || [])[1] || "";
const narrow = matchMedia("(max-width: 760px)"); // a phone, as in pfalz.css
const calm = () => document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

function toast(text, kind = "") {
  const note = Object.assign($("#toast"), { className: `shown ${kind}` });
  note.replaceChildren(...linked(text));
  clearTimeout(toasting);
  toasting = setTimeout(() => (note.className = ""), kind === "why" ? 9000 : 4000);
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
  if (busy) return;
  busy = document.body.toggleAttribute("data-busy", true);
  $("#toast").className = "";
  try {
    await action();
  } catch (error) {
    if (!error.said) toast(error.key === "stale" ? words.stale : error.message, "why");
    if (table()) await refresh().catch(() => {});
  }
  busy = document.body.toggleAttribute("data-busy", false);
}

// -- notices ------------------------------------------------------------------------------------------------

/** A notice of the browser, where one is wanted and may be shown. */
function notice(kind, body, id) {
  const wanted = getPref("notify") === "1" && $(".who").dataset.told.includes(`browser.${kind}`);
  if (!wanted || window.Notification?.permission !== "granted") return;
  try {
    new Notification(words[`notice_${kind}`], { body, tag: id }).onclick = () => (focus(), table() || (location.href = `/t/${id}`));
  } catch {} // some phones show notices of service workers only
}

/** Away from the tables: what happens there, told as it happens. */
function listen() {
  const tell = ({ type, data }) => {
    const { table: id, title } = JSON.parse(data);
    document.hidden ? notice(type, title, id) : toast(`${words[`notice_${type}`]}: ${title}`);
  };
  const source = new EventSource("/api/me/events");
  for (const kind of ["turn", "end", "deadline"]) source.addEventListener(kind, tell);
}

// -- clicks -------------------------------------------------------------------------------------------------

const actions = {
  theme() {
    const order = { auto: "dark", dark: "light", light: "auto" };
    const { dataset } = document.documentElement;
    setPref("theme", (dataset.theme = order[dataset.theme] || "auto"));
  },
  help: () => openDialog($("#help-text").content.cloneNode(true)),
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

async function showClause(id) {
  const { section, text } = await api("GET", `/rules/${$("[data-game]").dataset.game}/${encodeURIComponent(id)}.json`);
  const body = make("p", {});
  body.append(...linked(text));
  openDialog(make("h2", { textContent: `${id} · ${section}` }), body);
}

async function copyLink(path) {
  const { href } = new URL(path, location.origin);
  await navigator.clipboard?.writeText(href).catch(() => {});
  toast(`${words.copied} ${href}`);
}

document.addEventListener("click", (event) => {
  const of = event.target.closest("button, a");
  if (!of || of.disabled) return;
  const d = of.dataset;
  if (d.post) post(of);
  else if (d.clause) showClause(d.clause).catch(() => toast(words.error));
  else if (d.copy !== undefined) copyLink(d.copy);
  else if (d.do) actions[d.do](of);
  else if (d.lang) setPref("lang", d.lang), location.reload();
  else if (d.preset) applyPreset(JSON.parse(d.preset));
  else if (d.delete) doing(async () => (await api("DELETE", d.delete), location.reload()));
});

document.addEventListener("change", (event) => {
  const { dataset: d, checked, name } = event.target;
  if (d.pref) setPref(d.pref, checked ? 1 : 0);
  if (d.pref === "notify" && checked) window.Notification?.requestPermission();
  if (name === "players") showSeats();
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
/** Send a form where it says and go where it leads; what is wrong is said inside it. */
async function errand(form, more) {
  const { method = "POST", path, then } = form.dataset;
  const say = (text) => Object.assign($(".problem", form), { hidden: !text, textContent: text });
  say("");
  const done = await api(method, path, { ...filledIn(form), ...more }).catch((error) => {
    say(error.message);
    throw Object.assign(error, { said: true });
  });
  if (then) location.href = then;
  return done;
}
const forms = {
  quick: (form) => {
    const bots = Array(+form.elements.bots.value).fill({ kind: "bot", bot: "knight" });
    return openTable({ game: form.dataset.game, players: bots.length + 1, seats: [{ kind: "me" }, ...bots] });
  },
  setup: (form) => openTable(tableOf(form)),
  ...{ errand, login: errand, register: errand },
  profile: async (form) => {
    const me = await errand(form, { notices: $$("[data-notice]:checked", form).map((field) => field.value) });
    for (const name of ["name", "webhook"]) form.elements[name].value = me[name];
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

setPref("narrow", +narrow.matches);
if ($("#setup")) showSeats();
if (!table() && $(".who").dataset.person && getPref("notify") === "1") listen();
for (const field of $$('[data-pref="notify"]')) field.checked = getPref("notify") === "1";
