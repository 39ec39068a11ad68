// The same question for a terminal, for Python and for JavaScript.

const INDENT = "  ";

function layOut(value, write, margin = "") {
  const line = write(value);
  const isPlain = typeof value !== "object" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
  if (margin.length + line.length <= 76 || isPlain) return line;
  const inner = margin + INDENT;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value)
    ? value.map((each) => layOut(each, write, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${layOut(each, write, inner)}`);
  return `${open}\n${members.map((each) => inner + each).join(",\n")}\n${margin}${close}`;
}

const spaced = (value, word) => {
  if (Array.isArray(value)) return `[${value.map((each) => spaced(each, word)).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each, word)}`).join(", ")}}`;
  }
  return word(value);
};
const json = (value) => spaced(value, JSON.stringify);
const python = (value) => spaced(value, (each) => (each === true ? "True" : each === false ? "False" : JSON.stringify(each)));

export const SNIPPETS = {
  curl: ({ path, body }, origin) =>
    `curl ${origin}${path} -H 'Content-Type: application/json' \\\n  -d '${layOut(body, json, "  ").replace(/'/g, "'\\''")}'`,
  Python: ({ path, body }, origin) =>
    `import json
from urllib.request import Request, urlopen

question = ${layOut(body, python)}
request = Request("${origin}${path}", json.dumps(question).encode(), {"Content-Type": "application/json"})
with urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`,
  JavaScript: ({ path, body }, origin) =>
    `const question = ${layOut(body, json)};
const response = await fetch("${origin}${path}", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(question),
});
console.log(await response.json());`,
};
