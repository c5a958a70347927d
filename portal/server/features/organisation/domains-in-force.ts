import type { Queryable } from "../../context.ts";
import { includesOrganisation } from "./inclusion.ts";
import { isHeld } from "./keep-look.ts";
import { findDomains, findOrganisation } from "./organisation-repository.ts";

/** The domains that an organisation holds; none while its holder's plan has no organisation. */
export async function domainsInForce(
  db: Queryable,
  organisationId: string,
  now: Date,
): Promise<readonly string[]> {
  const organisation = await findOrganisation(db, organisationId);
  if (!organisation) return [];
  if (!(await includesOrganisation(db, organisation.holder_id, now))) return [];
  const domains = await findDomains(db, organisationId);
  return domains.filter(isHeld).map(({ domain }) => domain);
}
