// The analysis of a finished game: begins it and shows how far it has come. Needs pfalz.js.
"use strict";

const looking = () => $("#analysis").dataset;
const analysisApi = (path) => `/api/tables/${looking().id}/${path}${keyQuery()}`;

/** Ask again and again how far it is; what it has found is on the page that comes then. */
async function follow() {
  for (;;) {
    const { state, done, total } = await api("GET", analysisApi(`analyses/${looking().seat}`));
    if (state === "done") return location.reload();
    if (state === "none") throw new Error(words.analysis_failed);
    const bar = $("#analysing progress");
    Object.assign(bar, { max: total || 1, value: done });
    await new Promise((next) => setTimeout(next, 700));
  }
}
function showProgress(running) {
  $("#analyse").hidden = running;
  $("#analysing").hidden = !running;
}
async function watchIt() {
  showProgress(true);
  try {
    await follow();
  } catch (error) {
    showProgress(false);
    toast(error.message, "why");
  }
}

actions.analyse = () => doing(async () => (await api("POST", analysisApi("analyses"), { seat: +looking().seat }), void watchIt()));
if (looking().state === "running") watchIt();
