import { describe, expect, it } from "vitest";
import type { LocalText } from "../engine/text.ts";
import { SEVERITY_POINTS } from "../score/category-score.ts";
import { allChecks } from "./registry.ts";

/** The catalogue of the engine's design, in its order. */
const CATALOGUE = {
  dns: "resolves alias ns lame dnssec caa axfr recursion dangling private wildcard delegation lapsed lookalike",
  mail: "spf dmarc dkim mtasts tlsrpt dane starttls nullmx mx spoof",
  tls: "ssl old new null weak aead fs dh comp ems pq service",
  cert: "trust name expiry life key sig chain revoked each",
  http: "none redirect hsts csp frame nosniff referrer isolation cors cookie mixed sri leak sectxt",
  exp: "files",
  port: "data admin",
  svc: "ssh plain",
  net: "ipv6",
  app: "print",
  web: "each",
  sw: "version",
};

const ids = Object.entries(CATALOGUE).flatMap(([prefix, names]) =>
  names.split(" ").map((name) => `${prefix}-${name}`),
);

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

it("holds the checks of the design", () => {
  expect(allChecks.map(({ id }) => id).sort()).toEqual([...ids].sort());
});

describe.each(allChecks.map((check) => [check.id, check] as const))("%s", (_id, check) => {
  const outcomes = Object.values(check.outcomes);
  const texts: LocalText[] = [
    check.title,
    check.explanation,
    check.remedy,
    ...outcomes.map(({ text }) => text),
  ];

  it("speaks both languages, with the same facts in each sentence", () => {
    const facts = (text: string) => (text.match(/\{[^}]+\}/g) ?? []).sort();
    for (const { ja, en } of texts) {
      expect(ja).toMatch(JAPANESE);
      expect(en).not.toMatch(JAPANESE);
      expect(facts(ja)).toEqual(facts(en));
    }
  });

  it("puts Japanese in Japanese brackets and colons, and no value behind a bare key", () => {
    for (const { ja, en } of texts) {
      expect(ja).not.toMatch(/\([^)]|: \{/);
      for (const text of [ja, en]) expect(text).not.toMatch(/[a-z]=\{/i);
    }
  });

  it("ends its sentences and names its sources", () => {
    for (const { ja, en } of [check.explanation, check.remedy]) {
      expect(ja).toMatch(/。$/);
      expect(en).toMatch(/\.$/);
    }
    expect(check.source.length).toBeGreaterThan(0);
    for (const { url } of check.source) expect(new URL(url).protocol).toBe("https:");
  });

  it("can pass or inform, and has a severity exactly where it objects", () => {
    expect(outcomes.some(({ state }) => state === "pass" || state === "info")).toBe(true);
    for (const { state, severity, cap } of outcomes) {
      expect(severity === null).toBe(state === "pass");
      if (severity !== null) expect(SEVERITY_POINTS[severity]).toBeDefined();
      if (state === "info") expect(severity).toBe("info");
      if (cap) expect(state).toBe("fail");
    }
  });
});
