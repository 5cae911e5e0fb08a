// What a choice would do is shown on the board while the mouse, the focus or a finger rests on its button, if the answer would
// be complete and all of it follows from what its viewer knows (web/foresee.py). Needs follow.js; table.js calls `unforesee`.
"use strict";

const RESTED = 300; // so long something rests on a choice, in milliseconds
// the question that was looked into; what came of its answers; the drawing as it stands; what is aimed at; the board that is put aside
const foresight = { of: "", found: new Map(), now: [], aimed: null, at: "", timer: 0, aside: null, keys: false };
const aimable = (target) => target.closest?.("#choices [data-answer], #choices [data-draft], #form ~ .choices [data-answer]") || null;

/** Something rests on a choice, or on none any more. */
function restsOn(button) {
  if (button === foresight.aimed) return;
  unforesee();
  foresight.aimed = button;
  if (button && !held() && !watching()) foresight.timer = setTimeout(lookAhead, RESTED, button);
}

async function lookAhead(button) {
  const found = await foretold(JSON.parse(button.dataset.answer ?? button.dataset.draft));
  if (!found || foresight.aimed !== button || !button.isConnected || held() || foresight.aside || !svg()) return;
  const before = calm() ? null : places(), live = svg();
  const drawn = new DOMParser().parseFromString(`<div>${found.board}</div>`, "text/html").body.firstElementChild.firstElementChild;
  const ghost = document.importNode(drawn, true);
  ghost.setAttribute("viewBox", live.getAttribute("viewBox"));
  for (const { style, dataset } of $$("[data-style]", ghost)) style.cssText = dataset.style;
  live.replaceWith(ghost);
  foresight.aside = live;
  document.body.toggleAttribute("data-foreseen", true);
  if (before) glide(before);
  showMarks(found.marks);
  $("#foreseen").replaceChildren(make("b", { textContent: words.foreseen }), ...found.said.map((textContent) => make("span", { textContent })));
  $("#foreseen").hidden = false;
}

/** The table after an answer: asked for once, until something else is asked or shown. */
function foretold(move) {
  const { position, narrow } = table().dataset, question = `${position} ${narrow} ${asked()}`;
  if (foresight.of !== question) Object.assign(foresight, { of: question, found: new Map(), now: [] });
  if (!foresight.found.has(`${move}`)) {
    const query = `move=${move}&known=${foresight.now.length ? 1 : 0}&narrow=${screenKind()}&lang=${document.documentElement.lang}${keyQuery("&")}`;
    const told = reach(`/t/${table().dataset.id}/foresee?${query}`).then(async (response) => {
      if (response.status !== 200) return null;
      const { now, board, ...rest } = await response.json();
      if (foresight.of !== question) return null;
      if (now.length) foresight.now = patched([], now);
      return { ...rest, board: patched(foresight.now, board).join("") };
    });
    foresight.found.set(`${move}`, told.catch(() => null));
  }
  return foresight.found.get(`${move}`);
}

/** The board as it stands, with all its marks, is there again. */
function unforesee() {
  clearTimeout(foresight.timer);
  const { aside } = foresight;
  Object.assign(foresight, { aimed: null, aside: null });
  if (!aside) return;
  aside.setAttribute("viewBox", svg().getAttribute("viewBox")); // somebody may have moved it meanwhile
  svg().replaceWith(aside);
  document.body.toggleAttribute("data-foreseen", false);
  $("#foreseen").hidden = true;
  markChanges();
}

document.addEventListener("pointermove", ({ pointerType, clientX, clientY, target }) => {
  const at = `${clientX} ${clientY}`; // a choice that comes to lie under a mouse at rest is not meant
  if (pointerType === "mouse" && at !== foresight.at) (foresight.at = at), restsOn(aimable(target));
});
document.documentElement.addEventListener("pointerleave", () => restsOn(null));
document.addEventListener("pointerdown", ({ pointerType, target }) => (pointerType === "mouse" ? unforesee() : restsOn(aimable(target))));
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, ({ pointerType }) => pointerType !== "mouse" && restsOn(null));
document.addEventListener("keydown", ({ key }) => (foresight.keys = /^(Arrow|Tab)/.test(key)) || unforesee(), true);
document.addEventListener("focusin", ({ target }) => foresight.keys && restsOn(aimable(target)));
