import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sentencesIn } from "./catalogue.ts";

// How long a code, a link or a copy lives, and how long a code is, stand once in a contract, and sentences take
// them from there.

const root = fileURLToPath(new URL("..", import.meta.url));
const number = "[0-9]+|two|three|four|five|six|seven|eight|nine|ten|fourteen|twenty|thirty|sixty";
const length = new RegExp(
  `\\b(?:${number})(?: (?:minutes?|hours?|days?|weeks?)|-digit)\\b|at most [0-9]+ (?:characters|letters)|[0-9]+(?:分|時間|日間|日以内|週間|桁|文字)`,
  "i",
);

/** Estimates, choices that are their own number, a rhythm that has no number in English, and what the state numbers. */
const free = new Set([
  "Choose a plan, then confirm your email address. It takes about five minutes.",
  "About three minutes if you can edit the domain's DNS.",
  "A new DNS record can take up to an hour to show up everywhere.",
  "By email, up to one an hour",
  "One email an hour at most.",
  "Last 30 days",
  "Last 90 days",
  "13 digits, as published by the National Tax Agency",
  "7 digits. We'll fill in the address for you.",
  "Invalid corporate number. Check that all 13 digits are right.",
]);

/** How often we act, which is nobody's term; and SQL's. */
const rhythm = /1時間に1通|every five minutes|interval '/;

test.each([
  "It expires in 10 minutes.",
  "for seven days",
  "有効期限は10分です",
  "7日以内に",
  "6桁のコード",
])("is seen: %s", (sentence) => expect(sentence).toMatch(length));

test("no sentence of a screen types a length of time", () => {
  const files = globSync("{portal,karte,console,kit}/web/**/locales/{en,ja}.po", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  expect(files.length).toBeGreaterThan(20);
  const typed = files.flatMap((file) =>
    sentencesIn(`${root}${file}`)
      .filter(({ source, translation }) => !free.has(source) && length.test(translation))
      .map(({ translation }) => `${file}: ${translation}`),
  );
  expect(typed).toEqual([]);
});

test("no legal text types a number of days or a rate that the product keeps to", () => {
  const files = globSync("portal/contract/legal/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(3);
  // A year has 365 days, whatever the product does.
  const typed = /(?<!365)(?<=[0-9])(?:日前|日以内|日間|分以内|[%％]| days| per cent)/;
  expect("効力発生の30日前までに").toMatch(typed);
  expect(
    files.flatMap((file) =>
      readFileSync(`${root}${file}`, "utf8")
        .split("\n")
        .filter((line) => typed.test(line)),
    ),
  ).toEqual([]);
});

test("no mail and no page of a server types one, and no call's description", () => {
  const files = globSync(
    "{{portal,karte}/server/{mails,features}/**,{portal,karte}/contract/{endpoints,applications}}/*.ts",
    { cwd: root, exclude: ["**/*.test.ts", "**/mail-samples.ts"] },
  );
  expect(files.length).toBeGreaterThan(300);
  const typed = files.flatMap((file) =>
    readFileSync(`${root}${file}`, "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && !rhythm.test(line) && length.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(typed).toEqual([]);
});
