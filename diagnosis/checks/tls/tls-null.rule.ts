import { defineCheck } from "../../engine/check.ts";
import type { Fact } from "../../engine/finding.ts";
import type { CipherSuite } from "../../net/raw-tls/cipher-suites.ts";
import { suiteNames } from "../tls-survey/strength.ts";
import { tlsNullTexts } from "./tls-null.texts.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * Suites without encryption, without authentication or with EXPORT keys must not be negotiated
 * (RFC 9325 §4.1; anonymous ones RFC 5246 A.5).
 */
export const tlsNull = defineCheck(tlsNullTexts, {
  id: "tls-null",
  category: "tls",
  scope: "address",
  outcomes: {
    refused: { state: "pass", severity: null },
    accepted: { state: "fail", severity: "critical", cap: "null-or-export" },
  },
  run: (context) =>
    withSurvey(context, (seen) => {
      const none = suiteNames(seen.classic, ({ cipher }) => cipher === "NULL");
      const anonymous = suiteNames(seen.classic, (suite) => suite.anonymous);
      const exported = suiteNames(seen.classic, (suite) => suite.export);
      const all = [...new Set([...none, ...anonymous, ...exported])];
      const facts = [
        { name: "cipher.null", value: none.length > 0 },
        { name: "cipher.anonymous", value: anonymous.length > 0 },
        { name: "cipher.export", value: exported.length > 0 },
        { name: "tls.unprotected", value: all },
        ...weakest(seen.classic.map(({ suite }) => suite).filter(({ name }) => all.includes(name))),
      ];
      return { outcome: all.length > 0 ? "accepted" : "refused", facts };
    }),
});

/** Strength of what protects nothing, for the base of the score (anonymous: no key exchange at all). */
function weakest(suites: readonly CipherSuite[]): readonly Fact[] {
  if (suites.length === 0) return [];
  const bits = suites.map(({ bits: size, cipher }) => (cipher === "NULL" ? 0 : size));
  const exchange = suites.flatMap((suite) => (suite.anonymous ? [0] : suite.export ? [512] : []));
  return [
    { name: "cipher.weakestBits", value: Math.min(...bits), unit: "bits" },
    ...(exchange.length > 0
      ? [{ name: "keyExchange.weakestBits", value: Math.min(...exchange), unit: "bits" } as const]
      : []),
  ];
}
