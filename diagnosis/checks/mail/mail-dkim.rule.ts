import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { type DkimKey, dkimKey, isBreakable, isRevoked } from "./dkim-key.ts";
import { mailDkimTexts } from "./mail-dkim.texts.ts";
import { NO_SELECTORS } from "./reasons.texts.ts";

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
export const mailDkim = defineCheck(mailDkimTexts, {
  id: "mail-dkim",
  category: "mail",
  scope: "zone",
  outcomes: {
    strong: { state: "pass", severity: null },
    short: { state: "warn", severity: "low" },
    tiny: { state: "fail", severity: "high" },
    testing: { state: "warn", severity: "low" },
    sha1: { state: "fail", severity: "medium" },
    "not-mail": { state: "warn", severity: "low" },
    missing: { state: "warn", severity: "low" },
    malformed: { state: "warn", severity: "low" },
    multiple: { state: "warn", severity: "medium" },
    revoked: { state: "info", severity: "info" },
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
