// Small parts that everything is built of. Text is set as text, never as markup.

/** An element with attributes (functions are listeners) and children; null and undefined are left out. */
const el = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** The same in SVG. */
const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const byId = (id) => document.getElementById(id);

/** A JSON value on one line. */
const shown = (value) => (value === undefined ? "nothing" : JSON.stringify(value));

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const short = (number) => number.toFixed(Math.abs(number) < 1 ? 4 : 2);
const count = (number) => (Number.isInteger(number) ? String(number) : short(number));

/** A figure in words, with its parts. */
function figureText(measure, unit) {
  if (!measure || measure.value === null) return { value: "–", parts: "of none" };
  const parts = `${count(measure.numerator)} / ${count(measure.denominator)}`;
  if (unit === "number") return { value: short(measure.value), parts };
  if (unit === "micros") return { value: `${(measure.value / 1000).toFixed(3)} ms`, parts: `${count(measure.denominator)} calls` };
  return { value: percent(measure.value), parts };
}

/** The interval of a figure in words, or nothing. */
function intervalText(measure, unit) {
  if (!measure || measure.low === null || measure.high === null) return "";
  const { low, high } = measure;
  if (unit === "number") return `${short(low)} to ${short(high)}`;
  if (unit === "micros") return `${(low / 1000).toFixed(3)} to ${(high / 1000).toFixed(3)} ms`;
  return `${(low * 100).toFixed(1)} to ${percent(high)}`;
}

/** What of a denominator was not run or could not be judged. */
function missingText(measure) {
  const said = [];
  if (measure?.not_run) said.push(`${count(measure.not_run)} not run`);
  if (measure?.infrastructure) said.push(`${count(measure.infrastructure)} could not tell`);
  return said.join(", ");
}

const taskWords = {
  single_tool: "single tool", multi_tool: "multi tool", lack_of_information: "lack of information", chat: "chat",
};

/** How a turn came out: pass, fail, untold, or none where it was not run or not judged. */
function outcome(turn, kind) {
  const verdict = turn.verdicts[kind];
  if (turn.status === "not_run") return "not run";
  if (!verdict) return "not judged";
  if (verdict.pass) return "pass";
  return turn.status === "infrastructure" ? "could not tell" : "fail";
}

const outcomeStyle = { pass: "pass", fail: "fail", "could not tell": "untold", "not run": "none", "not judged": "none" };
const outcomeSign = { pass: "✓", fail: "✗", "could not tell": "?", "not run": "–", "not judged": "·" };

/** The decisive finding of a turn and its kind of verdict, the first one there is. */
function decisiveOf(turn, kinds) {
  for (const kind of kinds) {
    const at = turn.verdicts[kind]?.decisive;
    if (at !== null && at !== undefined) return turn.findings[at];
  }
  return null;
}
