// Figures of one agent: tables and curves.

const kindMark = (kind) => el("span", { class: "kind", style: { "--kind": `var(--kind-${kind})` } }, kind);

/** A line from 0 to 100 % with the interval and the value. */
function range(measure) {
  if (!measure || measure.value === null) return null;
  const x = (share) => 2 + share * 96;
  const parts = [svg("line", { class: "grid", x1: 2, x2: 98, y1: 4, y2: 4 })];
  if (measure.low !== null) parts.push(svg("line", { class: "whisker", x1: x(measure.low), x2: x(measure.high), y1: 4, y2: 4 }));
  parts.push(svg("circle", { cx: x(measure.value), cy: 4, r: 2.6, fill: "var(--accent)" }));
  return svg("svg", { class: "range", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, parts);
}

function figureCell(measure, unit) {
  const { value, parts } = figureText(measure, unit);
  const interval = intervalText(measure, unit);
  const missing = missingText(measure);
  return el("td", { class: "figure", title: missing || null },
    el("b", {}, value), el("span", { class: "soft" }, parts), interval && el("span", { class: "soft" }, interval));
}

/** A row a kind of verdict, a column a figure. */
function scoreTable(table, data, agent) {
  const figures = data.figures.filter((figure) => figure.verdict);
  const head = figures.map((figure) => el("th", { scope: "col", title: `${figure.above} / ${figure.below}` }, figure.title));
  const rows = data.kinds.map((kind) => {
    const score = agent.scores[kind];
    const given = figures.some((figure) => score[figure.id].value !== null);
    const cells = given
      ? figures.map((figure) => (figure.id === "average" ? averageCell(score.average) : figureCell(score[figure.id], figure.unit)))
      : el("td", { colspan: figures.length, class: "soft" }, "not judged");
    return el("tr", {}, el("th", { scope: "row" }, kindMark(kind)), cells);
  });
  const trials = data.kinds.flatMap((kind) => (agent.scores[kind].trials ?? []).map((trial) => trialRow(kind, trial, figures.length)));
  table.replaceChildren(el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Verdict"), head)), el("tbody", {}, rows, trials));
}

function averageCell(measure) {
  const interval = intervalText(measure, "share");
  return el("td", { class: "figure" }, el("b", {}, measure.value === null ? "–" : percent(measure.value)),
    el("span", { class: "soft" }, "mean of three"), interval && el("span", { class: "soft" }, interval));
}

function trialRow(kind, trial, columns) {
  const at = figureText(trial.pass_at_k, "share");
  const hat = figureText(trial.pass_hat_k, "share");
  const text = `pass@${trial.k} ${at.value} (${at.parts}), pass^${trial.k} ${hat.value} (${hat.parts})`;
  return el("tr", {}, el("th", { scope: "row" }, kindMark(kind)), el("td", { colspan: columns }, text));
}

/** A row a figure. */
function figureRows(names, rows) {
  const head = names.map((name) => el("th", { scope: "col" }, name));
  const row = ({ title, about, measure, unit }) => {
    const { value, parts } = figureText(measure, unit);
    return el("tr", {}, el("th", { scope: "row", title: about }, title), el("td", {}, el("b", {}, value), unit === "share" && range(measure)),
      el("td", {}, parts), el("td", { class: "soft" }, intervalText(measure, unit)), el("td", { class: "soft" }, missingText(measure)));
  };
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows.map(row))));
}

function conductTable(details, data, agent) {
  const rows = data.figures.filter((figure) => !figure.verdict).map((figure) =>
    ({ title: figure.title, about: `${figure.above} / ${figure.below}`, measure: agent.conduct[figure.id], unit: figure.unit }));
  details.replaceChildren(details.firstElementChild, figureRows(["Figure", "Value", "Parts", "95 %", "Of these"], rows));
}

function preferenceTable(details, agent) {
  const rows = agent.preferences.map((kept) =>
    ({ title: `${kept.persona} ${kept.preference}`, about: "topics in which it was kept", measure: kept.topics, unit: "share" }));
  details.hidden = rows.length === 0;
  details.replaceChildren(details.firstElementChild, figureRows(["Preference", "Kept", "Topics", "95 %", "Of these"], rows));
}

/** A chart of rates from 0 to 100 %: one line a series, one place a label. */
function chart(figure, title, labels, series) {
  const [width, height, left, bottom, top] = [420, 200, 38, 30, 10];
  const step = (width - left - 10) / labels.length;
  const x = (i, s) => left + step * (i + 0.5) + (s - (series.length - 1) / 2) * 5;
  const y = (share) => top + (1 - share) * (height - bottom - top);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => [
    svg("line", { class: "grid", x1: left, x2: width, y1: y(share), y2: y(share) }),
    svg("text", { x: left - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100}`),
  ]);
  const names = labels.map((label, i) => svg("text", { x: left + step * (i + 0.5), y: height - bottom + 16, "text-anchor": "middle" }, label));
  const lines = series.map(({ color, measures }, s) => {
    const points = measures.map((measure, i) => ({ measure, i })).filter(({ measure }) => measure && measure.value !== null);
    const path = points.map(({ measure, i }) => `${x(i, s)},${y(measure.value)}`).join(" ");
    const marks = points.map(({ measure, i }) => svg("g", {},
      svg("title", {}, `${labels[i]}: ${figureText(measure, "share").value} (${figureText(measure, "share").parts})`),
      svg("line", { stroke: color, "stroke-width": 1.5, opacity: 0.5, x1: x(i, s), x2: x(i, s), y1: y(measure.low), y2: y(measure.high) }),
      svg("circle", { cx: x(i, s), cy: y(measure.value), r: 3.5, fill: color })));
    return [svg("polyline", { points: path, fill: "none", stroke: color, "stroke-width": 1.5 }), marks];
  });
  const legend = series.length > 1 && el("div", { class: "legend" }, series.map(({ kind }) => kindMark(kind)));
  const alt = `${title}: ` + series.map(({ kind, measures }) => [kind, ...measures.map((measure, i) =>
    `${labels[i]} ${figureText(measure, "share").value}`)].filter(Boolean).join(", ")).join("; ");
  figure.replaceChildren(el("figcaption", {}, title), legend || "",
    svg("svg", { viewBox: `0 0 ${width} ${height - 6}`, role: "img", "aria-label": alt }, grid, names, lines));
}

function charts(data, agent) {
  const back = data.figures.filter((figure) => figure.id.startsWith("back_"));
  const labels = back.map((figure) => figure.title.replace(/ turns? back.*/, "").replace(" to ", "–") + (figure.id === "back_32" ? "+" : ""));
  chart(byId("by-distance"), "Right arguments, by turns back to where the value was said (%)", labels,
    [{ color: "var(--accent)", measures: back.map((figure) => agent.conduct[figure.id]) }]);
  const given = data.kinds.filter((kind) => agent.scores[kind].positions.some((measure) => measure.value !== null));
  const tenths = Array.from({ length: 10 }, (_, i) => `${i + 1}`);
  chart(byId("by-position"), "Turns that passed, by tenth of the dialogue (%)", tenths,
    given.map((kind) => ({ kind, color: `var(--kind-${kind})`, measures: agent.scores[kind].positions })));
}

/** How often each kind of finding came up; a click shows the turns. */
function findingBars(box, data, turns, choose) {
  const counts = new Map();
  for (const turn of turns) for (const finding of turn.findings) counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  const rows = [...counts].sort((a, b) => b[1] - a[1]).map(([kind, number]) =>
    el("button", { type: "button", class: "finding", title: data.findings[kind], click: () => choose(kind) },
      el("span", { class: "mono" }, kind), el("span", { class: "bar", style: { width: `${(number / most) * 100}%` } }),
      el("span", { class: "number" }, String(number))));
  box.replaceChildren(...(rows.length ? rows : [el("p", { class: "soft" }, "Nothing was noticed.")]));
}
