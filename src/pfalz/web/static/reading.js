// What makes a table easy to read and to play: log and chat that fold away, reasons where one clicked, plans on the board. Needs table.js.
"use strict";

// -- log and chat can be folded away ---------------------------------------------------------------------------

/** A long form needs room that the log has otherwise, so what is folded while it is filled in is remembered by itself. */
const foldPref = () => ($("#form") && innerHeight < 1000 ? "fold_form" : "fold");

/** Which panes are folded; until somebody has chosen: both beside a long form, else none. */
function folded() {
  const own = getPref(foldPref());
  if (own) return new Set(own.split(".").filter((pane) => pane !== "none"));
  return new Set(foldPref() === "fold_form" ? ["log", "chat"] : []);
}

function fold(panes = folded()) {
  document.body.dataset.fold = [...panes].join(" ");
  for (const button of $$("[data-fold]", table())) button.setAttribute("aria-expanded", !panes.has(button.dataset.fold));
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#table [data-fold]");
  if (!button) return;
  const panes = folded(), { fold: pane } = button.dataset;
  panes.has(pane) ? panes.delete(pane) : panes.add(pane);
  setPref(foldPref(), [...panes].join(".") || "none");
  fold(panes);
  hearChat();
  scrollLog();
});

document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => { // the keys for log and chat open them
  const pane = { l: "log", c: "chat" }[key.toLowerCase()];
  if (!pane || ctrlKey || metaKey || altKey || target.matches("input, textarea, select")) return;
  const panes = folded();
  if (panes.delete(pane)) setPref(foldPref(), [...panes].join(".") || "none"), fold(panes);
}, true);
document.addEventListener("shown", () => fold());
fold();

// -- what is said appears where one clicked ------------------------------------------------------------------------

const aim = { x: 0, y: 0, mouse: false };
document.addEventListener("pointerdown", ({ clientX: x, clientY: y, pointerType }) => Object.assign(aim, { x, y, mouse: pointerType === "mouse" }), true);
document.addEventListener("keydown", () => (aim.mouse = false), true);

/** Put a note beside the pointer; for fingers and keys it stays where notes are. */
function nearby(note) {
  const { style } = note;
  if (!aim.mouse) return void (style.left = style.top = style.bottom = style.transform = "");
  Object.assign(style, { transform: "none", bottom: "auto", left: "0", top: "0" });
  const { width, height } = note.getBoundingClientRect();
  style.left = `${Math.max(8, Math.min(aim.x - width / 2, innerWidth - width - 8))}px`;
  style.top = `${aim.y + height + 30 > innerHeight ? aim.y - height - 16 : aim.y + 18}px`;
}

// -- a form whose cards are things on the board is filled there too ---------------------------------------------------

/** Where shall the card of this thing lie? The boxes of the mat as a menu beside it, the empty ones first. */
function offerBoxes(target, value) {
  if (!$("#form.form-mat")) return;
  const menu = make("div", { id: "boxes", className: "boxes-menu" });
  menu.setAttribute("role", "menu");
  const lies = $(`#form [data-holds="${value}"]`);
  const boxes = $$("#form [data-slot]").sort((a, b) => ("holds" in a.dataset) - ("holds" in b.dataset));
  for (const box of boxes) {
    const item = make("button", { type: "button", className: `choice${box === lies ? " hot" : ""}` });
    item.setAttribute("role", "menuitem");
    item.append(...[...$("small", box).childNodes].map((node) => node.cloneNode(true)));
    if ("holds" in box.dataset) item.append(make("small", { textContent: $("span", box).textContent }));
    item.addEventListener("click", () => (closeBoxes(), put(+box.dataset.slot, box === lies ? OPEN : +value)));
    menu.append(item);
  }
  closeBoxes();
  menu.prepend(make("b", { textContent: JSON.parse(table().dataset.targets).legal[value] }));
  document.body.append(menu);
  const place = target.getBoundingClientRect(), { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(place.right + 6, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(place.top, innerHeight - height - 8))}px`;
  $("button", menu).focus();
}
const closeBoxes = () => $("#boxes")?.remove();
document.addEventListener("pointerdown", ({ target }) => target.closest("#boxes") || closeBoxes());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (document.activeElement.id === "chat-text") document.activeElement.blur();
  if ($("#boxes")) closeBoxes(), event.stopPropagation();
}, true);

/** The plan as it is so far, on the board: the sign of its box on every thing whose card lies in one. */
function drawPlan() {
  $("#planned")?.remove();
  const kind = table().dataset.kind, full = $$("#form.form-mat [data-holds]");
  if (!full.length || !svg()) return;
  const layer = document.createElementNS(svg().namespaceURI, "g");
  layer.id = "planned";
  for (const box of full) {
    const thing = $(`#board [data-kind="${kind}"][data-value="${box.dataset.holds}"]`), sign = $("svg", box);
    if (!thing) continue;
    const { x, y, width, height } = thing.getBBox(), at = layer.appendChild(document.createElementNS(layer.namespaceURI, "g"));
    at.setAttribute("transform", `translate(${x + width / 2} ${y + height / 2})`);
    const ground = at.appendChild(document.createElementNS(layer.namespaceURI, "circle"));
    ground.setAttribute("r", 21);
    if (sign) at.append(...[...sign.childNodes].map((node) => node.cloneNode(true)));
    else at.appendChild(document.createElementNS(layer.namespaceURI, "text")).textContent = "1–5";
  }
  svg().append(layer);
}
document.addEventListener("shown", () => (closeBoxes(), drawPlan()));
drawPlan();
