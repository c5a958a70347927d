import { describe, expect, test } from "vitest";
import type { Finding } from "../engine/finding.ts";
import { hostileDomains } from "./hostile/hostile-domains.ts";
import { judge } from "./judge.ts";
import type { LabState } from "./state.ts";
import { manifest } from "./states/manifest.ts";

test("no two of the lab's domains have one name, for they stand beside each other in its zones", () => {
  const names = [...manifest, ...hostileDomains].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

const finding = (check: string, outcome: string, severity: Finding["severity"]): Finding => ({
  key: check,
  check,
  category: "mail",
  asset: "domain:a.jp",
  place: { host: "a.jp" },
  state: severity === null ? "pass" : "fail",
  severity,
  outcome,
  subject: null,
  summary: { ja: "", en: "" },
  evidence: [],
  unconfirmed: false,
  cap: null,
  bonus: 0,
  observedAt: "",
});

const state: LabState = {
  name: "a",
  area: "SPF",
  finds: ["mail-spf:absent"],
  lacks: ["mail-mx"],
  tolerates: ["mail-spoof"],
};
const relations = (findings: readonly Finding[]) =>
  judge(state, findings).map(({ claim, relation }) => `${claim} ${relation}`);

describe("a state's findings against the truth", () => {
  test("what is foreseen agrees", () => {
    const found = [finding("mail-spf", "absent", "medium"), finding("mail-spoof", "open", "high")];
    expect(relations(found)).toEqual([
      "mail-spf:absent agree",
      "not mail-mx agree",
      "nothing else agree",
    ]);
  });

  test("another outcome is both missed and wrongly claimed", () => {
    expect(relations([finding("mail-spf", "neutral", "low")])).toEqual([
      "mail-spf:absent we-miss",
      "not mail-mx agree",
      "mail-spf:neutral we-wrongly-claim",
    ]);
  });

  test("low findings count in the state's own area only, medium ones everywhere", () => {
    const found = [
      finding("mail-spf", "absent", "medium"),
      finding("http-nosniff", "missing", "low"),
      finding("dns-lame", "lame", "medium"),
      finding("mail-mx", "absent", "high"),
    ];
    expect(relations(found)).toEqual([
      "mail-spf:absent agree",
      "not mail-mx we-wrongly-claim",
      "dns-lame:lame we-wrongly-claim",
    ]);
  });

  test("what could not be decided is missed, not agreed with", () => {
    const undecided: Finding = {
      ...finding("mail-spf", "inconclusive", null),
      state: "inconclusive",
    };
    const sound = { name: "b", area: "SPF", finds: [] } as const;
    expect(judge(sound, [undecided])).toContainEqual(
      expect.objectContaining({ claim: "mail-spf decided", relation: "we-miss" }),
    );
  });
});
