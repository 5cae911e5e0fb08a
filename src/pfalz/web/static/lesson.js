// The teacher of a lesson: says what is new before a decision, sets the task, shows where it lies on the board, and objects to
// another answer before it is sent. What is said comes with the table (data-lesson, web/lesson.py). Needs hint.js.
"use strict";

const teacher = { of: "", at: 0, objects: false, anyway: "", shown: "" };
const lesson = () => JSON.parse(table().dataset.lesson || "null");
const place = () => `lesson-${table().dataset.id}`;
/** Which explanation was read last: whoever comes back goes on there. */
function readBefore() {
  const [of, at] = (localStorage[place()] || "").split("@");
  return of === teacher.of ? +at : 0;
}
function keepPlace() {
  try { localStorage[place()] = `${teacher.of}@${teacher.at}`; } catch { /* a browser that keeps nothing begins anew */ }
}

const button = (text, what, kind = "choice") => {
  const found = make("button", { type: "button", className: kind, textContent: text });
  found.dataset.do = what;
  return found;
};
/** Whether a draft, empty slots left out, leads to the answer of the task. */
const onTheWay = (draft, move) => draft.every((value, slot) => value === OPEN || value === move[slot]);
const draftNow = () => JSON.parse($("#form")?.dataset.formDraft || table().dataset.prefix || "[]");

function showTeacher() {
  $("#teacher")?.remove();
  for (const element of $$("[data-pointed], [data-task]")) delete element.dataset.pointed, delete element.dataset.task;
  const said = table().dataset.turn === "1" ? lesson() : null;
  document.body.toggleAttribute("data-talking", false);
  if (!said) return;
  if (teacher.of !== question()) Object.assign(teacher, { of: question(), objects: false, anyway: "" }), (teacher.at = readBefore());
  const panel = make("section", { id: "teacher", className: "teacher" });
  panel.setAttribute("aria-live", "polite");
  panel.append(make("h3", { textContent: said.title }));
  said.steps ? guide(panel, said) : comment(panel, said);
  $("#action").prepend(panel);
  panel.classList.toggle("broad", $("#action").clientWidth > 640);
  const now = `${teacher.of}@${teacher.at}${teacher.objects}`;
  if (teacher.shown !== now) $("#action").scrollTop = 0; // what is new is seen
  teacher.shown = now;
}

/** A guided decision: explanations one after the other, then the task. */
function guide(panel, { steps, task, move, yours, wrong }) {
  const at = Math.min(teacher.at, steps.length - 1), last = at === steps.length - 1, row = make("div", { className: "choices" });
  const objects = last && (teacher.objects || (!$(".form-counters") && !onTheWay(draftNow(), move)));
  panel.classList.toggle("short", last && !objects); // what is asked needs the room
  panel.append(...paragraphs(objects ? wrong : steps[at].text));
  if (last && !objects) {
    panel.append(make("p", { className: "task", textContent: `${words.lesson_task} ${task.join(" · ")}` }));
    if (yours.length) panel.append(make("p", { className: "faded", textContent: words.lesson_filled }));
  }
  if (at > 0 && !objects) row.append(button(words.lesson_back, "lessonback", "quiet"));
  if (!last) row.append(button(words.lesson_next, "lessonnext", "go"));
  else if (objects) row.append(button(words.lesson_again, "lessonagain", "go"), button(words.lesson_anyway, "lessonanyway", "quiet"));
  else row.append(button(words.lesson_show, "lessonshow", "quiet"));
  panel.append(row);
  document.body.toggleAttribute("data-talking", !last);
  pointAt(steps[at].point);
  if (last && !objects) markTask(move);
  if (last && yours.length && !draftNow().some((value) => value !== OPEN)) putDraft(move.map((value, slot) => (yours.includes(slot) ? OPEN : value)));
}

/** Free play: what is new, the end of the lesson, or the way back to it. */
function comment(panel, said) {
  if (said.text) panel.append(...paragraphs(said.text));
  if (said.new) panel.append(...paragraphs(said.new.text));
  if (said.left === undefined) return;
  const back = make("button", { type: "button", className: "choice", textContent: words.lesson_return });
  Object.assign(back.dataset, { post: "undo", body: JSON.stringify({ to: said.left }) });
  panel.append(back);
}

const paragraphs = (text) => text.split("\n\n").map((part) => {
  const line = make("p", {});
  line.append(...linked(part));
  return line;
});

/** What the teacher speaks of. */
function pointAt(patterns) {
  for (const pattern of patterns) {
    const [begin, star] = pattern.split("*");
    for (const element of $$(`#board svg [id${star === undefined ? "" : "^"}="${CSS.escape(begin)}"]`)) element.dataset.pointed = 1;
  }
  bring($("#board [data-pointed]"));
}

/** Where only a part of the board is seen, that part. */
function bring(element) {
  const stage = $("#stage").getBoundingClientRect();
  if (!element || !scrolled() || !box || !stage.height) return;
  const { top, bottom } = element.getBoundingClientRect(), way = outside(top, bottom, stage.top + 6, stage.bottom - 48);
  if (way) look({ ...box, y: box.y + way / svg().getScreenCTM().a });
}

/** Where the next value of the task lies, among the choices and on the board. */
function markTask(move) {
  const draft = draftNow();
  if ($(".form-counters")) return;
  if ($("#form")) {
    const slot = draft.findIndex((value, i) => value === OPEN && move[i] !== undefined);
    for (const element of $$(`#form [data-slot="${slot}"], #form [data-put="${move[slot]}"]`)) element.dataset.task = 1;
    return;
  }
  const same = `[data-kind="${table().dataset.kind}"][data-value="${move[draft.length]}"]`;
  for (const element of $$(draft.length < move.length ? `#choices ${same}, #board ${same}` : "#confirm")) element.dataset.task = 1;
  bring($("#board [data-task]"));
}

objections.push((move) => {
  const { steps, move: wanted } = lesson() || {};
  if (!steps || `${move}` === `${wanted}` || teacher.anyway === teacher.of) return false;
  teacher.objects = true;
  teacher.at = steps.length - 1;
  showTeacher();
  $("#teacher").scrollIntoView({ block: "nearest" });
  return true;
});

const turn = (by) => ((teacher.at = Math.min(teacher.at, lesson().steps.length - 1) + by), keepPlace(), showTeacher());
Object.assign(actions, {
  lessonnext: () => turn(1),
  lessonback: () => turn(-1),
  lessonshow: () => putDraft(lesson().move),
  lessonagain: () => ((teacher.objects = false), draftNow().length ? putDraft([]) : showTeacher()),
  lessonanyway() {
    Object.assign(teacher, { anyway: teacher.of, objects: false });
    delete table().dataset.lesson; // the teacher is silent until the answer is given
    showTeacher();
  },
});
document.addEventListener("shown", showTeacher);
showTeacher();
