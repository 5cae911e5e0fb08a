// The log of a table: an item for each step. Needs pfalz.js; follow.js and table.js use it.
"use strict";

const momentOf = ({ dataset: { at, upto } }) => +at * 10_000 + +upto;
const after = (position) => +position * 10_000 + 9_999; // later than everything that happened there
const items = (root, since) => $$("#log > li[data-at]", root).filter((item) => momentOf(item) > since);

/** Keep the newest line in sight, or the one being looked at, unless somebody reads further up. */
function scrollLog(stick = true) {
  const log = $("#log"), here = $(".here", log);
  if (here) log.scrollTop = here.offsetTop - log.offsetTop - log.clientHeight / 2;
  else if (stick) log.scrollTop = log.scrollHeight;
}

/** A line in the log where the viewer has last answered. */
function since(fresh) {
  const { since: at, turn } = fresh.dataset;
  const first = +at >= 0 && turn === "1" && items(fresh, after(at))[0];
  if (first) first.before(make("li", { id: "since", className: "since", textContent: words.since }));
}

/** The log tells no more than what is being shown. */
function later(upto) {
  const [at, n] = upto.split("."), end = upto ? +at * 10_000 + +n : Infinity;
  for (const item of items(document, -1)) item.classList.toggle("later", momentOf(item) > end);
  $("#since")?.classList.toggle("later", end <= after(table().dataset.since));
  scrollLog();
}

/** Only what has the words in it that are looked for. */
function find(root = document) {
  const wanted = ($("#log-search")?.value || "").toLowerCase().split(/\s+/);
  for (const item of $$(".log > li[data-at]", root))
    item.classList.toggle("unfound", !wanted.every((word) => item.textContent.toLowerCase().includes(word)));
}
document.addEventListener("input", ({ target }) => target.id === "log-search" && find());

/** All of the log, open at the line where one was. */
async function wholeLog() {
  const html = await fetch(`/t/${table().dataset.id}/log${keyQuery()}`).then((response) => response.text());
  const log = Object.assign(new DOMParser().parseFromString(html, "text/html").body.firstElementChild, { id: "whole-log" });
  const first = $$("#log > li[data-at]").find((item) => item.offsetTop + item.offsetHeight > $("#log").offsetTop + $("#log").scrollTop);
  openDialog(log);
  find(log.parentNode);
  $$("li[data-at]", log).find((item) => item.id === first?.id)?.scrollIntoView();
}
Object.assign(actions, { wholelog: () => wholeLog().catch(() => toast(words.error)) });
document.addEventListener("keydown", (event) => event.target.id === "log-search" && event.key === "Enter" && $("#log .older") && actions.wholelog());
