import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// What stands once in a contract, and what somebody would type who did not look for it there.

const root = fileURLToPath(new URL("..", import.meta.url));
const product = globSync("{kit,portal,karte,console,sandbox,cli}/**/*.{ts,tsx}", {
  cwd: root,
  // Stripe's own addresses begin with the same two characters.
  exclude: [
    "**/node_modules/**",
    "**/dist/**",
    "**/*.{test,e2e}.{ts,tsx}",
    "**/testing/**",
    // Examples of answers name addresses, as the answers do.
    "**/generated/**",
    "**/adapters/stripe/**",
    "sandbox/stripe/**",
  ],
});
const lines = product.flatMap((file) =>
  readFileSync(`${root}${file}`, "utf8")
    .split("\n")
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .map((line) => ({ file, line: line.trim() })),
);

/** Two states that a line names one after the other, as a list or as a comparison has them. */
const listed = (one: string, other: string) =>
  new RegExp(`["']${one}["'](?:,| (?:\\|\\||&&) .*) *["']${other}["']`);

test.each([
  ["where calls begin", /["'`]\/v1\b/, ["kit/contract/api-base.ts"]],
  ["the header against forged requests", /x-csrf/i, ["kit/contract/csrf-header.ts"]],
  [
    "a code's form",
    /\\d\{6\}|\[0-9\]\{(?:6\}|\$\{codeLength)/,
    ["portal/contract/constants.ts", "kit/web/showcase", "sandbox/"],
  ],
  // Charts know nothing of ours.
  [
    "a day's length",
    /86_?400_?000|24 \* (?:60 \* 60_000|3_600_000)/,
    ["kit/contract/tokyo.ts", "kit/charts/"],
  ],
  ["Tokyo's distance from UTC", /\b9 \* (?:60 \* 60|3_?600)/, ["kit/contract/tokyo.ts"]],
  [
    "how a day and an hour are written",
    /Intl\.DateTimeFormat|toLocale(Date|Time)/,
    ["kit/contract/dates.ts"],
  ],
  // The second is what Slack's form wants of three characters.
  [
    "how text becomes HTML",
    /"?&amp;/,
    ["kit/server/html/html.ts", "kit/server/webhooks/chat-forms.ts"],
  ],
  [
    "a card brand's name",
    /Diners Club|American Express/,
    ["portal/contract/card-brands.ts", "sandbox/"],
  ],
  ["an amount in yen", /¥\$\{|\}円`|toLocaleString\([^)]*\)\}? yen/, ["kit/contract/yen.ts"]],
  [
    "which invoices are owed",
    /\bopen\b.*\buncollectible\b|\buncollectible\b.*\bopen\b/,
    // All states of an invoice, in their order, stand once in each contract.
    [
      "billing/money-states.ts",
      "portal/contract/invoice-states.ts",
      "karte/contract/words.ts",
      "console/contract/words.ts",
      "server/database/generated/tables.ts",
    ],
  ],
  ["which charges have no answer", listed("sent", "unknown"), ["billing/money-states.ts"]],
  ["which refunds are not decided", listed("created", "pending"), ["billing/money-states.ts"]],
  ["which scans are under way", listed("queued", "running"), ["karte/contract/words.ts"]],
  ["which reports are under way", listed("waiting", "making"), ["karte/contract/words.ts"]],
  ["which findings are open", listed("new", "open"), ["karte/contract/"]],
  ["which assets are dropped", listed("ignored", "not-ours"), ["karte/contract/"]],
] as const)("%s stands once", (_what, typed, places) => {
  expect(product.length).toBeGreaterThan(1_000);
  const [place = ""] = places;
  expect(lines.some(({ file, line }) => file.includes(place) && typed.test(line))).toBe(true);
  const elsewhere = lines.filter(
    ({ file, line }) => typed.test(line) && !places.some((place) => file.includes(place)),
  );
  expect(elsewhere).toEqual([]);
});

/** Columns of karte's tables in which a number stands for a word (karte/server/database/codes.ts). */
const coded =
  /\b(?:state|proof|role|kind|phase|severity|category|schedule|type|form|accepted_reason|proof_method)\b\)?\s*(?:=|<>|!=|<=?|>=?|(?:not )?in|is (?:not )?distinct from|",\s*"[^"]+",)\s*(?:any\s*)?[('"{[]*\d/;

test.each([
  "and r.state in (1, 2)",
  "where d.proof = 1 limit 1",
  "count(*) filter (where severity = 3)",
  "and f.severity <= 2",
  "a.state not in (5, 6)",
  "d.proof = any ('{0,2}'::smallint[])",
  '.where("state", "in", [1, 2])',
])("is seen as a number that stands for a word: %s", (line) => {
  expect(coded.test(line)).toBe(true);
});

test("statements of karte name states and other words, and not their numbers", () => {
  const features = lines.filter(({ file }) => file.startsWith("karte/server/features/"));
  expect(features.length).toBeGreaterThan(5_000);
  expect(features.filter(({ line }) => coded.test(line))).toEqual([]);
});
