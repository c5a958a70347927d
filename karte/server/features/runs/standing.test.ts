import { causeKey } from "@sekimori/diagnosis/cause";
import type { Finding, Severity } from "@sekimori/diagnosis/finding";
import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import { expect, test } from "vitest";
import { worthOf } from "./points.ts";
import { kept, ofKept, scoresOf, standingOf } from "./standing.ts";

const host = "shop.example";

const seen = (check: string, more: Partial<Finding> = {}): Finding => ({
  ...{
    key: `${check} ${host} ${more.outcome ?? "x"}`,
    check,
    category: "http",
    asset: `domain:${host}`,
  },
  ...{ place: { host }, state: "pass", severity: null, outcome: "x", subject: null },
  ...{
    summary: { ja: "要約", en: "summary" },
    evidence: [],
    unconfirmed: false,
    cap: null,
    bonus: 0,
  },
  observedAt: "2026-11-26T00:00:00.000Z",
  ...more,
});
const fails = (check: string, severity: Severity, more: Partial<Finding> = {}) =>
  seen(check, { state: "fail", severity, outcome: "bad", ...more });
const byKey = (findings: readonly Finding[]) => new Map(findings.map((one) => [one.key, one]));
const pointsOf = (standing: readonly Finding[], causeOf: (one: Finding) => string = causeKey) =>
  new Map([...worthOf([host], standing, causeOf)].map(([key, { points }]) => [key, points]));
const score = (standing: readonly Finding[]) => organisationScore(scoresOf([host], standing)).exact;

const csp = fails("http-csp", "medium");
const cookie = fails("http-cookie", "high");
const others = Array.from({ length: 20 }, (_, at) => seen(`check-${at}`));

test("what is open but could not be looked at keeps its deduction", () => {
  const hidden = seen("http-csp", { state: "inconclusive", outcome: "inconclusive" });
  const standing = standingOf([hidden, ...others], byKey([csp]));
  expect(score(standing)).toBe(90);
  expect(score([hidden, ...others])).toBeCloseTo(95.24);
});

test("what was closed since the last whole run costs nothing, what is new costs", () => {
  const whole = [csp, cookie, ...others];
  expect(score(standingOf(whole, byKey([csp, cookie])))).toBeCloseTo(59.8);
  expect(score(standingOf(whole, byKey([csp])))).toBe(90);
  const found = fails("http-cors", "medium");
  expect(score(standingOf(whole, byKey([csp, found])))).toBe(80);
});

test("what is kept gives the same scores as what was seen", () => {
  const tls = fails("tls-old", "medium", {
    category: "tls",
    cap: "old-tls",
    evidence: [
      { name: "protocol:tls1.0", value: true },
      { name: "tls.anything", value: "else" },
    ],
  });
  const undecided = seen("tls-dh", {
    ...{ category: "tls", state: "inconclusive" },
    atWorst: { severity: "high", cap: "short-key" },
  });
  const whole = [csp, tls, undecided, ...others];
  const again = ofKept(JSON.parse(JSON.stringify(kept(whole))));
  const numbers = (standing: readonly Finding[]) =>
    scoresOf([host], standing).map(({ score, grade, ends, atMost }) => ({
      score,
      grade,
      ends,
      atMost,
    }));
  expect(numbers(again)).toEqual(numbers(whole));
});

test("findings of one cause are worth the same, what their cause is worth, and only once", () => {
  const cause = { kind: "record", name: `sender policy of ${host}` } as const;
  const mail = { category: "mail", cause } as const;
  const spf = fails("mail-spf", "medium", mail);
  const dmarc = fails("mail-dmarc", "medium", mail);
  const spoof = fails("mail-spoof", "high", mail);
  const standing = [spf, dmarc, spoof, csp, seen("mail-mtasts", { category: "mail" }), ...others];
  const points = pointsOf(standing);
  const together = points.get(spoof.key) ?? 0;
  expect(together).toBeGreaterThan(20);
  expect(points.get(spf.key)).toBe(together);
  expect(points.get(dmarc.key)).toBe(together);
  const mended = standing.filter(({ cause: one }) => one === undefined);
  expect(together).toBeCloseTo(
    (score([...mended, seen("mail-spf", { category: "mail" })]) ?? 0) - (score(standing) ?? 0),
    1,
  );
});

test("a cause is computed jointly, never as a sum, with the grade that its domain has then", () => {
  const cookies = ["SID", "lang"].map((subject) =>
    fails("http-cookie", "high", { key: subject, subject }),
  );
  const standing = [csp, ...cookies, ...others];
  // The score counts them once, so that mending one of them alone changes nothing.
  const apart = worthOf([host], standing, ({ key }) => key);
  expect([...apart].map(([key, { points }]) => [key, points > 0])).toEqual([
    [csp.key, true],
    ["SID", false],
    ["lang", false],
  ]);
  const together = worthOf([host], standing, ({ check }) => check);
  const without = [csp, seen("http-cookie"), ...others];
  const gain = (score(without) ?? 0) - (score(standing) ?? 0);
  expect(gain).toBeGreaterThan(20);
  expect(together.get("SID")?.points).toBeCloseTo(gain, 1);
  expect(together.get("lang")).toEqual(together.get("SID"));
  const { grade } = organisationScore(scoresOf([host], without));
  expect(together.get("SID")?.grade).toBe(grade);
  expect(grade).not.toBe(organisationScore(scoresOf([host], standing)).grade);
});

test("the worst is not hidden by a limit that another sets", () => {
  const critical = ["exp-files", "port-data"].map((check) => fails(check, "critical"));
  const points = pointsOf([...critical, cookie, csp, ...others]);
  for (const { key } of critical) expect(points.get(key)).toBeGreaterThan(0);
});

test("a domain without a score has no points", () => {
  expect(pointsOf([seen("a", { state: "inconclusive" })]).size).toBe(0);
});

test("where a limit holds the grade, it is said which causes together lead to the next one", () => {
  const critical = ["exp-files", "port-data"].map((check) => fails(check, "critical"));
  const standing = [...critical, cookie, csp, ...others];
  const worth = worthOf([host], standing, causeKey);
  const now = organisationScore(scoresOf([host], standing)).grade;
  const next = worth.get(critical[0]?.key ?? "")?.next;
  expect(now).toBe("E");
  expect(next?.grade).toBe("C");
  // Both, and none that changes nothing of it.
  expect([...worth].flatMap(([key, { next: one }]) => (one === null ? [] : [key]))).toEqual(
    critical.map(({ key }) => key),
  );
  expect(next?.causes).toBe(2);
  const mended = standing.filter((one) => !critical.includes(one));
  expect(organisationScore(scoresOf([host], mended)).grade).toBe(next?.grade);
  for (const one of critical) {
    const half = standing.filter((other) => other !== one);
    expect(organisationScore(scoresOf([host], half)).grade).toBe(now);
  }
  // The best grade leads nowhere better.
  expect([...worthOf([host], [csp, ...others], causeKey).values()][0]?.next).toBeNull();
});

test("what is worse but changes nothing of the grade is none of those causes", () => {
  const plain = fails("http-redirect", "low", { cap: "no-redirect" });
  const standing = [csp, plain, ...others];
  const worth = worthOf([host], standing, causeKey);
  expect(organisationScore(scoresOf([host], standing)).grade).toBe("B");
  expect(worth.get(plain.key)?.next).toEqual({ grade: "A", causes: 1 });
  expect(worth.get(csp.key)?.next).toBeNull();
});
