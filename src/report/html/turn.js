// One turn: gold beside run, with what differs marked.

/** A value as gold gives it, and where it comes from. */
function goldValue(argument) {
  const { from } = argument;
  const source = typeof from === "string" ? from : Object.entries(from).map(([kind, id]) => `${kind} ${id}`).join(" ");
  let value = "value" in argument ? shown(argument.value) : `${argument.result} ${argument.path ?? argument.pick}`;
  if (argument.match?.contains) value = `text with ${argument.match.contains.map(shown).join(" and ")}`;
  if (argument.match?.any_of) value = argument.match.any_of.map(shown).join(" or ");
  if (argument.match === "same_results") value += " or what gets the same answer";
  return { value: from === "free" ? "any" : value, source };
}

const slotOf = (finding) => finding.pointer?.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");

function wantedSide(wanted, call, notes, missing) {
  const rows = Object.entries(wanted.arguments).map(([name, argument]) => {
    const { value, source } = goldValue(argument);
    const note = notes.find((finding) => slotOf(finding) === name && finding.gold === wanted.id);
    const resolved = note && "expected" in note && !("value" in argument) ? ` = ${shown(note.expected)}` : "";
    return [el("dt", {}, name), el("dd", { class: "mono" + (note ? " differs" : "") }, value + resolved, el("span", { class: "from" }, source))];
  });
  const after = wanted.after.length ? ` after ${wanted.after.join(", ")}` : "";
  return el("div", { class: "side" + (missing ? " bad" : ""), "data-side": "gold" },
    el("h4", {}, wanted.tool, el("span", { class: "soft" }, `${wanted.toolset} · ${wanted.id}${after}`)), el("dl", {}, rows),
    missing && remarks(notes));
}

function callSide(call, notes, decisive) {
  const rows = Object.entries(call.arguments).map(([name, value]) => {
    const own = notes.filter((finding) => slotOf(finding) === name && finding.kind !== "infrastructure");
    const classes = ["mono", own.length && "differs", own.some((finding) => decisive.has(finding)) && "decisive"].filter(Boolean);
    return [el("dt", {}, name), el("dd", { class: classes.join(" ") }, shown(value))];
  });
  const left = notes.filter((finding) => finding.kind === "missing_argument").map((finding) =>
    [el("dt", {}, slotOf(finding)), el("dd", { class: "mono differs" + (decisive.has(finding) ? " decisive" : "") }, "left out")]);
  const changed = call.rows ? ` · changed ${call.rows} ${call.rows === 1 ? "row" : "rows"}` : "";
  return el("div", { class: "side" + (notes.some((finding) => finding.decides.length) ? " bad" : ""), "data-side": "run" },
    el("h4", {}, call.tool, el("span", { class: "soft" }, `${call.toolset} · ${call.status} · ${(call.micros / 1000).toFixed(1)} ms${changed}`)),
    el("dl", {}, rows, left), call.detail && el("p", { class: "soft" }, call.detail), remarks(notes, decisive));
}

function remarks(notes, decisive = new Set()) {
  const rows = notes.map((finding) => {
    // Where an argument is marked, its remark need not be.
    const classes = [!finding.decides.length && "mild", decisive.has(finding) && !finding.pointer && "decisive"].filter(Boolean).join(" ");
    return el("li", { class: classes || null }, el("code", {}, finding.kind), ` ${finding.sentence}`);
  });
  return rows.length ? el("ul", { class: "remarks" }, rows) : null;
}

function replySide(reply, notes, decisive) {
  return el("div", { class: "side" + (notes.some((finding) => finding.decides.length) ? " bad" : ""), "data-side": "run" },
    el("h4", {}, reply.question ? "asks" : "says"), el("p", {}, reply.text),
    reply.user && el("p", { class: "soft" }, `User: ${reply.user}`), remarks(notes, decisive));
}

const emptySide = (side, text, missing) =>
  el("div", { class: "side empty" + (missing ? " missing" : "") + (text ? "" : " blank"), "data-side": side }, text);

/** Gold on the left, run on the right, in the order of the run; what was not done comes last. */
function sides(turn, view, decisive) {
  const notesOf = (test) => turn.findings.filter(test);
  const wanted = new Map(view.wanted.map((call) => [call.id, call]));
  const rows = [el("h3", {}, "Gold"), el("h3", {}, "Run")];
  let askedFor = view.question;
  const asks = () => {
    const text = askedFor;
    askedFor = null;
    return el("div", { class: "side", "data-side": "gold" }, el("h4", {}, "asks"), el("p", {}, text), el("p", { class: "soft" }, `User: ${view.reply}`));
  };
  for (const step of view.steps) {
    if (step.reply) {
      const own = step.reply.question ? notesOf((finding) => ["should_not_have_asked", "asked_wrong_thing"].includes(finding.kind) && finding.actual === step.reply.text) : [];
      rows.push(step.reply.question && askedFor ? asks() : emptySide("gold", ""), replySide(step.reply, own, decisive));
      continue;
    }
    const notes = notesOf((finding) => finding.record === step.call.record && !["should_not_have_asked", "asked_wrong_thing"].includes(finding.kind));
    const gold = wanted.get(step.call.gold);
    wanted.delete(step.call.gold);
    rows.push(gold ? wantedSide(gold, step.call, notes, false) : emptySide("gold", "not in gold"), callSide(step.call, notes, decisive));
  }
  if (askedFor) rows.push(asks(), emptySide("run", "did not ask", true));
  for (const call of wanted.values()) {
    const notes = notesOf((finding) => finding.gold === call.id && finding.record === undefined);
    rows.push(wantedSide(call, null, notes, turn.status !== "not_run"), emptySide("run", "not called", true));
  }
  return el("div", { class: "sides" }, rows);
}

/** What stands under a turn's line when it is opened. */
function turnBody(turn, kinds) {
  const verdicts = kinds.flatMap((kind) => {
    const verdict = turn.verdicts[kind];
    const came = outcome(turn, kind);
    const finding = verdict && verdict.decisive !== null ? turn.findings[verdict.decisive] : null;
    const text = finding ? el("p", {}, el("code", {}, finding.kind), ` ${finding.sentence} `, verdict.repair && el("span", { class: "soft" }, verdict.repair)) : el("p", {});
    return [kindMark(kind), el("span", { class: outcomeStyle[came] }, came), text];
  });
  const decisive = new Set(kinds.map((kind) => turn.findings[turn.verdicts[kind]?.decisive ?? -1]).filter(Boolean));
  const { view } = turn;
  const said = view && el("blockquote", {}, view.said, el("div", { class: "note" }, `${view.title} · ${view.clock}`));
  const rest = view ? sides(turn, view, decisive) : remarks(turn.findings, decisive);
  const where = el("p", { class: "note" }, `session ${turn.session}, turn ${turn.index + 1}`, turn.agent ? `, ${turn.agent}` : "");
  return el("div", { class: "body" }, said, el("div", { class: "verdicts" }, verdicts), rest, where);
}

/** A turn's line; its body is built when it is first opened. */
function turnLine(turn, kinds) {
  const marks = kinds.map((kind) => {
    const came = outcome(turn, kind);
    return el("span", { class: `mark ${outcomeStyle[came]}`, title: `${kind}: ${came}`, role: "img", "aria-label": `${kind}: ${came}` }, outcomeSign[came]);
  });
  const finding = decisiveOf(turn, kinds);
  const badge = turn.status === "not_run" ? "not run" : (finding?.kind ?? "");
  const details = el("details", { class: "turn", toggle: () => {
    if (details.open && details.childElementCount === 1) details.append(turnBody(turn, kinds));
  } }, el("summary", {}, el("span", { class: "marks" }, marks), el("b", {}, turn.turn), el("span", { class: "soft task" }, taskWords[turn.task]),
    el("span", { class: "said" }, turn.view?.said ?? turn.persona), el("span", { class: "badge" }, badge)));
  return details;
}
