import { defineCheck, type Observation } from "../../engine/check.ts";
import { acceptedSuites, suiteNames } from "../tls-survey/strength.ts";
import { withSurvey } from "./with-survey.ts";

/** Ciphers with 64-bit blocks or 56-bit keys: broken by Sweet32 (CVE-2016-2183) or by trying all keys. */
const SHORT = /^(3DES|DES|IDEA|RC2)$/;

/**
 * RC4 must not be negotiated (RFC 7465 §2); 3DES and its kind should not, since short blocks leak after
 * enough traffic (RFC 9325 §4.1 asks for at least 112 bits, Sweet32 defeats 64-bit blocks). Suites that
 * protect nothing at all belong to tls-null, the kinds of SSL 2 to tls-ssl.
 */
export const tlsWeak = defineCheck({
  id: "tls-weak",
  category: "tls",
  scope: "address",
  title: { ja: "弱い暗号（RC4・3DESなど）", en: "Weak ciphers (RC4, 3DES and the like)" },
  explanation: {
    ja: "RC4は出力の偏りから内容を推測でき、3DESなどのブロックの短い暗号は通信量が多いと内容が漏れます（Sweet32）。いずれも使用をやめるべき方式です。",
    en: "RC4's biased output allows contents to be guessed, and ciphers with short blocks such as 3DES leak data on long connections (Sweet32). Stop using both.",
  },
  remedy: {
    ja: "RC4、3DES、DES、IDEA、RC2の暗号スイートを無効にし、AES-GCMまたはChaCha20-Poly1305を使ってください。",
    en: "Disable the RC4, 3DES, DES, IDEA and RC2 suites and use AES-GCM or ChaCha20-Poly1305.",
  },
  source: [
    { title: "RFC 7465 §2", url: "https://www.rfc-editor.org/rfc/rfc7465#section-2" },
    { title: "RFC 9325 §4.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.1" },
    { title: "CVE-2016-2183 (Sweet32)", url: "https://sweet32.info/" },
  ],
  outcomes: {
    refused: {
      state: "pass",
      severity: null,
      text: {
        ja: "RC4や3DESなどの弱い暗号は拒否されます。",
        en: "RC4, 3DES and the like are refused.",
      },
    },
    rc4: {
      state: "fail",
      severity: "high",
      text: { ja: "RC4を受け入れます：{tls.rc4}", en: "RC4 is accepted: {tls.rc4}" },
      cap: "rc4",
    },
    "short-block": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ブロックまたは鍵の短い暗号を受け入れます：{tls.shortBlock}",
        en: "Ciphers with short blocks or keys are accepted: {tls.shortBlock}",
      },
    },
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
