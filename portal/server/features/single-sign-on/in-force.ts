import type { Queryable } from "../../context.ts";
import { domainsOfConnection } from "../organisation/domains-in-force.ts";
import { type ConnectionRow, findConnections } from "./connection-repository.ts";

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
  for (const connection of held ? await findConnections(db, held.organisation_id) : []) {
    if (connection.enabled_at === null) continue;
    if ((await domainsOfConnection(db, connection, now)).includes(domain)) return connection;
  }
  return undefined;
}
