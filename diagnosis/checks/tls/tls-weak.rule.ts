import { defineCheck, type Observation } from "../../engine/check.ts";
import { acceptedSuites, suiteNames } from "../tls-survey/strength.ts";
import { tlsWeakTexts } from "./tls-weak.texts.ts";
import { withSurvey } from "./with-survey.ts";

/** Ciphers with 64-bit blocks or 56-bit keys: broken by Sweet32 (CVE-2016-2183) or by trying all keys. */
const SHORT = /^(3DES|DES|IDEA|RC2)$/;

/**
 * RC4 must not be negotiated (RFC 7465 §2); 3DES and its kind should not, since short blocks leak after
 * enough traffic (RFC 9325 §4.1 asks for at least 112 bits, Sweet32 defeats 64-bit blocks). Suites that
 * protect nothing at all belong to tls-null, the kinds of SSL 2 to tls-ssl.
 */
export const tlsWeak = defineCheck(tlsWeakTexts, {
  id: "tls-weak",
  category: "tls",
  scope: "address",
  outcomes: {
    refused: { state: "pass", severity: null },
    rc4: { state: "fail", severity: "high", cap: "rc4" },
    "short-block": { state: "fail", severity: "medium" },
  },
  run: (context) =>
    withSurvey(context, (seen) => {
      const rc4 = suiteNames(seen.classic, ({ cipher }) => cipher === "RC4");
      const short = suiteNames(seen.classic, ({ cipher }) => SHORT.test(cipher));
      const bits = acceptedSuites(seen).map((suite) => suite.bits);
      const facts = [
        { name: "cipher.rc4", value: rc4.length > 0 },
        { name: "cipher.3des", value: short.some((name) => name.includes("3DES")) },
        { name: "tls.rc4", value: rc4 },
        { name: "tls.shortBlock", value: short },
        ...(bits.length > 0
          ? ([
              { name: "cipher.weakestBits", value: Math.min(...bits), unit: "bits" },
              { name: "cipher.strongestBits", value: Math.max(...bits), unit: "bits" },
            ] as const)
          : []),
      ];
      const found: Observation<"rc4" | "short-block">[] = [];
      if (rc4.length > 0) found.push({ outcome: "rc4", facts });
      if (short.length > 0) found.push({ outcome: "short-block", facts });
      return found.length > 0 ? found : { outcome: "refused", facts };
    }),
});
