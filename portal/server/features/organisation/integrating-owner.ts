import type { PortalContext } from "../../context.ts";
import { findAccount } from "../account/account-repository.ts";
import { includesOrganisation } from "./inclusion.ts";
import { findOwned } from "./organisation-repository.ts";
import { nameOfOrganisation } from "./show-organisation.ts";

/** An organisation whose owner may look after its applications. */
export interface OwnedOrganisation {
  readonly id: string;
  /** What its holder's registered details call it. */
  readonly name: string;
}

/**
 * The organisation for whose applications an account speaks: one that it owns, while both are in force.
 *
 * @returns undefined where the account is closed or no owner's, or the organisation rests.
 */
export async function organisationSpokenFor(
  context: Pick<PortalContext, "db" | "clock" | "sealer">,
  accountId: string,
): Promise<OwnedOrganisation | undefined> {
  const { db, clock } = context;
  const account = await findAccount(db, accountId);
  if (!account || account.closed_at !== null || account.access_ended_at !== null) return undefined;
  const owned = await findOwned(db, accountId);
  if (!owned || !(await includesOrganisation(db, owned.holder_id, clock.now()))) return undefined;
  return { id: owned.id, name: await nameOfOrganisation(context, owned) };
}
