// The set-up page: only the options that count, the quick choices, and the form as the API wants it. Comes after pfalz.js.
"use strict";

function applyPreset(preset) {
  const { elements } = $("#setup");
  elements.players.value = preset.players;
  for (const field of $$("[name=module]")) field.checked = preset.modules.includes(field.value);
  for (const { dataset: d } of $$("[data-option]")) optionTypes[d.type].fill(fieldsOf(d.option), preset.options[d.option]);
  showSeats();
}
const fieldsOf = (option) => $$(`[name="option-${option}"]`);
/** How an option is read from its fields, and how they are filled. */
const optionTypes = {
  flag: { read: ([field]) => field.checked, fill: ([field], value) => (field.checked = value) },
  choice: {
    read: (fields) => fields.find((field) => field.checked).value,
    fill: (fields, value) => (fields.find((field) => field.value === value).checked = true),
  },
  number: { read: ([field]) => +field.value, fill: ([field], value) => (field.value = value) },
  several: {
    read: (fields) => fields.filter((field) => field.checked).map((field) => +field.value),
    fill: (fields, values) => fields.forEach((field) => (field.checked = values.includes(+field.value))),
  },
  each: {
    read: (fields) => fields.map((field) => +field.value),
    fill: (fields, values) => fields.forEach((field, i) => (field.value = values[i])),
  },
};
/** Only the options that count, and the quick choice that is set. What is hidden is not checked by the browser either. */
function showOptions() {
  const form = $("#setup");
  for (const field of $$("[data-needs]")) field.hidden = field.disabled = form.elements[field.dataset.needs].value !== field.dataset.value;
  const inPlay = (id) => $(`[name=module][value="${id}"]`).checked;
  for (const field of $$("[data-module]")) field.hidden = field.disabled = !field.dataset.module.split(" ").every(inPlay);
  const now = tableOf(form);
  const isSet = ({ players, modules, options }) =>
    players === now.players && `${modules}` === `${now.modules}` && Object.keys(now.options).every((id) => `${options[id]}` === `${now.options[id]}`);
  for (const button of $$("[data-preset]")) button.setAttribute("aria-pressed", isSet(JSON.parse(button.dataset.preset)));
  showStrengths();
}
/** As many seats as players; an expansion that is not made for so many cannot be chosen and says so. */
function showSeats() {
  const players = +$("#setup").elements.players.value;
  for (const row of $$("[data-seat-row]")) row.hidden = +row.dataset.seatRow >= players;
  for (const field of $$("[name=module]")) {
    const { low, high, always } = field.dataset, [, text] = field.parentNode.children;
    const fits = players >= low && players <= high, must = always.split(" ").includes(`${players}`);
    if (must || field.dataset.must) field.checked = must;
    field.dataset.must = must ? "1" : "";
    field.disabled = must || !fits;
    field.checked &&= fits;
    const note = $(".only", text) || text.appendChild(make("b", { className: "help only" }));
    note.textContent = must ? words.always_in : fits ? "" : high === "1" ? words.only_alone : words.only_players.replace("{low}", low).replace("{high}", high);
  }
  showOptions();
}
/** What to expect of those who sit in the seats that were chosen, with their coats; of the others of this number of players, too. */
function showStrengths() {
  const form = $("#setup"), { value: players } = form.elements.players;
  for (const line of $$(".strengths li")) {
    const seats = $$("[data-seat-row]:not([hidden])").filter((row) => $("select", row).value === `bot:${line.dataset.bot}`);
    line.hidden = line.dataset.players !== players;
    line.classList.toggle("chosen", seats.length > 0);
    $(".coats", line).replaceChildren(...seats.map((row) => $(".coat", row).cloneNode(true)));
  }
  for (const said of $$("[data-thinks]")) said.textContent = form.elements.thinking.selectedOptions[0].textContent;
}

/** Another language changes the words of the set-up page, not what has been chosen on it. */
function keepSetup() {
  const kept = $$("#setup [name]").map(({ name, value, checked = null }) => [name, value, checked]);
  if (kept.length) sessionStorage.setup = JSON.stringify([location.pathname, kept]);
}
function restoreSetup() {
  const [path, kept] = JSON.parse(sessionStorage.setup || "[]");
  delete sessionStorage.setup;
  for (const field of path === location.pathname ? $$("#setup [name]") : []) {
    const tick = field.type === "checkbox" || field.type === "radio"; // others of the same name come in their order
    const at = kept.findIndex(([name, value]) => name === field.name && (!tick || value === field.value));
    if (at >= 0) [[, field.value, field.checked]] = kept.splice(at, 1);
  }
  showSeats();
}

/** The set-up form as the API wants it. */
function tableOf(form) {
  const e = form.elements;
  const players = +e.players.value;
  const seats = Array.from({ length: players }, (_, n) => {
    const [kind, bot] = e[`seat-${n}`].value.split(":");
    return bot ? { kind, bot } : { kind };
  });
  const options = {};
  for (const { dataset: d } of $$("[data-option]:not([hidden])", form)) options[d.option] = optionTypes[d.type].read(fieldsOf(d.option));
  const modules = $$("[name=module]:checked:enabled", form).map((field) => field.value);
  const rest = { title: e.title.value, private: e.private.checked, hints: e.hints.checked, thinking: +e.thinking.value, clock: { ...JSON.parse(e.clock.value), absent: +e.absent.value }, undo_policy: e.undo.value };
  return { game: form.dataset.game, players, modules, options, seats, ...rest };
}

forms.setup = (form) => saying(form, () => openTable(tableOf(form)));

document.addEventListener("change", ({ target }) => {
  if (target.name === "players") showSeats();
  else if (target.closest("#setup")) showOptions();
});
document.addEventListener("click", ({ target }) => {
  const { preset, lang } = target.closest("button, a")?.dataset || {};
  if (preset) applyPreset(JSON.parse(preset));
  if (lang) keepSetup();
}, true); // before the page is loaded again in another language

restoreSetup();
