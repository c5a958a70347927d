import { randomUUID } from "node:crypto";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { ClientInfo } from "../audit/audit.ts";

export interface NewSession {
  /** For the cookie; the database keeps only its hash. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly id: string;
}

/** How a session's holder was recognised. */
export interface SessionProof {
  readonly firstFactor: "password" | "external" | "passkey";
  /** By which way the second factor was proved; null where it was not. */
  readonly secondFactor: SecondFactorWay | null;
  /** How the provider of an external ID says that it recognised the person (`amr`); null where it does not. */
  readonly providerAmr?: readonly string[] | null;
  /** Which authentication class it states (`acr`); null where it does not. */
  readonly providerAcr?: string | null;
  /** The login at an organisation's provider that it began with: when that ends, so does the session. */
  readonly providerLogin?: string | null;
}

export const passwordProof: SessionProof = { firstFactor: "password", secondFactor: null };

/** What a session begins with: what its holder gets, and the values of its row. */
export function newSession(
  client: ClientInfo,
  now: Date,
  proof: SessionProof = passwordProof,
  lifetimeMs: number = sessionLifetimeMs,
) {
  const id = randomUUID();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const values = [
    id,
    hashToken(token),
    now,
    expiresAt,
    client.device,
    client.ipAddress,
    proof.firstFactor,
    proof.secondFactor !== null,
    proof.secondFactor,
  ];
  return { session: { token, expiresAt, id } satisfies NewSession, values };
}

const parameters = ["$1::uuid", "$2", "$3::timestamptz", "$4", "$5", "$6", "$7", "$8", "$9"];

/**
 * The statement that begins a session, to be part of a larger one.
 *
 * @param account whose it is, as SQL.
 * @param from a `from` clause, where `account` is a column.
 * @param given the values of `newSession`, as SQL; unless given the statement's first nine parameters.
 */
export const beginStatement = (
  account: string,
  from = "",
  [id, token, at, ...rest]: readonly string[] = parameters,
): string => `
  insert into portal.session (
    id, token_digest, account_id, created_at, authenticated_at, last_seen_at, expires_at, device,
    ip_address, first_factor, second_factor, second_way
  )
  select ${id}, ${token}, ${account}, ${at}, ${at}, ${at}, ${rest.slice(0, 6).join(", ")} ${from}
  returning account_id`;

/** Begins a session, of eight hours unless given, with a token nobody has seen before. */
export async function insertSession(
  tx: PortalTransaction,
  accountId: string,
  client: ClientInfo,
  now: Date,
  { proof, lifetimeMs }: { readonly proof?: SessionProof; readonly lifetimeMs?: number } = {},
): Promise<NewSession> {
  const { session, values } = newSession(client, now, proof, lifetimeMs);
  await tx.executeQuery(CompiledQuery.raw(beginStatement("$10::uuid"), [...values, accountId]));
  // Apart, so that the everyday sign-in, by no provider, writes no more than it has.
  const { providerAmr = null, providerAcr = null, providerLogin = null } = proof ?? {};
  if (providerAmr !== null || providerAcr !== null || providerLogin !== null) {
    await tx
      .updateTable("portal.session")
      .set({
        provider_amr: providerAmr && [...providerAmr],
        provider_acr: providerAcr,
        sso_login_id: providerLogin,
      })
      .where("token_digest", "=", hashToken(session.token))
      .execute();
  }
  return session;
}

/** Gives a session a new token, as every change of privilege must. Undefined when it ended. */
export async function renewToken(
  db: Queryable,
  sessionId: string,
  now: Date,
): Promise<string | undefined> {
  return renew(db, sessionId, now, {});
}

/**
 * The same after the password was given again: the session counts as newly signed in.
 *
 * @param secondFactor by which way the second factor was proved with it, if it was.
 */
export async function renewSession(
  db: Queryable,
  sessionId: string,
  now: Date,
  secondFactor: SecondFactorWay | null,
): Promise<string | undefined> {
  return renew(db, sessionId, now, provedNow(now, secondFactor));
}

/** The same after a step-up that began with the password: what a passkey proved before is over. */
export async function renewByPassword(
  db: Queryable,
  sessionId: string,
  now: Date,
  secondFactor: SecondFactorWay | null,
): Promise<string | undefined> {
  const first_factor = sql<
    SessionProof["firstFactor"]
  >`case first_factor when 'passkey' then 'password' else first_factor end`;
  return renew(db, sessionId, now, { ...provedNow(now, secondFactor), first_factor });
}

const provedNow = (now: Date, secondFactor: SecondFactorWay | null) => ({
  authenticated_at: now,
  second_factor: secondFactor !== null,
  second_way: secondFactor,
});

async function renew(
  db: Queryable,
  sessionId: string,
  now: Date,
  change: {
    readonly authenticated_at?: Date;
    readonly second_factor?: boolean;
    readonly second_way?: SecondFactorWay | null;
    readonly first_factor?: RawBuilder<SessionProof["firstFactor"]>;
  },
): Promise<string | undefined> {
  const token = newToken();
  const { numUpdatedRows } = await db
    .updateTable("portal.session")
    .set({ ...change, token_digest: hashToken(token), last_seen_at: now })
    .where("id", "=", sessionId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? token : undefined;
}

/** Has a session end sooner. */
export async function shortenSession(db: Queryable, sessionId: string, end: Date): Promise<void> {
  await db
    .updateTable("portal.session")
    .set({ expires_at: end })
    .where("id", "=", sessionId)
    .where("expires_at", ">", end)
    .execute();
}

/** Takes a session away whose time is over. */
export async function deleteOver(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db
    .deleteFrom("portal.session")
    .where("id", "=", sessionId)
    .where("expires_at", "<=", now)
    .execute();
}

/** Ends one session of an account. @returns whether there was one. */
export async function deleteSession(
  db: Queryable,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("portal.session")
    .where("id", "=", sessionId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends an account's sessions, all or all but one. @returns how many ended. */
export async function deleteSessions(
  db: Queryable,
  accountId: string,
  exceptSessionId?: string,
): Promise<number> {
  let query = db.deleteFrom("portal.session").where("account_id", "=", accountId);
  if (exceptSessionId !== undefined) query = query.where("id", "<>", exceptSessionId);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the sessions that began with logins at an organisation's provider. @returns whose they were. */
export async function deleteSessionsOfLogins(
  db: Queryable,
  loginIds: readonly string[],
): Promise<string[]> {
  const ended = await db
    .deleteFrom("portal.session")
    .where("sso_login_id", "in", [...loginIds])
    .returning("account_id")
    .execute();
  return ended.map((session) => session.account_id);
}

/** Notes that a session is in use, at most once in a few minutes. */
export async function touchSession(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("portal.session")
    .set({ last_seen_at: now })
    .where("id", "=", sessionId)
    .execute();
}

/** Where an account is signed in, the most recently used first. */
export async function findSessions(db: Queryable, accountId: string, now: Date) {
  return db
    .selectFrom("portal.session")
    .select(["id", "created_at", "last_seen_at", "expires_at", "device", "ip_address"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .execute();
}
