import { defineCheck } from "../../engine/check.ts";
import type { Fact } from "../../engine/finding.ts";
import type { CipherSuite } from "../../net/raw-tls/cipher-suites.ts";
import { suiteNames } from "../tls-survey/strength.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * Suites without encryption, without authentication or with EXPORT keys must not be negotiated
 * (RFC 9325 §4.1; anonymous ones RFC 5246 A.5).
 */
export const tlsNull = defineCheck({
  id: "tls-null",
  category: "tls",
  scope: "address",
  title: {
    ja: "暗号化しない方式・匿名の方式・輸出用の弱い方式",
    en: "Unencrypted, anonymous and EXPORT ciphers",
  },
  explanation: {
    ja: "暗号化しない方式（NULL）、相手を確かめない方式（匿名）、意図的に弱めた輸出用の方式（EXPORT）を受け入れると、通信の盗聴や改ざんが現実的になります。",
    en: "Ciphers that do not encrypt (NULL), do not verify who answers (anonymous) or were deliberately weakened (EXPORT) make eavesdropping and tampering practical.",
  },
  remedy: {
    ja: "NULL、匿名（aNULL）、EXPORTの暗号スイートをすべて無効にしてください。",
    en: "Disable all NULL, anonymous (aNULL) and EXPORT cipher suites.",
  },
  source: [
    { title: "RFC 9325 §4.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.1" },
    { title: "RFC 5246 A.5", url: "https://www.rfc-editor.org/rfc/rfc5246#appendix-A.5" },
  ],
  outcomes: {
    refused: {
      state: "pass",
      severity: null,
      text: {
        ja: "暗号化や認証を欠く方式は拒否されます。",
        en: "Ciphers without encryption or authentication are refused.",
      },
    },
    accepted: {
      state: "fail",
      severity: "critical",
      text: {
        ja: "保護にならない暗号スイートを受け入れます：{tls.unprotected}",
        en: "Cipher suites without any protection are accepted: {tls.unprotected}",
      },
      cap: "null-or-export",
    },
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
