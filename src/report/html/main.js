// Unpacks the data, and keeps list and filters together.

const PAGE = 200;

async function unpack() {
  const packed = Uint8Array.from(atob(byId("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

/** All words of a turn, in lower case; made once. */
function haystack(turn) {
  if (turn.words === undefined) {
    const { view } = turn;
    const steps = view?.steps.map((step) => (step.call ? `${step.call.toolset} ${step.call.tool} ${JSON.stringify(step.call.arguments)}` : step.reply.text)) ?? [];
    const wanted = view?.wanted.map((call) => `${call.toolset} ${call.tool} ${JSON.stringify(call.arguments)}`) ?? [];
    const found = turn.findings.map((finding) => `${finding.kind} ${finding.sentence}`);
    const parts = [turn.turn, turn.persona, turn.session, turn.task, view?.title, view?.said, ...wanted, ...steps, ...found];
    turn.words = parts.filter(Boolean).join("\n").toLowerCase();
  }
  return turn.words;
}

function start(data) {
  const state = { agent: 0, shown: PAGE, found: [], lines: new Map() };
  const fields = ["search", "kind", "outcome", "task", "finding", "persona"];
  const value = (id) => byId(id).value;
  const nameOf = (agent) => agent.agent ?? "(no name)";
  const turnsOf = () => data.turns.filter((turn) => turn.agent === data.agents[state.agent].agent);

  const option = (text, val = text) => el("option", { value: val }, text);
  const choices = (id, all, values, words = (v) => v) =>
    byId(id).replaceChildren(...(all ? [option(all, "")] : []), ...values.map((v) => option(words(v), v)));

  function matches(turn) {
    const wanted = value("outcome");
    const words = value("search").toLowerCase().split(/\s+/).filter(Boolean);
    return (!wanted || outcome(turn, value("kind")) === wanted)
      && (!value("task") || turn.task === value("task"))
      && (!value("persona") || turn.persona === value("persona"))
      && (!value("finding") || turn.findings.some((finding) => finding.kind === value("finding")))
      && words.every((word) => haystack(turn).includes(word));
  }

  function lineOf(turn) {
    if (!state.lines.has(turn)) state.lines.set(turn, turnLine(turn, data.kinds));
    return state.lines.get(turn);
  }

  function show() {
    byId("list").replaceChildren(...state.found.slice(0, state.shown).map(lineOf));
    byId("more").hidden = state.found.length <= state.shown;
    byId("count").textContent = `${state.found.length} of ${turnsOf().length} turns`;
  }

  function filter() {
    state.found = turnsOf().filter(matches);
    state.shown = PAGE;
    show();
  }

  function choose(kind) {
    byId("filters").reset();
    byId("kind").value = data.kinds.includes("exact") ? "exact" : data.kinds[0];
    byId("finding").value = kind;
    filter();
    byId("turns").scrollIntoView();
    byId("turns").focus({ preventScroll: true });
  }

  function agent() {
    const score = data.agents[state.agent];
    const sessions = score.sessions === 1 ? "1 session" : `${score.sessions} sessions`;
    byId("about").textContent = `${nameOf(score)}: ${score.turns} turns of ${sessions}, ${score.not_run} not run, ${score.infrastructure} could not be judged`;
    scoreTable(byId("scores"), data, score);
    conductTable(byId("conduct"), data, score);
    preferenceTable(byId("preferences"), score);
    charts(data, score);
    const turns = turnsOf();
    findingBars(byId("findings"), data, turns, choose);
    const distinct = (values) => [...new Set(values)].sort();
    choices("persona", "all", distinct(turns.map((turn) => turn.persona)));
    choices("finding", "any", distinct(turns.flatMap((turn) => turn.findings.map((finding) => finding.kind))));
    filter();
  }

  choices("kind", null, data.kinds);
  if (data.kinds.includes("exact")) byId("kind").value = "exact";
  choices("outcome", "all", Object.keys(outcomeStyle));
  choices("task", "all", Object.keys(taskWords), (task) => taskWords[task]);
  byId("agent").replaceChildren(...data.agents.map((score, i) => option(nameOf(score), String(i))));
  byId("agents").hidden = data.agents.length < 2;
  byId("agent").addEventListener("change", () => {
    state.agent = Number(value("agent"));
    agent();
  });
  fields.forEach((id) => byId(id).addEventListener(id === "search" ? "input" : "change", filter));
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => setTimeout(() => {
    if (data.kinds.includes("exact")) byId("kind").value = "exact";
    filter();
  }));
  byId("more").addEventListener("click", () => {
    const before = state.shown;
    state.shown += PAGE;
    show();
    byId("list").children[before]?.querySelector("summary").focus();
  });
  byId("notices").hidden = data.notices.length === 0;
  byId("notices").replaceChildren(...data.notices.map((notice) => el("li", {}, notice.session ? `session ${notice.session}: ${notice.text}` : notice.text)));
  document.querySelector("main").hidden = false;
  if (data.agents.length === 0) byId("about").textContent = "Nothing was judged.";
  else agent();
}

unpack().then(start, (fault) => {
  byId("about").textContent = `This browser cannot unpack the report (${fault.message}); one of 2023 or later can.`;
});
