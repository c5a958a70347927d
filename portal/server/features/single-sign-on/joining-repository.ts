import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { ExternalIdentity, ExternalName } from "../../ports/external-identity.ts";
import type { ConnectionRow } from "./connection-repository.ts";

export type JoiningRow = Selectable<Tables["portal.sso_joining"]>;

/** How long the question whether to join stands. */
export const joiningLifetimeMs = 60 * 60_000;

const sealContext = (tokenDigest: string) => `portal.sso_joining.personal:${tokenDigest}`;

interface Personal {
  readonly email: string;
  readonly name: ExternalName | null;
}

/** Keeps who came from a provider for the first time. @returns the token for the browser's cookie. */
export async function insertJoining(
  { db, clock, sealer, digests }: PortalContext,
  { id }: ConnectionRow,
  { issuer, subject, name, amr, acr }: ExternalIdentity,
  email: string,
  about: { readonly groups: readonly string[] | undefined; readonly loginId: string },
): Promise<string> {
  const now = clock.now();
  const token = newToken();
  const digest = hashToken(token);
  const personal: Personal = { email, name: name ?? null };
  await db
    .insertInto("portal.sso_joining")
    .values({
      token_digest: digest,
      connection_id: id,
      issuer,
      subject,
      email_digest: digests.email(email),
      personal: sealer.seal(JSON.stringify(personal), sealContext(digest)),
      provider_amr: amr && [...amr],
      provider_acr: acr,
      provider_groups: about.groups === undefined ? null : [...about.groups],
      sso_login_id: about.loginId,
      created_at: now,
      expires_at: new Date(now.getTime() + joiningLifetimeMs),
    })
    .execute();
  return token;
}

export async function findJoining(
  { db, clock }: PortalContext,
  token: string | undefined,
): Promise<JoiningRow | undefined> {
  if (token === undefined) return undefined;
  return db
    .selectFrom("portal.sso_joining")
    .selectAll()
    .where("token_digest", "=", hashToken(token))
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
}

/** Takes the question out, so that it is answered once. */
export async function takeJoining(
  tx: PortalTransaction,
  token: string | undefined,
  now: Date,
): Promise<JoiningRow | undefined> {
  if (token === undefined) return undefined;
  return tx
    .deleteFrom("portal.sso_joining")
    .where("token_digest", "=", hashToken(token))
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Forgets who is asked after logins that have ended. */
export async function deleteJoiningsOfLogins(
  tx: PortalTransaction,
  loginIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("portal.sso_joining")
    .where("sso_login_id", "in", [...loginIds])
    .execute();
}

/** Forgets who is asked, of a connection whose word no longer counts as it did. */
export async function deleteJoinings(tx: PortalTransaction, connectionId: string): Promise<void> {
  await tx.deleteFrom("portal.sso_joining").where("connection_id", "=", connectionId).execute();
}

export function openJoining(
  { sealer }: Pick<PortalContext, "sealer">,
  { personal, token_digest: digest }: JoiningRow,
): Personal {
  return JSON.parse(sealer.open(personal, sealContext(digest)).toString("utf8")) as Personal;
}
