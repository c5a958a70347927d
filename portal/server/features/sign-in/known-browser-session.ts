import { hashToken } from "@sekimori/kit-server/cookies";
import type { Pipeline } from "@sekimori/kit-server/database";
import type { ClientInfo } from "../audit/audit.ts";
import { beginStatement, type NewSession, newSession } from "../session/session-repository.ts";

/**
 * Of an account `a`, at the moment `$3`: once its owner has proved who they are, nothing else is asked
 * or told of them. Whoever is asked more is signed in the long way (`complete-sign-in.ts`).
 */
export const asksNothing = `
  a.closed_at is null and a.is_agree_service and a.access_ended_at is null
  and not a.password_reset_required
  and not exists (
    select from portal.organisation_member m
    join portal.organisation_rule r on r.organisation_id = m.organisation_id
    where m.account_id = a.id and r.holds_from <= $3
  )`;

/** Records a session that `session` began. */
export const recordSignIn =
  "select portal.append_audit(account_id, 'sign-in.succeeded', $3, $6, $5, '{}') from session";

// The everyday sign-in in one statement, and so in one transaction: the account is still as the
// password check saw it, the browser is one it knows, the session begins, the guess is forgotten,
// the act is recorded.
// An account that is being changed at this moment goes the long way, which waits, and sees what became of it.
const statement = `
  with proved as (
    select a.id
    from portal.account a join portal.credential c on c.account_id = a.id
    where a.id = $10 and c.password_hash = $12 and not a.mfa_enabled and ${asksNothing}
    for share of a, c skip locked
  ), browser as (
    update portal.known_device d set last_seen_at = $3
    from proved where d.account_id = proved.id and d.token_digest = $11
    returning d.account_id
  ), session as (${beginStatement("account_id", "from browser")}
  ), forgiven as (
    delete from kit.rate_limit where key = $13 and exists (select from session)
  )
  ${recordSignIn}`;

/** What the password check has shown. */
export interface ProvedInBrowser {
  readonly accountId: string;
  readonly passwordHash: string;
  /** The stored key under which this guess was counted. */
  readonly guessKey: string;
  readonly deviceToken: string;
}

/**
 * Begins the session of a member who gave the right password in a browser the account knows and of
 * whom nothing else is asked.
 *
 * @returns undefined when any of that is not so; nothing was written then.
 */
export async function openKnownBrowserSession(
  pipeline: Pipeline,
  proved: ProvedInBrowser,
  client: ClientInfo,
  now: Date,
): Promise<NewSession | undefined> {
  const { session, values } = newSession(client, now);
  const rows = await pipeline.query(statement, [
    ...values,
    proved.accountId,
    hashToken(proved.deviceToken),
    proved.passwordHash,
    proved.guessKey,
  ]);
  return rows.length === 1 ? session : undefined;
}
