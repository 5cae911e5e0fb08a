// Another line: a table that goes on from a position of a finished game, against bots one chooses, on its replay and beside its
// turning points. Needs pfalz.js.
"use strict";

/** The choice of opponents stays, whatever position is looked at. */
function keepRivals() {
  for (const choice of $$("[data-rivals] option")) choice.selected ||= choice.value === getPref("rivals");
}
Object.assign(actions, {
  tryline: ({ dataset: { table: id, position, seat } }) =>
    doing(async () => {
      const rivals = $("[data-rivals]"), where = { position: +position, seat: +seat };
      const { link } = await api("POST", `/api/tables/${id}/lines${keyQuery()}`, rivals ? { ...where, bot: rivals.value } : where);
      location.href = link;
    }),
});
document.addEventListener("change", ({ target }) => target.matches("[data-rivals]") && setPref("rivals", target.value));
document.addEventListener("shown", keepRivals);
keepRivals();
