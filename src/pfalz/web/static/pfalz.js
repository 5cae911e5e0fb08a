// What every page needs: settings, messages, requests, forms. The set-up page adds setup.js, tables add view.js, board.js and
// table.js. The server renders everything; the scripts know no game, read data-* attributes and never decide what is allowed.
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
const narrow = matchMedia("(max-width: 1100px) and (orientation: portrait), (max-width: 760px) and (min-height: 541px)"); // as in pfalz.css
const across = matchMedia("(max-height: 540px) and (orientation: landscape)"); // a phone held across
const roomy = matchMedia("(min-width: 700px)"); // a tablet, if it is held upright
const screenKind = () => (narrow.matches ? 1 + roomy.matches : 0); // what boards are drawn for: 1 a phone, 2 such a tablet
const handheld = () => narrow.matches || across.matches;
const calm = () => document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

function toast(text, kind = "", ...more) {
  const note = Object.assign($("#toast"), { className: `shown ${kind}` });
  note.replaceChildren(...linked(text), ...more);
  clearTimeout(toasting);
  toasting = setTimeout(() => (note.className = ""), { why: 9000, offer: 20_000 }[kind] || 4000);
}

/** Text with its clause ids turned into buttons. */
function linked(text) {
  return text.split(/(\(?\b(?:[A-Z]M[A-Z]|[A-Z]{1,2}\d*)-(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?\)?)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const [id] = part.match(/[^()]+/), [before, after] = part.split(id);
    const button = make("button", { type: "button", className: "clause", textContent: id });
    button.dataset.clause = id;
    const whole = make("span", { className: "unbroken" });
    whole.append(before, button, after);
    return whole;
  });
}

function openDialog(...nodes) {
  $("#dialog-body").replaceChildren(...nodes);
  if (!$("#dialog").open) $("#dialog").showModal();
}

/** Fetch; whoever has no connection is told so in their language, not in the browser's. What is harmless twice is tried
 *  again for a while: another server takes over, or the same one is back in a moment. */
async function reach(path, options = {}) {
  const harmless = ["GET", "PUT"].includes(options.method || "GET") || /\/answers(\?|$)/.test(path);
  for (let pause = 100; ; pause *= 2) {
    const response = await fetch(path, options).catch(() => null);
    const ours = response && (response.status < 502 || response.headers.get("content-type")?.includes("json"));
    moment(!ours); // a proxy may answer for a server that is being started again
    if (ours) return response;
    if (!harmless || pause > 3200) throw new Error(words.unreachable);
    await new Promise((done) => setTimeout(done, pause));
  }
}
/** Says that the page is about to go on; a table knows where. */
let moment = () => {};

async function api(method, path, body) {
  const response = await reach(path, {
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

/** A number of our own to mix into chance; it is kept here to see later that it was used. */
const ownLuck = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
function keepLuck(id, luck) {
  try { localStorage[`luck-${id}`] = luck; } catch { /* a browser that keeps nothing cannot look it up */ }
}

/** The host commits to a seed before it learns that number. */
const commitment = async () => (await api("POST", "/api/commitments", {})).seed_hash;

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
    new Notification(words[`notice_${kind}`], { body, tag: id }).onclick = () => (focus(), isHere(id) || (location.href = `/t/${id}`));
  } catch {} // some phones show notices of service workers only
}
/** Ask the browser; where it refuses, nobody shall wait for a notice in vain. */
async function mayNotify() {
  if ((await window.Notification?.requestPermission()) !== "granted") toast(words.no_notices, "why");
}
const isHere = (id) => table()?.dataset.id === id;

/** Tell what happens at the tables as it happens. A table brings it with its own stream: browsers allow few connections. */
function listen(source = new EventSource("/api/me/events")) {
  const tell = ({ type, data }) => {
    const { table: id, title } = JSON.parse(data);
    if (type === "turn" && isHere(id)) return; // the table says so itself
    if (table()) refresh().catch(() => {}); // there is a next table now, or no more
    if (getPref("notify") !== "1") return;
    if (document.hidden) notice(type, title, id);
    else if (type === "deadline" || !isHere(id))
      toast(`${words[`notice_${type}`]}: `, "", make("a", { href: `/t/${id}`, textContent: title }));
  };
  for (const kind of ["turn", "end", "deadline"]) source.addEventListener(kind, tell);
}

// -- clicks -------------------------------------------------------------------------------------------------

const actions = {
  theme() {
    const { dataset } = document.documentElement, own = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const other = (dataset.theme === "auto" ? own : dataset.theme) === "dark" ? "light" : "dark";
    setPref("theme", (dataset.theme = other === own ? "auto" : other)); // every click is seen
    for (const picture of $$('img[src*="theme="]')) picture.src = picture.src.replace(/theme=\w+/, `theme=${dataset.theme}`);
  },
  help: () => openDialog($("#help-text").content.cloneNode(true)),
  logout: ({ dataset: { sure } }) =>
    (!sure || confirm(sure)) && doing(async () => (await api("POST", "/api/logout"), (location.href = "/"))),
};

async function post(button) {
  const { post: what, body, sure: question, home } = button.dataset;
  if (!question || confirm(question)) await doing(async () => {
    const known = await beSomebody();
    const given = body ? JSON.parse(body) : {};
    if (what === "undo") given.at = +table().dataset.last; // a second click takes back nothing more
    if (what === "join" || what === "rematch") given.luck = ownLuck();
    if (what === "rematch") given.commitment = await commitment();
    const data = await api("POST", tableApi(what), given);
    if (given.luck) keepLuck(what === "join" ? table().dataset.id : data.id, given.luck);
    if (!known) location.reload();
    else if (what === "rematch" || home) location.href = home ? "/" : `/t/${data.id}`;
    else await load();
  });
}

async function showClause(id) {
  const { id: at, game } = $("[data-game]").dataset; // at a table the numbers are its edition's
  const { section, text } = await api("GET", `${at ? `/t/${at}` : ""}/rules/${at ? "" : `${game}/`}${encodeURIComponent(id)}.json${at ? keyQuery() : ""}`);
  const body = make("p", {});
  body.append(...linked(text));
  openDialog(make("h2", { textContent: `${id} · ${section}` }), body);
}

/** Whoever has come with the key of a private table keeps it on the way to its other pages. */
function keepKey(link) {
  const key = keyQuery(""), { id } = $("[data-id]")?.dataset || {};
  if (key && link.pathname.split("/").includes(id) && !link.search.includes("key=")) link.search += `${link.search ? "&" : "?"}${key}`;
}

async function copyLink(path) {
  const link = make("a", { href: path }), invitation = $('[data-copy*="key="]');
  if (invitation && !link.search.includes("key=")) link.search += `${link.search ? "&" : "?"}${invitation.dataset.copy.split("?")[1]}`;
  const { href } = link;
  await navigator.clipboard?.writeText(href).catch(() => {});
  toast(`${words.copied} ${href}`);
}

document.addEventListener("click", (event) => {
  const of = event.target.closest("button, a");
  if (!of || of.disabled) return;
  if (of.href) keepKey(of);
  const d = of.dataset;
  if (d.post) post(of);
  else if (d.clause) showClause(d.clause).catch(() => toast(words.error));
  else if (d.copy !== undefined) copyLink(d.copy);
  else if (d.do) actions[d.do](of);
  else if (d.lang) setPref("lang", d.lang), location.reload();
  else if (d.delete) doing(async () => (await api("DELETE", d.delete), location.reload()));
});

document.addEventListener("change", (event) => {
  const { dataset: d, checked } = event.target;
  if (d.pref) setPref(d.pref, checked ? 1 : 0);
  if (d.pref === "notify" && checked) mayNotify();
});

// -- pages around the table -------------------------------------------------------------------------------------

async function openTable(body) {
  await beSomebody();
  const luck = ownLuck();
  const { id } = await api("POST", "/api/tables", { ...body, commitment: await commitment(), luck });
  keepLuck(id, luck);
  location.href = `/t/${id}`;
}
/** On the page about chance: was the number this browser has given really used? */
function findLuck() {
  const given = $("#chance") && localStorage[`luck-${$("#chance").dataset.id}`];
  const mine = $$("[data-share]").find((share) => share.dataset.share === given);
  if (mine) mine.after(` ${mine.dataset.yours}`);
  else if (given) $("#not-mine").hidden = false;
}
findLuck();

const filledIn = (form) => Object.fromEntries(new FormData(form));
/** What is wrong with a form is said inside it. */
async function saying(form, action) {
  const say = (text) => Object.assign($(".problem", form), { hidden: !text, textContent: text });
  say("");
  return action().catch((error) => {
    say(error.message);
    throw Object.assign(error, { said: true });
  });
}
/** Send a form where it says and go where it leads. */
async function errand(form, more) {
  const { method = "POST", path, then } = form.dataset;
  const done = await saying(form, () => api(method, path, { ...filledIn(form), ...more }));
  if (then) location.href = then;
  return done;
}
const forms = {
  quick: (form) => {
    const bots = Array(+form.elements.bots.value).fill({ kind: "bot", bot: "knight" });
    return openTable({ game: form.dataset.game, players: bots.length + 1, seats: [{ kind: "me" }, ...bots] });
  },
  lesson: async (form) => {
    await beSomebody();
    const { id } = await api("POST", `/api/lessons/${form.dataset.game}`, {});
    location.href = `/t/${id}`;
  },
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

setPref("narrow", screenKind());
if (!table() && $(".who").dataset.person && getPref("notify") === "1") listen();
for (const field of $$('[data-pref="notify"]')) field.checked = getPref("notify") === "1";
