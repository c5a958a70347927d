import { searchedText } from "@sekimori/kit-contract/search-text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { suggestionsAt, take } from "./complete.ts";
import { fieldNames, fieldOf, valuesOf } from "./fields.ts";
import { parseQuery, problemIn } from "./parse.ts";
import { printQuery } from "./print.ts";
import { QueryProblem } from "./problem.ts";
import { type Query, type QueryValue, queryLimits } from "./query.ts";

const canonical = (text: string) => printQuery(parseQuery(text));

describe("reading a query", () => {
  test.each([
    ["nginx", "nginx"],
    [
      "severity:high,critical owner:none overdue:yes",
      "severity:high,critical owner:none overdue:yes",
    ],
    ["product:nginx and version:<1.19", "product:nginx version:<1.19"],
    ["a1 or b1 c1", "a1 or b1 c1"],
    ["(a1 or b1) c1", "(a1 or b1) c1"],
    ["((a1 b1)) (c1)", "a1 b1 c1"],
    ["not severity:low", "-severity:low"],
    ["-(a1 or b1)", "-(a1 or b1)"],
    ["-(-a1)", "-(-a1)"],
    ['-"two words"', '-"two words"'],
    ["port:>=1024 port:80..443", "port:>=1024 port:80..443"],
    ["epss:>=10%", "epss:>=0.1"],
    ["due:<30d seen.first:2026/04/01", "due:<30d seen.first:2026-04-01"],
    ["accepted.until:none", "accepted.until:none"],
    ['owner:"none"', 'owner:"none"'],
    ['group:"Web shop","a,b"', 'group:"Web shop","a,b"'],
    ['label:"say \\"so\\" \\\\"', 'label:"say \\"so\\" \\\\"'],
    ['"or" "and"', '"or" "and"'],
    ["ip:2001:db8::/32", "ip:2001:db8::/32"],
    ["cause:headers|https://www.example.jp", "cause:headers|https://www.example.jp"],
    ['version:<"1.19"', "version:<1.19"],
    ["status:fixed area:mail", "state:fixed category:mail"],
    ["SEVERITY:High", "severity:high"],
  ])("%s", (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  // Case 8 of the design note, and how a Japanese keyboard writes.
  test.each([
    ["製品：nginx　バージョン：＜１．１９", "product:nginx version:<1.19"],
    ["製品:nginx バージョン:<1.19", "product:nginx version:<1.19"],
    ["深刻度：緊急、高　担当：なし", "severity:critical,high owner:none"],
    ["期限：≦５営業日", "due:<=5bd"],
    [
      "（深刻度：高　ｏｒ　期限切れ：はい）　－状態：解決済み",
      "(severity:high or overdue:yes) -state:fixed",
    ],
    ["担当:自分 期限:今日", "owner:me due:0d"],
    ["“二つの 言葉”", '"二つの 言葉"'],
    ["ﾄﾞﾒｲﾝ:example.jp", "domain:example.jp"],
  ])("%s in full width", (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test("every field has an example that it reads, and every name means the same", () => {
    for (const name of fieldNames) {
      const { ja, also = [], example } = fieldOf(name);
      expect(canonical(example), name).toBe(example);
      const term = parseQuery(example);
      expect(term.kind === "term" && term.field, name).toBe(name);
      for (const alias of [...ja, ...also]) {
        expect(canonical(example.replace(name, alias)), alias).toBe(example);
      }
      for (const [word, words] of Object.entries(valuesOf(name) ?? {})) {
        for (const value of words) expect(canonical(`${name}:${value}`)).toBe(`${name}:${word}`);
      }
    }
  });

  test("no name means two fields", () => {
    const all = fieldNames.flatMap((name) => {
      const { ja, also = [] } = fieldOf(name);
      return [name, ...ja, ...also];
    });
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("what is wrong is named at its place", () => {
  test.each([
    ["", "empty", 0, 0, {}],
    ["  ", "empty", 2, 0, {}],
    ["severty:high", "unknown_field", 0, 7, { near: "severity" }],
    ["深刻:高", "unknown_field", 0, 2, { near: "深刻度" }],
    ["csp https://x.jp", "unknown_field", 4, 5, {}],
    ["csp severity:hihg", "unknown_value", 13, 4, { field: "severity" }],
    ["severity:high,", "no_value", 14, 0, { field: "severity" }],
    ["severity: ", "no_value", 9, 0, { field: "severity" }],
    ["host:<a", "no_comparison", 5, 2, { field: "host" }],
    ["severity:none", "not_optional", 9, 4, { field: "severity" }],
    ["port:abc", "not_a_number", 5, 3, {}],
    ["port:70000", "not_a_number", 5, 5, {}],
    ["port:1..x", "not_a_number", 8, 1, {}],
    ["epss:2", "not_a_number", 5, 1, {}],
    ["due:2026-02-30", "not_a_date", 4, 10, {}],
    ["due:5m", "not_a_date", 4, 2, {}],
    ["due:500bd", "not_a_date", 4, 5, {}],
    ["ip:300.1.1.1", "not_an_address", 3, 9, {}],
    ["x", "too_short", 0, 1, {}],
    ['ab "cd', "unclosed_quote", 3, 3, {}],
    ["(ab", "unclosed_parenthesis", 0, 1, {}],
    ["ab)", "unexpected", 2, 1, { word: ")" }],
    ["()", "empty", 0, 1, {}],
    ["ab or", "nothing_after", 3, 2, { word: "or" }],
    ["or ab", "unexpected", 0, 2, { word: "or" }],
    ["- ab", "nothing_after", 0, 1, { word: "-" }],
    ["not", "nothing_after", 0, 3, { word: "not" }],
    [":high", "unexpected", 0, 1, { word: ":" }],
    ["((((((ab))))))", "too_deep", 5, 1, { most: queryLimits.depth }],
    [Array.from({ length: 31 }, () => "ab").join(" "), "too_many_terms", 90, 2, {}],
    [`port:${Array.from({ length: 101 }, () => "1").join(",")}`, "too_many_values", 205, 1, {}],
    ["a".repeat(2_001), "too_long", 2_000, 1, {}],
  ])("%s: %s at %d", (text, code, at, length, facts) => {
    const problem = problemIn(text);
    expect(problem).toMatchObject({ code, at, length });
    expect(problem?.facts).toMatchObject(facts);
  });
});

// Any text whatever, and such as people write.
const pieces = fc.constantFrom(
  ...[
    "(",
    ")",
    ":",
    "：",
    ",",
    "、",
    '"',
    "“",
    "\\",
    "-",
    "－",
    " ",
    "　",
    "<",
    "＜",
    "..",
    "or",
    "not",
  ],
  ...[
    "severity",
    "high",
    "深刻度",
    "緊急",
    "none",
    "なし",
    "30d",
    "*",
    "1.19",
    "ab",
    "due",
    "ｶﾞ",
    "⑴",
  ],
);
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(pieces, { maxLength: 25 }).map((some) => some.join("")),
);

test("whatever is written is a query or has a problem within its text", () => {
  fc.assert(
    fc.property(texts, (text) => {
      try {
        const query = parseQuery(text);
        expect(parseQuery(printQuery(query))).toEqual(query);
      } catch (error) {
        expect(error).toBeInstanceOf(QueryProblem);
        const { at, length } = error as QueryProblem;
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at + length).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("the longest text that may be written is read in no time", () => {
  for (const piece of [
    "(",
    '"',
    "\\",
    "-",
    "a:",
    "severity:",
    "port:1,",
    "not ",
    "ab or ",
    "<",
    "。",
    "(a ",
  ]) {
    const began = performance.now();
    problemIn(piece.repeat(queryLimits.characters / piece.length));
    expect(performance.now() - began, piece).toBeLessThan(200);
  }
});

const word = fc
  .string({ unit: "grapheme", minLength: 2, maxLength: 12 })
  // As the rule of searches leaves it: what it would take off is no part of a query.
  .filter((text) => text.trim().length > 2 && searchedText(text) !== "");
const is = (item: string, comparison: "=" | "<" | "<=" | ">" | ">=" = "="): QueryValue => ({
  kind: "is",
  comparison,
  item,
});
const comparison = fc.constantFrom(
  "=" as const,
  "<" as const,
  "<=" as const,
  ">" as const,
  ">=" as const,
);
const term = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("label" as const, "host" as const, "group" as const, "cause" as const),
      fc.array(word, { minLength: 1, maxLength: 3 }),
    )
    .map(([field, items]) => ({
      kind: "term" as const,
      field,
      values: items.map((item) => is(item)),
    })),
  fc.tuple(word, comparison).map(([item, sign]) => ({
    kind: "term" as const,
    field: "version" as const,
    values: [is(item, sign)],
  })),
  fc.tuple(fc.nat(65_535), fc.nat(65_535)).map(([from, to]) => ({
    kind: "term" as const,
    field: "port" as const,
    values: [
      { kind: "range" as const, from: String(from), to: String(to) },
      { kind: "none" as const },
    ],
  })),
  fc
    .constantFrom("high", "low")
    .map((item) => ({ kind: "term" as const, field: "severity" as const, values: [is(item)] })),
);
const leaf: fc.Arbitrary<Query> = fc.oneof(
  term,
  word.map((text) => ({ kind: "text" as const, text })),
);
const combine = (kind: "and" | "or", parts: readonly Query[]): Query => ({
  kind,
  of: parts.flatMap((part) => (part.kind === kind ? part.of : [part])),
});
const { tree } = fc.letrec<{ tree: Query }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf,
    tie("tree").map((of) => ({ kind: "not" as const, of })),
    fc
      .tuple(
        fc.constantFrom("and" as const, "or" as const),
        fc.array(tie("tree"), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, parts]) => combine(kind, parts)),
  ),
}));

test("a query that is printed and read again is the same query", () => {
  fc.assert(
    fc.property(tree, (query) => {
      const text = printQuery(query);
      fc.pre(text.length <= queryLimits.characters);
      expect(parseQuery(text)).toEqual(query);
      expect(printQuery(parseQuery(text))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

describe("completion", () => {
  const labels = (text: string, language: "ja" | "en" = "en", known = {}) =>
    suggestionsAt(text, text.length, { language, known }).suggestions.map(({ label }) => label);

  test("of names, in the reader's language, by either", () => {
    expect(labels("se")).toEqual(["severity", "service", "seen.first", "seen.last"]);
    expect(labels("se", "ja")).toEqual(["深刻度", "サービス", "初回の検出", "最後の検出"]);
    expect(labels("期", "ja")).toEqual(["期限", "期限切れ"]);
    expect(labels("csp -sev")).toEqual(["severity"]);
    expect(labels("(ki")).toEqual([]);
    expect(labels("(ke")).toEqual(["kev"]);
  });

  test("of values, of the field they stand behind", () => {
    expect(labels("severity:")).toEqual(["critical", "high", "medium", "low", "info"]);
    expect(labels("severity:high,m")).toEqual(["medium"]);
    expect(labels("深刻度：", "ja")).toEqual(["緊急", "高", "中", "低", "情報"]);
    expect(labels("-overdue:")).toEqual(["yes", "no"]);
    expect(labels("due:n")).toEqual(["none"]);
    expect(labels("port:<4")).toEqual([]);
    const known = { owner: [{ value: "Jane Doe", words: "jane@example.jp" }] };
    expect(labels("owner:", "en", known)).toEqual(["me", "none", "any", "Jane Doe"]);
    expect(labels('owner:"jane d', "en", known)).toEqual(["Jane Doe"]);
  });

  test("puts what is chosen in the place of what was written", () => {
    const chosen = (text: string, caret: number, index = 0, known = {}) => {
      const { at, suggestions } = suggestionsAt(text, caret, { language: "en", known });
      const [suggestion] = suggestions.slice(index);
      if (suggestion === undefined) throw new Error("Nothing to choose.");
      return take(text, caret, at, suggestion);
    };
    expect(chosen("csp sev", 7)).toEqual({ text: "csp severity:", caret: 13 });
    expect(chosen("severity:hi", 11)).toEqual({ text: "severity:high ", caret: 14 });
    expect(chosen("severity:hi or csp", 11)).toEqual({ text: "severity:high or csp", caret: 13 });
    const known = { owner: [{ value: "Jane Doe", words: "" }] };
    expect(chosen("owner:ja", 8, 0, known)).toEqual({ text: 'owner:"Jane Doe" ', caret: 17 });
  });
});
