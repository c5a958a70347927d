import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { OrganisationClient } from "../../ports/external-identity.ts";
import { redirectUriOf } from "./redirect-uri.ts";

export type ConnectionRow = Selectable<Tables["portal.sso_connection"]>;

const secretContext = (id: string) => `portal.sso_connection.client_secret:${id}`;

export const sealSecret = (
  { sealer }: Pick<PortalContext, "sealer">,
  id: string,
  secret: string,
): Buffer => sealer.seal(secret, secretContext(id));

/** How a connection's OpenID provider is spoken to. */
export function clientOf(
  { sealer, settings }: Pick<PortalContext, "sealer" | "settings">,
  row: ConnectionRow,
): OrganisationClient {
  if (row.client_id === null || row.client_secret === null || row.scopes === null) {
    throw new Error("This connection is no OpenID provider's.");
  }
  return {
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: sealer.open(row.client_secret, secretContext(row.id)).toString("utf8"),
    scopes: row.scopes,
    redirectUri: redirectUriOf(settings, row.organisation_id),
  };
}

/** The host on which a connection's people sign in. */
export const providerHost = ({ issuer, sso_url: ssoUrl }: ConnectionRow): string =>
  new URL(ssoUrl ?? issuer).host;

export async function findConnection(
  db: Queryable,
  organisationId: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom("portal.sso_connection")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
}

export async function findConnectionById(
  db: Queryable,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db.selectFrom("portal.sso_connection").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The same, kept as it is until the transaction ends. */
export async function holdConnection(
  tx: PortalTransaction,
  id: string,
): Promise<ConnectionRow | undefined> {
  return tx
    .selectFrom("portal.sso_connection")
    .selectAll()
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
}

/** How many people log in by a connection. */
export async function countPeople(db: Queryable, { id, issuer }: ConnectionRow): Promise<number> {
  const { count } = await db
    .selectFrom("portal.sso_identity")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("connection_id", "=", id)
    .where("issuer", "=", issuer)
    .executeTakeFirstOrThrow();
  return Number(count);
}
