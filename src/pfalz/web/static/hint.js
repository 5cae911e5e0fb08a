// A knight's hint: the best answers to the open question, what changes by each, and where they lie. Needs table.js.
"use strict";

const hint = { of: "", list: [], waiting: false };
const question = () => `${table().dataset.id} ${table().dataset.opened} ${table().dataset.ask}`;
const signed = (value) => `${value > 0 ? "+" : "−"}${Math.abs(value).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })}`;

/** What may be expected after an answer, and what may follow it; of the best one it is unfolded. */
function outlook(expected, line, i) {
  const mine = expected[+table().dataset.seat], parts = [];
  if (mine !== undefined)
    parts.push(make("span", { className: "expected", title: words.hint_expected_help, textContent: words.hint_expected.replace("{n}", Math.round(100 * mine)) }));
  if (line.length) {
    const fold = make("details", { className: "outlook", open: i === 0 }), list = make("ul", {});
    list.append(...line.map((said) => make("li", { textContent: said })));
    fold.append(make("summary", { textContent: words.hint_line }), list);
    parts.push(fold);
  }
  return parts;
}

/** One answer: what it is, what it brings, and a button that fills it in without sending it. */
function advised({ move, names, gains, expected, line: foreseen }, i) {
  const line = make("li", {}), use = make("button", { type: "button", className: "choice use", textContent: words.hint_use });
  const said = names.filter(([, value]) => value !== "0").map(([slot, value]) => (/^\d+$/.test(value) ? `${slot}: ${value}` : value));
  const what = make("b", { textContent: (said.length ? said : names.map(([, value]) => value)).join(" · ") });
  const why = make("span", { className: "gains", title: words.hint_help });
  for (const { name, value } of gains.slice(0, 4))
    why.append(make("span", { className: value > 0 ? "gain" : "loss", textContent: `${name} ${signed(value)}` }));
  use.dataset.draft = JSON.stringify(move);
  line.append(make("span", { className: "rank", textContent: i + 1 }), make("div", {}), use);
  line.children[1].append(what, why, ...outlook(expected, foreseen, i));
  return line;
}

/** The hint in the bar, and its answers marked among the choices and on the board, as far as the draft still leads to them. */
function showHint() {
  for (const element of $$("[data-advised]")) delete element.dataset.advised;
  $("#advice")?.remove();
  if (hint.of !== question() || table().dataset.turn !== "1") return;
  const panel = make("section", { id: "advice", className: "advice" });
  panel.setAttribute("aria-live", "polite");
  const close = make("button", { type: "button", className: "icon close", textContent: "✕", ariaLabel: words.hint_close });
  close.dataset.do = "nohint";
  panel.append(make("p", { textContent: hint.waiting ? words.hint_thinking : words.hint_title }), close);
  if (!hint.waiting) {
    const list = panel.appendChild(make("ol", {}));
    list.append(...hint.list.map(advised));
    if (hint.list.length === 1) panel.append(make("p", { className: "faded", textContent: words.hint_alike }));
  }
  $(".extras", $("#action")).before(panel);
  const bar = $("#action"); // the page itself stays where it is
  bar.scrollTop += panel.getBoundingClientRect().top - bar.getBoundingClientRect().top - 6;
  markAdvised();
}

function markAdvised() {
  const { kind, prefix } = table().dataset, chosen = JSON.parse(prefix || "[]");
  hint.list.forEach(({ move }, i) => {
    if (!chosen.every((value, slot) => value === move[slot]) || move.length <= chosen.length) return;
    const same = `[data-kind="${kind}"][data-value="${move[chosen.length]}"]`;
    for (const element of $$(`#choices ${same}, #board ${same}`)) element.dataset.advised ??= i + 1;
  });
}

Object.assign(actions, {
  async hint() {
    if (hint.waiting) return;
    Object.assign(hint, { of: question(), list: [], waiting: true });
    showHint();
    try {
      const { advice } = await api("GET", `/api/tables/${table().dataset.id}/hint?lang=${document.documentElement.lang}${keyQuery("&")}`);
      hint.list = advice;
    } catch (error) {
      hint.of = "";
      toast(error.message, "why");
    }
    hint.waiting = false;
    showHint();
  },
  nohint: () => ((hint.of = ""), showHint()),
});
document.addEventListener("shown", showHint);
