import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { OrganisationClient } from "../../ports/external-identity.ts";
import {
  findOrganisationAddressed,
  nextAddressOf,
  takeNextAddressOf,
} from "../organisation/organisation-repository.ts";
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
    redirectUri: redirectUriOf(settings, addressOf(row)),
  };
}

/** The host on which a connection's people sign in. */
export const providerHost = ({ issuer, sso_url: ssoUrl }: ConnectionRow): string =>
  new URL(ssoUrl ?? issuer).host;

/** What stands in the addresses that a connection's provider knows: the organisation itself, of the one that it had when it had one. */
export const addressOf = ({
  address,
  organisation_id: organisationId,
}: Pick<ConnectionRow, "address" | "organisation_id">): string => address ?? organisationId;

/** The connections of an organisation, the first of them first. */
export async function findConnections(
  db: Queryable,
  organisationId: string,
): Promise<ConnectionRow[]> {
  return db
    .selectFrom("portal.sso_connection")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .orderBy("created_at")
    .orderBy("address", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .execute();
}

/** The connection whose provider knows an address. */
export async function findConnectionAt(
  db: Queryable,
  address: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom("portal.sso_connection")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("address", "=", address),
        eb.and([eb("organisation_id", "=", address), eb("address", "is", null)]),
      ]),
    )
    .executeTakeFirst();
}

/** Whose an address is: of a connection, or of one that is not set up yet. */
export async function findOrganisationAt(
  db: Queryable,
  address: string,
): Promise<string | undefined> {
  const row = await findConnectionAt(db, address);
  if (row) return row.organisation_id;
  return findOrganisationAddressed(db, address);
}

/** What will stand in the addresses of the connection that is set up next: the organisation itself, while none has that. */
export async function nextAddress(db: Queryable, organisationId: string): Promise<string> {
  const isTaken = (await findConnectionAt(db, organisationId)) !== undefined;
  return isTaken ? nextAddressOf(db, organisationId) : organisationId;
}

/** Takes it for a connection: whoever is set up after it has another. */
export async function takeNextAddress(
  tx: PortalTransaction,
  organisationId: string,
): Promise<string | null> {
  const isTaken = (await findConnectionAt(tx, organisationId)) !== undefined;
  return isTaken ? takeNextAddressOf(tx, organisationId) : null;
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
