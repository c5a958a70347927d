import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sentencesIn } from "./catalogue.ts";

// English tells one from many: “1 asset”, “2 assets”. What is counted stands in a plural.

const root = fileURLToPath(new URL("..", import.meta.url));
const sentences = globSync("{portal,karte,console,kit,e2e}/**/locales/en.po", {
  cwd: root,
  exclude: ["**/node_modules/**"],
}).flatMap((file) => sentencesIn(`${root}${file}`).map(({ translation }) => translation));

/** Said from the second repetition on. */
const fromTwoOn = "({count} times)";

/** Placeholders that are no figure, or limits of the product, each of them more than one. */
const neverOne: ReadonlySet<string> = new Set([
  ..."application from name email taxed".split(" "),
  ..."minutes hours days scans rows minimum maximum total most least codeLength".split(" "),
  ..."alertDays undoDays reportDays invitationDays invitedAtOnceMost".split(" "),
  ..."webhookPatienceDays webhookLogDays closedWorkspaceDays streamDays certificateNoticeDays".split(
    " ",
  ),
]);

const ends = "(?!is\\b|was\\b|has\\b|this\\b|as\\b|its\\b|includes\\b|less\\b)\\w+s\\b";
/** The plurals of a sentence. */
const branches = /\{\w+, plural, (?:[^{}]|\{[^{}]*\})*\}/g;
const oneOrOther = /\{\w+, plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g;

/** Placeholders that stand before many of something, outside of plurals. */
const counting = (sentence: string): readonly string[] =>
  [
    ...sentence
      .replaceAll(branches, "")
      .matchAll(new RegExp(`\\{(\\w+)\\} (?:[a-z]+ )?${ends}`, "g")),
  ].map(([, name]) => name ?? "");

test("a figure that may be one stands in a plural", () => {
  expect(sentences.length).toBeGreaterThan(1500);
  expect(
    sentences.filter((sentence) => counting(sentence).some((name) => !neverOne.has(name))),
  ).toEqual([fromTwoOn]);
});

/** Each sentence that counts, said of so many. */
const said = (count: 1 | 2) =>
  sentences
    .filter((sentence) => sentence.match(branches))
    .map((sentence) =>
      sentence
        .replace(oneOrOther, (_, one: string, other: string) => (count === 1 ? one : other))
        .replaceAll(/#|\{\w+\}/g, String(count)),
    );

describe("every sentence that counts", () => {
  const one = said(1);
  const two = said(2);

  test("speaks of one as one", () => {
    expect(one.length).toBeGreaterThan(10);
    expect(one.filter((text) => text.includes("plural"))).toEqual([]);
    expect(one.filter((text) => new RegExp(`\\b1 (?:\\w+ )?${ends}`).test(text))).toEqual([]);
  });

  test("speaks of two as many", () => {
    expect(two.filter((text, index) => text.replaceAll("2", "1") === one[index])).toEqual([
      // “Unread” has no plural.
      "Notices (2 unread)",
    ]);
  });
});

/** `plural(name, …)` where the name stands for a figure that was made text already: "1,000" is no number. */
const pluralOfText = (source: string): readonly string[] =>
  [...source.matchAll(/\bplural\((\w+),/g)].flatMap(([, name = ""]) =>
    new RegExp(`\\b${name} = (?:\\w+\\.)?i18n\\.number\\(`).test(source) ? [name] : [],
  );

test("a plural counts a number, not a text of one, which from 1,000 on is “NaN”", () => {
  expect(pluralOfText('const all = i18n.number(n); plural(all, { one: "#", other: "#" })')).toEqual(
    ["all"],
  );
  const files = globSync("{portal,karte,console,kit}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  expect(
    files.filter((file) => pluralOfText(readFileSync(`${root}${file}`, "utf8")).length > 0),
  ).toEqual([]);
});
