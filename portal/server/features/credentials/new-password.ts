import { invalidField } from "@sekimori/kit-server/errors";
import { unmetPasswordRules } from "@sekimori/portal-contract/password-policy";
import type { BreachedPasswords } from "../../ports/breached-passwords.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { containsServiceWord } from "./service-words.ts";

export interface NewPasswordPolicy {
  readonly maximum: number;
  readonly breached: BreachedPasswords;
  /** The service's name; its words are refused. */
  readonly serviceName: string;
}

/**
 * Refuses a new password that breaks the policy, is common, is known from a breach, or contains
 * its owner's address or names, or the service's.
 *
 * @param path the request's field that holds it, for the answer.
 * @throws AppError InvalidInput with code "policy" and the unmet rules, comma-separated.
 */
export async function requireAcceptablePassword(
  policy: NewPasswordPolicy,
  password: string,
  personal: readonly string[],
  path: string,
): Promise<void> {
  const unmet: string[] = unmetPasswordRules(password, { maximum: policy.maximum, personal });
  if (unmet.length === 0 && containsServiceWord(password, policy.serviceName))
    unmet.push("service");
  if (unmet.length === 0 && (await isCommonPassword(password))) unmet.push("common");
  if (unmet.length === 0 && (await policy.breached.includes(password))) unmet.push("breached");
  if (unmet.length > 0) throw invalidField(path, "policy", { rules: unmet.join(",") });
}
