import { expect, test } from "vitest";
import { type Standing, standingOf } from "./account-standing.ts";
import { standingSentence } from "./standing-sentence.ts";

const active = { closedAt: null, hasAgreed: true, deletesOn: null, suspendedOn: null };

test.each([
  [{}, "active"],
  [{ suspendedOn: "2027-02-01" }, "suspended"],
  [{ suspendedOn: "2027-02-01", deletesOn: "2027-03-01" }, "leaving"],
  [{ hasAgreed: false }, "unfinished"],
  [{ closedAt: new Date(), hasAgreed: false, deletesOn: "2027-03-01" }, "closed"],
] as const)("%j: %s", (facts, standing) => {
  expect(standingOf({ ...active, ...facts })).toBe(standing);
});

const words = {
  since: new Date("2026-11-20T03:00:00Z"),
  deletesOn: "2027-03-01",
  suspendedOn: "2027-02-01",
  lockedUntil: null,
  resetRequired: false,
};

test.each([
  ["active", /^A member since .*2026/, /^2026年11月20日.*からの会員です。$/],
  ["suspended", /suspended since 2027\/02\/01/, /2027年2月1日.*からプランを停止/],
  ["leaving", /deleted on 2027\/03\/01/, /2027年3月1日.*に削除/],
  ["closed", /^Closed; .* by 2027\/03\/01/, /2027年3月1日.*までに削除/],
  ["unfinished", /has not reached the agreement/, /規約への同意の前/],
] as const satisfies readonly (readonly [Standing, RegExp, RegExp])[])(
  "%s is said in both languages",
  (standing, en, ja) => {
    const sentence = standingSentence({ ...words, standing });
    expect(sentence.en).toMatch(en);
    expect(sentence.ja).toMatch(ja);
  },
);

test("a lock and a new password that is required are said after it", () => {
  const lockedUntil = new Date("2026-11-20T04:00:00Z");
  const { ja, en } = standingSentence({
    ...words,
    standing: "active",
    lockedUntil,
    resetRequired: true,
  });
  expect(en).toMatch(/\. Some sign-ins are refused until .*13:00.*\. The next sign-in has to set/);
  expect(ja).toMatch(/。2026年11月20日.*13:00.*まで、ログインを制限しています。次のログインで/);
});
