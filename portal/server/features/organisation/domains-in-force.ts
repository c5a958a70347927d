import type { Queryable } from "../../context.ts";
import { includesOrganisation } from "./inclusion.ts";
import { isHeld } from "./keep-look.ts";
import { type DomainRow, findDomains, findOrganisation } from "./organisation-repository.ts";

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

/** The connections of an organisation, the first of them first. */
export async function connectionsOf(
  db: Queryable,
  organisationId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("portal.sso_connection")
    .select("id")
    .where("organisation_id", "=", organisationId)
    .orderBy("created_at")
    .orderBy("address", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The connection that a domain leads to: the one that was chosen, else the first; null where it leads to none. */
export const leadsTo = (
  domain: Pick<DomainRow, "connection_id" | "follows_first">,
  connections: readonly string[],
): string | null =>
  domain.connection_id ?? (domain.follows_first ? (connections[0] ?? null) : null);

/** Where each domain that an organisation has listed leads, whether it holds it or not. */
export async function findLeads(
  db: Queryable,
  organisationId: string,
): Promise<ReadonlyMap<string, string | null>> {
  const connections = await connectionsOf(db, organisationId);
  const domains = await findDomains(db, organisationId);
  return new Map(domains.map((row) => [row.domain, leadsTo(row, connections)]));
}

/** Of the domains in force those for whose addresses one connection's word counts. */
export async function domainsOfConnection(
  db: Queryable,
  {
    id,
    organisation_id: organisationId,
  }: { readonly id: string; readonly organisation_id: string },
  now: Date,
): Promise<readonly string[]> {
  const inForce = await domainsInForce(db, organisationId, now);
  const leads = await findLeads(db, organisationId);
  return inForce.filter((domain) => leads.get(domain) === id);
}
