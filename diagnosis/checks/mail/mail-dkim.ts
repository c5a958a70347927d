import { createPublicKey } from "node:crypto";
import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { tagsOf } from "./dmarc/record.ts";
import { NO_SELECTORS } from "./reasons.ts";

type Outcome = "strong" | "short" | "tiny" | "missing" | "revoked" | "malformed";

/**
 * The DKIM keys of the selectors the owner named: readable, and long enough. Verifiers must refuse RSA
 * under 1024 bits, signers should use 2048 (RFC 8301 §3.2); Ed25519 is RFC 8463's.
 */
export const mailDkim = defineCheck({
  id: "mail-dkim",
  category: "mail",
  scope: "zone",
  title: { ja: "電子署名の鍵(DKIM)", en: "Signing keys (DKIM)" },
  explanation: {
    ja: "DKIMの鍵が短いと、第三者が秘密鍵を割り出し、正規の署名が付いた偽メールを送れるようになります。",
    en: "A short DKIM key can be broken, after which anyone can send forged mail with a genuine signature.",
  },
  remedy: {
    ja: "2048ビット以上のRSA鍵(またはEd25519)を新しいセレクターで公開し、移行後に古いセレクターを削除してください。",
    en: "Publish an RSA key of at least 2048 bits (or Ed25519) under a new selector, and remove the old one after the change.",
  },
  source: [
    { title: "RFC 6376 §3.6.1", url: "https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1" },
    { title: "RFC 8301 §3.2", url: "https://www.rfc-editor.org/rfc/rfc8301#section-3.2" },
  ],
  outcomes: {
    strong: {
      state: "pass",
      severity: null,
      text: {
        ja: "セレクター{subject}の鍵は十分な長さです({dkim.keyType} {dkim.keyBits}ビット)。",
        en: "The key of selector {subject} is strong ({dkim.keyType}, {dkim.keyBits} bits).",
      },
    },
    short: {
      state: "warn",
      severity: "low",
      text: {
        ja: "セレクター{subject}のRSA鍵が{dkim.keyBits}ビットです。2048ビット以上が推奨されています。",
        en: "The RSA key of selector {subject} has {dkim.keyBits} bits; 2048 are recommended.",
      },
    },
    tiny: {
      state: "fail",
      severity: "high",
      text: {
        ja: "セレクター{subject}のRSA鍵が{dkim.keyBits}ビットしかなく、解読されるおそれがあります。",
        en: "The RSA key of selector {subject} has only {dkim.keyBits} bits and can be broken.",
      },
    },
    missing: {
      state: "warn",
      severity: "low",
      text: {
        ja: "セレクター{subject}の鍵が公開されていません。",
        en: "No key is published for selector {subject}.",
      },
    },
    malformed: {
      state: "warn",
      severity: "low",
      text: {
        ja: "セレクター{subject}のレコードから鍵を読み取れません。",
        en: "The record of selector {subject} holds no readable key.",
      },
    },
    revoked: {
      state: "info",
      severity: "info",
      text: {
        ja: "セレクター{subject}の鍵は失効しています(pが空)。",
        en: "The key of selector {subject} is revoked (empty p).",
      },
    },
  },
  async run(context) {
    const { dkimSelectors } = context.options;
    if (dkimSelectors.length === 0) return notApplicable(NO_SELECTORS);
    return Promise.all(dkimSelectors.map((selector) => judge(context, selector)));
  },
});

async function judge(context: CheckContext, selector: string): Promise<Observation<Outcome>> {
  const texts = await context.dns.texts(`${selector}._domainkey.${context.target.domain}`);
  const record = texts.map(tagsOf).find((tags) => tags.has("p"));
  if (record === undefined) return { outcome: "missing", subject: selector };
  const value = (record.get("p") ?? "").replace(/\s/g, "");
  if (value === "") return { outcome: "revoked", subject: selector };
  const key = keyOf(record.get("k")?.toLowerCase() ?? "rsa", Buffer.from(value, "base64"));
  if (key === null) return { outcome: "malformed", subject: selector };
  const facts = [
    { name: "dkim.keyType", value: key.type },
    { name: "dkim.keyBits", value: key.bits, unit: "bits" as const },
  ];
  if (key.type !== "rsa" || key.bits >= 2048)
    return { outcome: "strong", subject: selector, facts };
  return { outcome: key.bits < 1024 ? "tiny" : "short", subject: selector, facts };
}

/** Ed25519 keys are bare (RFC 8463 §4.2); RSA keys come as SubjectPublicKeyInfo or as PKCS #1. */
function keyOf(type: string, bytes: Buffer): { type: string; bits: number } | null {
  if (type === "ed25519") return bytes.length === 32 ? { type, bits: 256 } : null;
  if (type !== "rsa") return null;
  for (const format of ["spki", "pkcs1"] as const) {
    try {
      const key = createPublicKey({ key: bytes, format: "der", type: format });
      const bits = key.asymmetricKeyDetails?.modulusLength;
      if (bits !== undefined) return { type, bits };
    } catch {
      // Not in this form.
    }
  }
  return null;
}
