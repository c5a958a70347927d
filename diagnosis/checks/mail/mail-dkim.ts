import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { type DkimKey, dkimKey, isBreakable, isRevoked } from "./dkim-key.ts";
import { NO_SELECTORS } from "./reasons.ts";

type Outcome =
  | "strong"
  | "testing"
  | "short"
  | "tiny"
  | "sha1"
  | "not-mail"
  | "missing"
  | "revoked"
  | "multiple"
  | "malformed";

/**
 * The DKIM keys of the selectors the owner named: readable, and long enough. Verifiers must refuse RSA
 * under 1024 bits, signers should use 2048 (RFC 8301 §3.2); Ed25519 is RFC 8463's. A key in testing (`t=y`)
 * stays a low warning: what it signs verifies as before, and DMARC knows no testing of keys (decision 41).
 */
export const mailDkim = defineCheck({
  id: "mail-dkim",
  category: "mail",
  scope: "zone",
  title: { ja: "電子署名の鍵（DKIM）", en: "Signing keys (DKIM)" },
  explanation: {
    ja: "DKIMの鍵が短いと、第三者が秘密鍵を割り出し、正規の署名が付いた偽メールを送れるようになります。",
    en: "A short DKIM key can be broken, after which anyone can send forged mail with a genuine signature.",
  },
  remedy: {
    ja: "2,048ビット以上のRSA鍵（またはEd25519）を新しいセレクターで公開し、移行後に古いセレクターを削除してください。",
    en: "Publish an RSA key of at least 2,048 bits (or Ed25519) under a new selector, and remove the old one after the switch.",
  },
  source: [
    { title: "RFC 6376 §3.6.1", url: "https://www.rfc-editor.org/rfc/rfc6376#section-3.6.1" },
    { title: "RFC 6376 §3.6.2.2", url: "https://www.rfc-editor.org/rfc/rfc6376#section-3.6.2.2" },
    { title: "RFC 8301 §3.2", url: "https://www.rfc-editor.org/rfc/rfc8301#section-3.2" },
  ],
  outcomes: {
    strong: {
      state: "pass",
      severity: null,
      text: {
        ja: "セレクター{subject}の鍵は十分な長さです（{dkim.keyType} {dkim.keyBits}ビット）。",
        en: "The key of selector {subject} is strong ({dkim.keyType}, {dkim.keyBits} bits).",
      },
    },
    short: {
      state: "warn",
      severity: "low",
      text: {
        ja: "セレクター{subject}のRSA鍵が{dkim.keyBits}ビットです。2,048ビット以上が推奨されています。",
        en: "The RSA key of selector {subject} has {dkim.keyBits} bits. We recommend at least 2,048.",
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
    testing: {
      state: "warn",
      severity: "low",
      text: {
        ja: "セレクター{subject}は試験中（t=y）のため、受信側は、署名に失敗したメールを署名のないメールと同じに扱います。",
        en: "Selector {subject} is in test mode (t=y), so receivers treat mail whose signature fails like unsigned mail.",
      },
    },
    sha1: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "セレクター{subject}はSHA-1だけを許しており（h=sha1）、受信側は署名を無効とします。",
        en: "Selector {subject} allows SHA-1 only (h=sha1), so receivers treat its signatures as invalid.",
      },
    },
    "not-mail": {
      state: "warn",
      severity: "low",
      text: {
        ja: "セレクター{subject}の鍵はメール用ではありません（用途：{dkim.services}）。",
        en: "The key of selector {subject} is not for mail (services: {dkim.services}).",
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
        en: "The record of selector {subject} contains no readable key.",
      },
    },
    multiple: {
      state: "warn",
      severity: "medium",
      text: {
        ja: "セレクター{subject}に鍵のレコードが複数あり、受信側がどれを使うかは決まっていません。正規のメールの検証が失敗することがあります。",
        en: "Selector {subject} has several key records, and receivers differ in which they use. Legitimate mail may fail verification.",
      },
    },
    revoked: {
      state: "info",
      severity: "info",
      text: {
        ja: "セレクター{subject}の鍵は失効しています（pが空）。",
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
  const { texts, several, record, key } = await dkimKey(context, selector);
  const published = { name: "dkim.record", value: texts };
  if (several) return { outcome: "multiple", subject: selector, facts: [published] };
  if (record === null) return { outcome: "missing", subject: selector, facts: [published] };
  if (isRevoked(record)) return { outcome: "revoked", subject: selector, facts: [published] };
  if (key === null) return { outcome: "malformed", subject: selector, facts: [published] };
  const facts = [
    published,
    { name: "dkim.keyType", value: key.type },
    { name: "dkim.keyBits", value: key.bits, unit: "bits" as const },
  ];
  const seen = [...facts, { name: "dkim.services", value: record.get("s") ?? "*" }];
  return { outcome: outcomeOf(key, record), subject: selector, facts: seen };
}

/** The gravest thing first: a key that can be broken, then one that verifies nothing (RFC 6376 §3.6.1). */
function outcomeOf(key: DkimKey, tags: ReadonlyMap<string, string>): Outcome {
  const list = (name: string) =>
    tags
      .get(name)
      ?.toLowerCase()
      .split(":")
      .map((one) => one.trim());
  if (isBreakable(key)) return "tiny";
  const hashes = list("h");
  if (hashes && !hashes.includes("sha256")) return "sha1";
  const services = list("s");
  if (services && !services.includes("*") && !services.includes("email")) return "not-mail";
  if (list("t")?.includes("y")) return "testing";
  return key.type === "rsa" && key.bits < 2048 ? "short" : "strong";
}
