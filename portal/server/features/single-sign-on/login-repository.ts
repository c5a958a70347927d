import { randomUUID } from "node:crypto";
import { hourMs } from "@sekimori/kit-contract/tokyo";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type {
  EndedLogins,
  ExternalIdentity,
  ProviderLogin,
} from "../../ports/external-identity.ts";
import { deleteAttemptsOfLogins } from "../principals/attempt-repository.ts";
import { deleteSessionsOfLogins } from "../session/session-repository.ts";
import type { ConnectionRow } from "./connection-repository.ts";
import { deleteJoiningsOfLogins } from "./joining-repository.ts";

export type LoginRow = Selectable<Tables["portal.sso_login"]>;

/**
 * A session lasts as long, and begins within two hours of its login: somebody may be asked first whether
 * to change accounts, and then for a second factor.
 */
const loginMemoryMs = sessionLifetimeMs + 2 * hourMs;

const sealContext = (id: string) => `portal.sso_login.hint:${id}`;

/** Remembers a login at a provider. @returns its name, for what comes of it. */
export async function insertLogin(
  { db, clock, sealer }: Pick<PortalContext, "db" | "clock" | "sealer">,
  { id: connectionId }: Pick<ConnectionRow, "id">,
  { issuer, subject, login }: ExternalIdentity,
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  await db
    .insertInto("portal.sso_login")
    .values({
      id,
      connection_id: connectionId,
      issuer,
      subject,
      provider_session: login.session,
      hint: sealer.seal(login.hint, sealContext(id)),
      created_at: now,
      expires_at: new Date(now.getTime() + loginMemoryMs),
    })
    .execute();
  return id;
}

/** The login that a session began with, if it was one at an organisation's provider. */
export async function findLoginOf(db: Queryable, sessionId: string): Promise<LoginRow | undefined> {
  return db
    .selectFrom("portal.sso_login as login")
    .innerJoin("portal.session as session", "session.sso_login_id", "login.id")
    .selectAll("login")
    .where("session.id", "=", sessionId)
    .executeTakeFirst();
}

export const openLogin = (
  { sealer }: Pick<PortalContext, "sealer">,
  row: LoginRow,
): ProviderLogin => ({
  session: row.provider_session,
  hint: sealer.open(row.hint, sealContext(row.id)).toString("utf8"),
});

/** Forgets a login whose session has ended. */
export async function deleteLogin(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom("portal.sso_login").where("id", "=", id).execute();
}

/** Forgets every login by a connection: nobody is logged out there, or from there, any more. */
export async function deleteLoginsOf(tx: PortalTransaction, connectionId: string): Promise<void> {
  await tx.deleteFrom("portal.sso_login").where("connection_id", "=", connectionId).execute();
}

/**
 * Ends what began with logins that their provider has ended: sessions, with what hangs on them, and what was
 * on its way to one. A login of which the provider named no session is ended with any of the same person.
 *
 * @returns whose sessions ended, each once.
 */
export async function endLogins(
  tx: PortalTransaction,
  { id, issuer }: Pick<ConnectionRow, "id" | "issuer">,
  { subject, sessions }: EndedLogins,
): Promise<string[]> {
  let query = tx
    .selectFrom("portal.sso_login")
    .select("id")
    .where("connection_id", "=", id)
    .where("issuer", "=", issuer);
  if (subject !== null) query = query.where("subject", "=", subject);
  if (sessions.length > 0) {
    query = query.where((login) => {
      const isNamed = login("provider_session", "in", [...sessions]);
      return subject === null
        ? isNamed
        : login.or([isNamed, login("provider_session", "is", null)]);
    });
  }
  // Two words about one login wait for each other here; a sign-in that is being completed waits for nobody.
  const ids = (await query.forNoKeyUpdate().execute()).map((login) => login.id);
  if (ids.length === 0) return [];
  // First what is on its way, as whoever completes it takes it first: each waits for the other, and not both.
  await deleteAttemptsOfLogins(tx, ids);
  await deleteJoiningsOfLogins(tx, ids);
  // From here on nothing more begins with them; what was about to has begun.
  await tx.selectFrom("portal.sso_login").select("id").where("id", "in", ids).forUpdate().execute();
  await deleteAttemptsOfLogins(tx, ids);
  await deleteJoiningsOfLogins(tx, ids);
  const accounts = await deleteSessionsOfLogins(tx, ids);
  await tx.deleteFrom("portal.sso_login").where("id", "in", ids).execute();
  return [...new Set(accounts)];
}
