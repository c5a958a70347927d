import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-weak`. */
export const tlsWeakTexts = {
  title: { ja: "弱い暗号（RC4・3DESなど）", en: "Weak ciphers (RC4, 3DES and the like)" },
  looksAt: {
    ja: "RC4や3DESなどの弱い暗号だけを提示し、受け入れられるかを調べます。",
    en: "Only weak ciphers such as RC4 and 3DES are offered, to see whether the server accepts one.",
  },
  explanation: {
    ja: "RC4は出力の偏りから内容を推測でき、3DESなどのブロックの短い暗号は通信量が多いと内容が漏れます（Sweet32）。いずれも使用をやめるべき方式です。",
    en: "RC4's biased output allows contents to be guessed, and ciphers with short blocks such as 3DES leak data on long connections (Sweet32). Stop using both.",
  },
  remedy: {
    ja: "RC4、3DES、DES、IDEA、RC2の暗号スイートを無効にし、AES-GCMまたはChaCha20-Poly1305を使ってください。",
    en: "Disable the RC4, 3DES, DES, IDEA and RC2 suites and use AES-GCM or ChaCha20-Poly1305.",
  },
  outcomes: {
    refused: {
      ja: "RC4や3DESなどの弱い暗号は拒否されます。",
      en: "RC4, 3DES and the like are refused.",
    },
    rc4: { ja: "RC4を受け入れます：{tls.rc4}", en: "RC4 is accepted: {tls.rc4}" },
    "short-block": {
      ja: "ブロックまたは鍵の短い暗号を受け入れます：{tls.shortBlock}",
      en: "Ciphers with short blocks or keys are accepted: {tls.shortBlock}",
    },
  },
  facts: {
    "cipher.3des": { ja: "3DESに対応している", en: "3DES offered" },
    "cipher.rc4": { ja: "RC4に対応している", en: "RC4 offered" },
    "cipher.strongestBits": { ja: "最も強い暗号の強度", en: "Strongest cipher" },
    "tls.rc4": { ja: "RC4を使う暗号スイート", en: "Cipher suites with RC4" },
    "tls.shortBlock": { ja: "ブロックの短い暗号スイート", en: "Cipher suites with short blocks" },
  },
  source: [
    { title: "RFC 7465 §2", url: "https://www.rfc-editor.org/rfc/rfc7465#section-2" },
    { title: "RFC 9325 §4.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.1" },
    { title: "CVE-2016-2183 (Sweet32)", url: "https://sweet32.info/" },
  ],
} satisfies CheckTexts;
