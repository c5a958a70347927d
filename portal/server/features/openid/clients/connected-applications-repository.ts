import type { Localized } from "@sekimori/kit-contract/locale";
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import type { PortalTransaction, Queryable } from "../../../context.ts";
import { wordsOf } from "../protocol/scopes.ts";
import { namesOf, storedNames } from "./client-names.ts";

/** What an application has of an account: by its consent, or by one of its grants. */
export interface Holding {
  readonly clientId: string;
  readonly name: string;
  /** What people read. */
  readonly names: Localized;
  readonly firstParty: boolean;
  /** Where a sign-in begins on its side. */
  readonly startUri: string | undefined;
  /** The scopes it is registered for, as text; undefined for all. */
  readonly registered: string | undefined;
  /** As the engine keeps it, words with spaces between. */
  readonly scope: string;
  /** Single claims that were allowed beside the scopes. */
  readonly claims: readonly string[];
  readonly since: Date;
}

const clientSchema = z.object({
  ...storedNames,
  first_party: z.boolean(),
  scope: z.string().optional(),
  start_uri: z.string().optional(),
});

function clientOf(row: { readonly client_id: string; readonly metadata: unknown }) {
  const metadata = clientSchema.parse(row.metadata);
  return {
    clientId: row.client_id,
    name: metadata.client_name,
    names: namesOf(metadata),
    firstParty: metadata.first_party,
    registered: metadata.scope,
    startUri: metadata.start_uri,
  };
}

const grantSchema = z.object({
  iat: z.number(),
  openid: z
    .object({ scope: z.string().default(""), claims: z.array(z.string()).default([]) })
    .default({ scope: "", claims: [] }),
});

const isGrantOf = (accountId: string) =>
  sql<SqlBool>`r.model = 'Grant' and r.payload ->> 'accountId' = ${accountId}`;

async function findConsents(db: Queryable, accountId: string): Promise<Holding[]> {
  const rows = await db
    .selectFrom("portal.oidc_consent as consent")
    .innerJoin("portal.oidc_client as client", "client.client_id", "consent.client_id")
    .select([
      "client.client_id",
      "client.metadata",
      "consent.scope",
      "consent.claims",
      "consent.granted_at",
    ])
    .where("consent.account_id", "=", accountId)
    .execute();
  return rows.map(({ scope, claims, granted_at: since, ...client }) => ({
    ...clientOf(client),
    scope,
    claims: wordsOf(claims),
    since,
  }));
}

async function findGrants(db: Queryable, accountId: string, now: Date): Promise<Holding[]> {
  const rows = await db
    .selectFrom("portal.oidc_record as r")
    .innerJoin("portal.oidc_client as client", (join) =>
      join.on(sql<SqlBool>`client.client_id = r.payload ->> 'clientId'`),
    )
    .leftJoin("portal.session as session", "session.id", "r.session_id")
    .select(["client.client_id", "client.metadata", "r.payload"])
    .where(isGrantOf(accountId))
    // Records follow the machine's time, sessions the product's clock.
    .where("r.expires_at", ">", new Date())
    .where((grant) =>
      grant.or([grant("r.session_id", "is", null), grant("session.expires_at", ">", now)]),
    )
    .orderBy(sql`r.payload -> 'iat'`)
    .execute();
  return rows.map(({ payload, ...client }) => {
    const { iat, openid } = grantSchema.parse(payload);
    return { ...clientOf(client), ...openid, since: new Date(iat * 1000) };
  });
}

/**
 * All that applications have of an account: what was consented to, which stays when the grants made
 * of it end, then each grant by itself, the oldest first.
 */
export async function findHoldings(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<readonly Holding[]> {
  const found = await Promise.all([findConsents(db, accountId), findGrants(db, accountId, now)]);
  return found.flat();
}

/**
 * Takes an application out of an account's sessions.
 *
 * @returns the application's names for those it was signed in at.
 */
export async function leaveSessions(
  tx: PortalTransaction,
  accountId: string,
  clientId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ sid: string | null }>`
    with left_sessions as (
      select o.id_digest, o.payload #>> array['authorizations', ${clientId}::text, 'sid'] as sid
      from portal.oidc_session o join portal.session s on s.id = o.session_id
      where s.account_id = ${accountId} and o.payload -> 'authorizations' ? ${clientId}::text
      for update of o
    )
    update portal.oidc_session o
    set payload = o.payload #- array['authorizations', ${clientId}::text]
    from left_sessions where left_sessions.id_digest = o.id_digest
    returning left_sessions.sid`.execute(tx);
  return rows.flatMap(({ sid }) => (sid === null ? [] : [sid]));
}

/** Forgets what a member allowed an application. @returns whether there was anything. */
export async function forgetConsent(
  tx: PortalTransaction,
  accountId: string,
  clientId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.oidc_consent")
    .where("account_id", "=", accountId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

async function revoke(
  tx: PortalTransaction,
  accountId: string,
  clientId: string | undefined,
): Promise<boolean> {
  const grants = await tx
    .deleteFrom("portal.oidc_record as r")
    .where(isGrantOf(accountId))
    .$if(clientId !== undefined, (query) =>
      query.where(sql<SqlBool>`r.payload ->> 'clientId' = ${clientId}`),
    )
    .returning("r.grant_id")
    .execute();
  const ids = grants.flatMap(({ grant_id: id }) => (id === null ? [] : [id]));
  if (ids.length > 0) {
    await tx.deleteFrom("portal.oidc_record").where("grant_id", "in", ids).execute();
  }
  return grants.length > 0;
}

/** Ends all of an application's grants of an account with every code and token of them. */
export const revokeGrants = (
  tx: PortalTransaction,
  accountId: string,
  clientId: string,
): Promise<boolean> => revoke(tx, accountId, clientId);

/** Ends the grants of every application, those for access while away too: the account goes. */
export const revokeAllGrants = (tx: PortalTransaction, accountId: string): Promise<boolean> =>
  revoke(tx, accountId, undefined);
