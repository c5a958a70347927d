import { defineCheck, notApplicable } from "../../engine/check.ts";
import { NO_DHE } from "./reasons.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * Finite-field Diffie-Hellman with at least 2,048 bits (RFC 9325 §4.5); below 1,024 it can be broken in
 * practice (Logjam, CVE-2015-4000). Groups of RFC 7919 are not offered while asking, so the server shows
 * the parameters it keeps for everyone else. The group is a key like the certificate's, and limits the grade
 * as that does (decision 41).
 */
export const tlsDh = defineCheck({
  id: "tls-dh",
  category: "tls",
  scope: "address",
  title: { ja: "DHE鍵交換の強度", en: "Strength of DHE key exchange" },
  explanation: {
    ja: "DHE鍵交換の数（素数）が短いと、事前計算によって通信を解読できます（Logjam）。1,024ビット未満は現実に破られ、1,024ビットも大きな組織なら破れると考えられています。",
    en: "With short primes, DHE can be broken by precomputation (Logjam). Below 1,024 bits this is practical, and 1,024 bits is thought to be within reach of large organizations.",
  },
  remedy: {
    ja: "DHEを無効にしてECDHEだけを使うか、2,048ビット以上のパラメーター（RFC 7919のffdhe2048など）を設定してください。",
    en: "Disable DHE in favor of ECDHE, or configure parameters of at least 2,048 bits, such as ffdhe2048 (RFC 7919).",
  },
  source: [
    { title: "RFC 9325 §4.5", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.5" },
    { title: "CVE-2015-4000 (Logjam)", url: "https://weakdh.org/" },
  ],
  outcomes: {
    strong: {
      state: "pass",
      severity: null,
      text: {
        ja: "DHE鍵交換は{tls.dhBits}ビットです。",
        en: "DHE key exchange uses {tls.dhBits} bits.",
      },
    },
    short: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "DHE鍵交換が{tls.dhBits}ビットで、推奨の2,048ビットに届きません。",
        en: "DHE key exchange uses {tls.dhBits} bits, less than the recommended 2,048.",
      },
      cap: "short-key",
    },
    breakable: {
      state: "fail",
      severity: "high",
      text: {
        ja: "DHE鍵交換が{tls.dhBits}ビットしかなく、現実に破られます。",
        en: "DHE key exchange uses only {tls.dhBits} bits and can be broken in practice.",
      },
    },
  },
  run: (context) =>
    withSurvey(context, ({ classic }) => {
      const sizes = classic.flatMap(({ dhBits, suite }) =>
        dhBits === null || suite.anonymous ? [] : [dhBits],
      );
      if (sizes.length === 0) return notApplicable(NO_DHE);
      const bits = Math.min(...sizes);
      const facts = [
        { name: "tls.dhBits", value: bits, unit: "bits" },
        { name: "keyExchange.weakestBits", value: bits, unit: "bits" },
      ] as const;
      if (bits < 1024) return { outcome: "breakable", facts };
      return { outcome: bits < 2048 ? "short" : "strong", facts };
    }),
});
