import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type VerdictFacts, verdictOf } from "./verdict.ts";
import { grades } from "./words.ts";

const calm: VerdictFacts = {
  critical: 0,
  first: null,
  overdue: { count: 0, more: false, longest: 0 },
  domains: { all: 10, seen: 10 },
  grade: "B",
  gradeBefore: "B",
  fixed: 0,
};

const database: VerdictFacts["first"] = {
  title: { ja: "公開されたデータベース", en: "Databases open to the Internet" },
  place: "db.example.jp",
  assignee: "山田 花子",
  due: { ja: "11月27日", en: "27 November" },
};

describe("a verdict", () => {
  test.each<[string, Partial<VerdictFacts>, ja: string, en: string]>([
    [
      "names what is critical, who has it and until when",
      { critical: 3, first: database },
      "緊急3件が未対応です。最優先は「公開されたデータベース」（db.example.jp、担当：山田 花子、期限：11月27日）です。",
      "3 critical open; first: Databases open to the Internet (db.example.jp, 山田 花子, due 27 November).",
    ],
    [
      "says that nobody has it, and no day where there is none",
      { critical: 1, first: { ...database, assignee: null, due: null } },
      "緊急1件が未対応です。最優先は「公開されたデータベース」（db.example.jp、担当者なし）です。",
      "1 critical open; first: Databases open to the Internet (db.example.jp, unassigned).",
    ],
    [
      "asks for a decision where it is late",
      { overdue: { count: 1_000, more: true, longest: 12 } },
      "期限超過が1,000件以上、最長12営業日です。人員か期限のご判断をお願いします。",
      "1,000 or more overdue, by up to 12 working days: please assign people or set new dates.",
    ],
    [
      "counts no working day over a weekend",
      { overdue: { count: 2, more: false, longest: 0 } },
      "期限超過が2件あります。",
      "2 overdue.",
    ],
    [
      "calls nothing safe of which a fifth was not seen",
      { domains: { all: 100, seen: 79 } },
      "100件中21件のドメインは未診断のため、安全とは言えません。",
      "21 of 100 domains weren't scanned, so we can't call them safe.",
    ],
    [
      "says that the grade fell",
      { grade: "C", gradeBefore: "B" },
      "評価が先月末のBからCに下がりました。",
      "The grade has dropped from B to C since the end of last month.",
    ],
    [
      "says that it is better",
      { grade: "A", gradeBefore: "C", fixed: 12 },
      "先月末より改善しました（C→A、解決12件）。",
      "Better than at the end of last month (C to A, 12 fixed).",
    ],
    [
      "else says that nothing needs action",
      {},
      "直ちに対応が必要な問題は見つかりませんでした。",
      "No findings need action now.",
    ],
  ])("%s", (_what, facts, ja, en) => {
    expect(verdictOf({ ...calm, ...facts })).toEqual([{ ja, en }]);
  });

  test("only counts what is critical where a list names it", () => {
    const facts = { ...calm, critical: 3, first: database };
    expect(verdictOf(facts, { namesFirst: false })).toEqual([
      {
        ja: "緊急の検出事項が3件、未対応です。",
        en: "3 critical findings are open.",
      },
    ]);
    expect(verdictOf({ ...facts, critical: 1 }, { namesFirst: false })[0]?.en).toBe(
      "1 critical finding is open.",
    );
    expect(verdictOf(calm, { namesFirst: false })).toEqual(verdictOf(calm));
  });

  test("is what matters most, at most two sentences, and never calm where something is wrong", () => {
    const facts = fc.record({
      critical: fc.nat(3),
      first: fc.constant(database),
      overdue: fc.record({ count: fc.nat(2), more: fc.boolean(), longest: fc.nat(9) }),
      domains: fc.nat(100).map((seen) => ({ all: 100, seen })),
      grade: fc.constantFrom(...grades, null),
      gradeBefore: fc.constantFrom(...grades, null),
      fixed: fc.nat(50),
    });
    fc.assert(
      fc.property(facts, (one) => {
        const said = verdictOf(one).map(({ en }) => en);
        expect(said.length).toBeGreaterThan(0);
        expect(said.length).toBeLessThanOrEqual(2);
        expect(said[0]?.includes("critical open")).toBe(one.critical > 0);
        const isWrong = one.critical > 0 || one.overdue.count > 0 || one.domains.seen < 80;
        if (isWrong) expect(said.join()).not.toContain("No findings need action");
        expect(said.join()).not.toMatch(/NaN|undefined|null/);
      }),
    );
  });
});
