import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { EXAMPLES } from "../fixtures/http/application-examples.ts";
import { makeResponse } from "../net/http/http-response.ts";
import { TEMPLATES } from "./built-in.ts";
import { matchesAnswer, versionIn } from "./match.ts";
import { type HttpTemplate, readTemplates } from "./template.ts";

const sound = {
  id: "mine",
  kind: "http",
  name: "Mine",
  product: null,
  path: "/mine/",
  status: [200],
  headers: { server: "^mine" },
  body: ["<title>mine"],
  shows: "panel",
  severity: "medium",
  text: { ja: "私のものです。", en: "It is mine." },
  source: "https://mine.test/",
};
const { path, status, headers, body, ...rest } = sound;
const secure = { ...rest, kind: "tls", certificate: { subject: "^CN=mine$" } };
const read = (what: object) => readTemplates({ "one.json": what });

it("each is called after its file, and asks for a path that changes nothing", () => {
  const files = readdirSync(new URL("./", import.meta.url)).filter((name) => /json$/.test(name));
  expect(TEMPLATES.map(({ id }) => `${id}.json`)).toEqual(files.sort());
  for (const one of TEMPLATES)
    if (one.kind === "http") expect(one.path).not.toMatch(/delete|logout|install|shutdown|\?/i);
});

const answers = TEMPLATES.filter(({ kind }) => kind === "http") as readonly HttpTemplate[];
const example = (id: string) => {
  const { status = 200, path = "/", headers = {}, body = "", version = null } = EXAMPLES[id] ?? {};
  const answer = makeResponse({
    url: `https://app.test${path}`,
    status,
    headers: Object.entries(headers),
    body: Buffer.from(body),
    truncated: false,
    hops: [],
    leftFor: null,
  });
  return { answer, version };
};

it.each(answers)("$id fits an answer of its application, and reads its version", (template) => {
  const { answer, version } = example(template.id);
  expect(matchesAnswer(template, answer)).toBe(true);
  expect(versionIn(template, answer)).toBe(version);
});

it("none fits another application", () => {
  expect(new Set(Object.keys(EXAMPLES))).toEqual(new Set(answers.map(({ id }) => id)));
  for (const { id } of answers) {
    const fitting = answers.filter((one) => matchesAnswer(one, example(id).answer));
    // WordPress's plugins show WordPress too.
    expect(fitting.map((one) => one.id).filter((one) => one !== "wordpress" || one === id)).toEqual(
      [id],
    );
  }
});

it("each says in both languages where it was seen", () => {
  for (const { text } of TEMPLATES) {
    expect(text.ja).toMatch(/[\u3040-\u30ff].*（\{app\.url\}）。$/);
    expect(text.en).toMatch(/ \(\{app\.url\}\)\.$/);
  }
});

it.each([
  ["of GET", sound],
  ["of HEAD", { ...sound, method: "HEAD", body: [] }],
  ["of a certificate", secure],
])("takes a new file %s as it comes", (_what, template) => {
  expect(read(template).map(({ id }) => id)).toEqual(["mine"]);
});

it.each([
  ["a method that writes", { ...sound, method: "POST" }],
  ["a path with a query", { ...sound, path: "/?delete=all" }],
  ["another host", { ...sound, path: "//other.test/" }],
  ["an expression that could run for ever", { ...sound, body: ["(.*)x"] }],
  ["no expression", { ...sound, body: ["("] }],
  ["one language", { ...sound, text: { en: "only" } }],
  ["no severity", { ...sound, severity: null }],
  ["nothing to match", { ...sound, body: [], headers: {} }],
  ["a body of HEAD", { ...sound, method: "HEAD" }],
  [
    "a version in the body of HEAD",
    { ...sound, method: "HEAD", body: [], version: { header: null, pattern: "(1)" } },
  ],
  ["nothing to match in a certificate", { ...secure, certificate: {} }],
  ["a path of a certificate", { ...secure, path: "/" }],
])("refuses %s and names the file", (_what, template) => {
  expect(() => read(template)).toThrow("one.json");
});

it("runs no longer on a page that was made for it", () => {
  const before = process.cpuUsage();
  for (const page of ["<title><title>", "/wp-content/plugins/", "All in One SEO "].map((unit) =>
    unit.repeat(262_144 / unit.length),
  ))
    for (const one of TEMPLATES)
      if (one.kind === "http")
        for (const pattern of [
          ...one.body,
          ...Object.values(one.headers),
          ...(one.version ? [one.version.pattern] : []),
        ])
          pattern.test(page);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
