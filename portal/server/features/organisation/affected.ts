import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import type { Queryable } from "../../context.ts";
import { havingPassword } from "../account/account-repository.ts";
import { findOwnFactors } from "../authenticators/authenticator-repository.ts";
import { hasWanted } from "../sign-in-rules/judge.ts";
import { findMembers } from "./organisation-repository.ts";

export interface Affected {
  readonly members: number;
  /** Who would meet the rule, as they joined. */
  readonly affected: readonly { readonly id: string; readonly personal: Buffer }[];
  /** Of the rest those who have no password. */
  readonly elsewhere: number;
}

/**
 * Who would meet a rule at a sign-in now, by the judgement that sign-ins are held to. Who has no password
 * comes by a provider, which answers for the factors (specification 6).
 *
 */
export async function findAffected(
  db: Queryable,
  {
    id,
    break_glass_id: breakGlassId,
  }: { readonly id: string; readonly break_glass_id: string | null },
  { strength }: SignInRule,
): Promise<Affected> {
  const members = await findMembers(db, id);
  const ids = members.map((member) => member.id);
  const { passkeys, apps } = await findOwnFactors(db, ids);
  const passwords = await havingPassword(db, ids);
  const lacking = members.filter(
    (member) =>
      member.id !== breakGlassId &&
      !hasWanted(strength, { hasPasskey: passkeys.has(member.id), hasApp: apps.has(member.id) }),
  );
  const affected = lacking.filter((member) => passwords.has(member.id));
  return { members: members.length, affected, elsewhere: lacking.length - affected.length };
}
