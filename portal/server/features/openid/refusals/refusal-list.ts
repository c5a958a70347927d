import { sql } from "kysely";
import type { PortalContext } from "../../../context.ts";
import { type ClientReach, reachedClients } from "../clients/client-reach.ts";

/** A request that was refused, as it is shown to whoever integrates the application. */
export interface KeptRefusal {
  readonly id: string;
  readonly at: Date;
  readonly reference: string;
  readonly endpoint: string;
  readonly client: string;
  readonly isRegistered: boolean;
  readonly error: string;
  readonly description: string | null;
  readonly detail: string | null;
  readonly received: Readonly<Record<string, string>>;
  readonly registered: Readonly<Record<string, readonly string[]>>;
}

export interface RefusalQuery {
  readonly client?: string | undefined;
  readonly reference?: string | undefined;
  /** Only those that came before this one. */
  readonly before?: string | undefined;
  readonly most: number;
  /** Those of ids that nobody had registered, too. */
  readonly seesUnknown: boolean;
}

/** What is registered is compared as a list; most of it is one, and some a word. */
const listed = (registered: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries((registered ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      [value].flat().map(String),
    ]),
  );

/** The refused requests of the applications within somebody's reach, the latest first. */
export async function listRefusals(
  { db }: Pick<PortalContext, "db">,
  reach: ClientReach,
  { client, reference, before, most, seesUnknown }: RefusalQuery,
): Promise<KeptRefusal[]> {
  let query = db.selectFrom("portal.oidc_refusal").selectAll().orderBy("id", "desc").limit(most);
  if (client !== undefined) query = query.where("client_id", "=", client);
  if (reference !== undefined) query = query.where("reference", "=", reference);
  if (before !== undefined) query = query.where("id", "<", before);
  if (!seesUnknown) query = query.where("is_registered", "=", true);
  if (reach !== "all") {
    query = query.where("client_id", "in", reachedClients(db, reach).select("client_id"));
  }
  const rows = await query.execute();
  return rows.map(({ client_id, is_registered, received, registered, ...row }) => ({
    ...row,
    id: String(row.id),
    client: client_id,
    isRegistered: is_registered,
    received: received as Record<string, string>,
    registered: listed(registered),
  }));
}

/** How many are kept of each of these applications, up to a number. */
export async function countRefusals(
  { db }: Pick<PortalContext, "db">,
  clients: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ readonly client: string; readonly count: number }>`
    select client, (
      select count(*)::int from (
        select from portal.oidc_refusal r
        where r.client_id = client and r.is_registered limit ${most}) few) as count
    from unnest(${clients}::text[]) client`.execute(db);
  return new Map(rows.map(({ client, count }) => [client, count]));
}
