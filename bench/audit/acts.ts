import { randomUUID } from "node:crypto";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { Pipeline } from "@sekimori/kit-server/database";
import { openKnownBrowserSession } from "@sekimori/portal-server/known-browser-session";
import type { Pool } from "pg";

/** A member who signs in over and over in a browser that is known. */
export interface Member {
  readonly accountId: string;
  readonly deviceToken: string;
}

const passwordHash = "a hash that the password check has seen";
const client = { ipAddress: "198.51.100.7", device: "Chrome (Windows)" };

/** Members with all that a sign-in reads and writes. */
export async function makeMembers(pool: Pool, count: number): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) {
    const member = { accountId: randomUUID(), deviceToken: newToken() };
    await pool.query(
      `with account as (
         insert into portal.account
           (id, email_digest, personal, user_type, language, is_agree_service, created_at)
         values ($1::uuid, $1::uuid::text, 'sealed', '2', 'ja', true, now()) returning id
       ), credential as (
         insert into portal.credential select id, $2, now() from account
       )
       insert into portal.known_device (account_id, token_digest, first_seen_at, last_seen_at)
       select id, $3, now(), now() from account`,
      [member.accountId, passwordHash, hashToken(member.deviceToken)],
    );
    members.push(member);
  }
  return members;
}

/** The everyday sign-in after the password was checked: one statement, durable when it returns. */
export async function signIn(
  pipeline: Pipeline,
  { accountId, deviceToken }: Member,
): Promise<void> {
  const proved = { accountId, deviceToken, passwordHash, guessKey: accountId };
  const session = await openKnownBrowserSession(pipeline, proved, client, new Date());
  if (session === undefined) throw new Error("A sign-in of the benchmark was refused.");
}

const audited = /portal\.append_audit\(account_id, .+\)(?=\s+from browser$)/;

/** Statements on connections of a pool: as the product writes them, or without their event. */
export function statementsOf(pool: Pool, kind: "audited" | "bare"): Pipeline {
  return {
    async query<Row extends object>(text: string, values: readonly unknown[]) {
      if (!audited.test(text)) throw new Error("The sign-in's statement is another one by now.");
      const written = kind === "audited" ? text : text.replace(audited, "null");
      return (await pool.query<Row>({ name: kind, text: written, values: [...values] })).rows;
    },
    close: () => pool.end(),
  };
}
