import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { askApplications } from "../data-export/ask-applications.ts";
import { collectPersonalData } from "../data-export/collect.ts";
import { contentOf } from "../data-export/export-service.ts";
import { sealCopy, type Wrapping } from "../data-export/sealed-copy.ts";
import { type ActingOperator, OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import { requireReason } from "../operator/reason.ts";

/** How long all applications together may take. */
const patienceMs = 120_000;

/** Smaller ones are broken in time. */
const leastRsaBits = 2048;

const curves: ReadonlySet<string> = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/** How the key of the content is wrapped for a key, by RFC 7518 and 8037; undefined: not at all. */
function wrappingFor(key: KeyObject): Wrapping | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === "rsa" && (details?.modulusLength ?? 0) >= leastRsaBits) return "RSA-OAEP-256";
  const isCurve = type === "ec" && curves.has(details?.namedCurve ?? "");
  return isCurve || type === "x25519" ? "ECDH-ES+A256KW" : undefined;
}

/** @throws OperatorRefused in words */
function recipientOf(pem: string) {
  if (pem.includes("PRIVATE KEY")) {
    throw new RecipientRefused(
      "This is a private key: give its public half, and keep this one where the copy is opened.",
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new RecipientRefused("This is no public key and no certificate in PEM.");
  }
  const alg = wrappingFor(key);
  if (alg === undefined) {
    throw new RecipientRefused(
      `A copy is sealed for RSA of at least ${leastRsaBits} bits, for P-256, P-384 or P-521, or for X25519.`,
    );
  }
  const der = key.export({ type: "spki", format: "der" });
  return { key, alg, fingerprint: createHash("sha256").update(der).digest("hex") };
}

/** What a copy is to be sealed for is no key that it can be sealed for. */
export class RecipientRefused extends OperatorRefused {}

/** Applications whose part is missing. */
export class CopyIncomplete extends OperatorRefused {}

export interface CopyWish {
  readonly reason: string;
  /** Public key or certificate, PEM, of whoever may open the copy. */
  readonly recipient: string;
  /** Make it without the parts of applications that do not answer; it then says so. */
  readonly incomplete: boolean;
}

export interface SealedCopy {
  /** A JWE (RFC 7516) in its compact form, of a copy in all its forms as JSON. */
  readonly sealed: string;
  /** SHA-256 of the recipient's public key. */
  readonly recipient: string;
  /** Applications whose part is not in it. */
  readonly missing: readonly string[];
}

/**
 * A copy of a member's data, of the portal and of every application, as the member has it from My
 * Page, sealed so that only the recipient opens it: for a request for disclosure of somebody who
 * can't sign in. Written down before anybody has it.
 *
 * @throws OperatorRefused in words
 * @throws DryRun
 */
export async function copyAccount(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  wish: CopyWish,
): Promise<SealedCopy> {
  const { db, clock } = context;
  const reason = requireReason(wish.reason);
  const { key, alg, fingerprint: recipient } = recipientOf(wish.recipient);
  const portal = await collectPersonalData(context, accountId);
  if (portal === undefined) throw new OperatorRefused("No such account, or it is closed.");
  const patience = AbortSignal.timeout(patienceMs);
  const { answers, missing: silent } = await askApplications(context, accountId, patience);
  const missing = silent.map(({ name }) => name);
  if (missing.length > 0 && !wish.incomplete) {
    throw new CopyIncomplete(
      `${missing.join(", ")} did not answer. Try again, or take the copy without with --incomplete.`,
    );
  }
  const content = contentOf({ portal, applications: answers, missing: silent }, clock.now());
  const sealed = await sealCopy(content, key, alg);
  await transaction(db, (tx) =>
    recordActOn(tx, context, acting, {
      accountId,
      action: "operator.account-copied",
      detail: { reason, recipient, missing: missing.length },
    }),
  );
  return { sealed, recipient, missing };
}
