import { describe, expect, it } from "vitest";
import { allChecks } from "../checks/registry.ts";
import type { Finding } from "../engine/finding.ts";
import type { Grade } from "../engine/grades.ts";
import { type HostScore, hostScore } from "./host-score.ts";

/*
 * Kinds of sites that everybody has met, told by the outcomes of the catalogue's own checks; severities and
 * limits are the checks'. Bounds, not letters: no weight is bent to hit one.
 */

/** What is wrong with a site: check → outcome. All else passes, or does not apply. */
type Faults = Readonly<Record<string, string>>;

function site(faults: Faults, absent: readonly string[] = []): HostScore {
  const findings = allChecks.map(({ id, category, outcomes, cause }): Finding => {
    const wanted = faults[id];
    const outcome =
      wanted ?? Object.keys(outcomes).find((name) => outcomes[name]?.state === "pass");
    const chosen = outcome === undefined ? undefined : outcomes[outcome];
    if (wanted !== undefined && chosen === undefined) throw new Error(`${id} has no ${wanted}`);
    const leftOut = wanted === undefined && absent.some((name) => id === name || category === name);
    return {
      key: id,
      check: id,
      category,
      asset: "host:site.test",
      place: { host: "site.test" },
      state: leftOut ? "not-applicable" : (chosen?.state ?? "info"),
      severity: leftOut ? null : (chosen?.severity ?? null),
      outcome: outcome ?? "none",
      subject: null,
      summary: { ja: "要約", en: "summary" },
      evidence: [],
      unconfirmed: false,
      ...(cause === undefined ? {} : { cause: cause(TARGET) }),
      cap: leftOut ? null : (chosen?.cap ?? null),
      bonus: 0,
      observedAt: "2026-11-21T00:00:00.000Z",
    };
  });
  const unknown = Object.keys(faults).filter((id) => !allChecks.some((check) => check.id === id));
  if (unknown.length > 0) throw new Error(`no such check: ${unknown.join(", ")}`);
  return hostScore("site.test", findings);
}

const TARGET = {
  host: "site.test",
  domain: "site.test",
  isDomain: true,
  addresses: [],
  address: null,
};

const NO_HEADERS: Faults = {
  "http-hsts": "absent",
  "http-csp": "absent",
  "http-frame": "open",
  "http-nosniff": "missing",
  "http-referrer": "absent",
};
const NO_MAIL_POLICY: Faults = {
  "mail-spf": "absent",
  "mail-dmarc": "absent",
  "mail-spoof": "open",
};

/** Each kind of site twice: with the faults that its mail usually has, and with sound mail. */
const kinds = (mail: boolean) => {
  const of = (faults: Faults, absent: readonly string[] = []) =>
    site(
      mail
        ? faults
        : Object.fromEntries(Object.entries(faults).filter(([id]) => !id.startsWith("mail-"))),
      absent,
    );
  return {
    excellent: of({}),
    good: of({
      "http-csp": "unsafe",
      "http-referrer": "absent",
      "dns-dnssec": "unsigned",
      "mail-mtasts": "absent",
    }),
    average: of({
      ...NO_HEADERS,
      "mail-dmarc": "absent",
      "mail-spoof": "open",
      "mail-mtasts": "absent",
      "dns-dnssec": "unsigned",
      "dns-caa": "absent",
    }),
    bare: of(
      {
        ...NO_HEADERS,
        ...NO_MAIL_POLICY,
        "http-none": "absent",
        "http-redirect": "plain",
        "dns-dnssec": "unsigned",
        "dns-caa": "absent",
        "dns-ns": "same-network",
      },
      ["tls"],
    ),
    neglected: of({
      ...NO_HEADERS,
      ...NO_MAIL_POLICY,
      "http-redirect": "plain",
      "http-cookie": "insecure",
      "http-leak": "listing",
      "exp-files": "high",
      "tls-old": "accepted",
      "tls-fs": "static-offered",
      "cert-expiry": "within-14-days",
      "app-print": "panel-medium",
      "sw-version": "end-of-life",
      "dns-dnssec": "unsigned",
      "dns-caa": "absent",
    }),
    expired: of({
      ...NO_HEADERS,
      ...NO_MAIL_POLICY,
      "cert-expiry": "expired",
      "tls-old": "accepted",
      "dns-dnssec": "unsigned",
      "dns-caa": "absent",
    }),
    awful: of({
      ...NO_HEADERS,
      ...NO_MAIL_POLICY,
      "mail-starttls": "not-offered",
      "http-redirect": "plain",
      "http-cookie": "insecure",
      "http-mixed": "active",
      "http-cors": "reflected",
      "exp-files": "critical",
      "cert-expiry": "expired",
      "cert-sig": "broken",
      "tls-ssl": "ssl3",
      "tls-null": "accepted",
      "tls-old": "accepted",
      "port-data": "unauthenticated",
      "port-admin": "open",
      "sw-version": "known-exploited",
      "dns-axfr": "open",
      "dns-dnssec": "invalid-signature",
    }),
    redis: of({ "port-data": "unauthenticated" }),
    unresolvable: of({ "dns-resolves": "unresolvable" }),
  };
};
const FORMS = [
  ["with mail's faults", kinds(true)],
  ["with sound mail", kinds(false)],
] as const;

/** Best and worst grade that each may have. */
const BOUNDS: Readonly<Record<keyof ReturnType<typeof kinds>, readonly [Grade, Grade]>> = {
  excellent: ["A", "A"],
  good: ["A", "B"],
  average: ["C", "E"],
  bare: ["C", "E"],
  neglected: ["D", "E"],
  expired: ["E", "E"],
  awful: ["E", "E"],
  redis: ["E", "E"],
  unresolvable: ["E", "E"],
};

/** One host against the other: the worse stands lower, whatever limits both. */
const ORDER = ["excellent", "good", "average", "bare", "neglected", "expired", "awful"] as const;

describe.each(FORMS)("calibration, %s", (_form, sites) => {
  it.each(Object.entries(BOUNDS))("%s: from %j", (name, [best, worst]) => {
    const { grade } = sites[name as keyof typeof sites];
    expect(grade).not.toBeNull();
    expect((grade ?? "") >= best && (grade ?? "") <= worst).toBe(true);
  });

  it("keeps the order strictly", () => {
    const scores = ORDER.map((name) => sites[name].score ?? -1);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(new Set(scores).size).toBe(scores.length);
  });
});

describe("calibration", () => {
  it.each([
    ["an open database", { "port-data": "unauthenticated" }],
    ["an expired second certificate", { "cert-each": "expired" }],
    ["SSL 2", { "tls-ssl": "ssl2" }],
  ])("%s makes an excellent site E", (_what, faults) => {
    expect(site(faults)).toMatchObject({ grade: "E" });
  });

  it.each([
    ["SSL 3", { "tls-ssl": "ssl3" }, []],
    ["no HTTPS", { "http-none": "absent" }, ["tls"]],
    ["a site without one of the five headers", NO_HEADERS, []],
    ["no DMARC", { "mail-dmarc": "absent" }, []],
    ["a domain anyone can send as", { "mail-spoof": "open" }, []],
  ])("%s allows C at most", (_what, faults, absent) => {
    expect(site(faults, absent)).toMatchObject({ grade: "C" });
  });

  it("no redirect to HTTPS allows B at most, and with no header at all the site is no A either", () => {
    expect(site({ "http-redirect": "plain" }).grade).toBe("B");
    const faults = { ...NO_HEADERS, "http-redirect": "plain" };
    expect(site(faults, ["mail"]).grade).toBe("C");
    // One of the five is something: the mean decides.
    expect(site({ ...NO_HEADERS, "http-csp": "unsafe" }).grade).not.toBe("C");
  });
});
