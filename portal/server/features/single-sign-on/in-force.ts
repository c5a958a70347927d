import type { Queryable } from "../../context.ts";
import { domainsInForce } from "../organisation/domains-in-force.ts";
import { type ConnectionRow, findConnection } from "./connection-repository.ts";

/** The connection by which the people of a domain are signed in now, if there is one. */
export async function connectionOfDomain(
  db: Queryable,
  domain: string,
  now: Date,
): Promise<ConnectionRow | undefined> {
  const held = await db
    .selectFrom("portal.organisation_domain")
    .select("organisation_id")
    .where("domain", "=", domain)
    .where("proved_at", "is not", null)
    .where("lapsed_at", "is", null)
    .executeTakeFirst();
  const connection = held && (await findConnection(db, held.organisation_id));
  if (!connection || connection.enabled_at === null) return undefined;
  const domains = await domainsInForce(db, connection.organisation_id, now);
  return domains.includes(domain) ? connection : undefined;
}
