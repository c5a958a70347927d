import { hashToken } from "@sekimori/kit-server/cookies";
import type { Pipeline } from "@sekimori/kit-server/database";
import { gathered } from "@sekimori/kit-server/gathered";
import type { ClientInfo } from "../audit/audit.ts";
import { beginStatement, type NewSession, newSession } from "../session/session-repository.ts";

/**
 * Of an account `a`: once its owner has proved who they are, nothing else is asked or told of them.
 * Whoever is asked more is signed in the long way (`complete-sign-in.ts`).
 *
 * @param at the moment, as SQL.
 */
export const asksNothing = (at: string) => `
  a.closed_at is null and a.is_agree_service and a.access_ended_at is null
  and not a.password_reset_required
  and not exists (
    select from portal.organisation_member m
    join portal.organisation_rule r on r.organisation_id = m.organisation_id
    where m.account_id = a.id and r.holds_from <= ${at}
  )`;

/** Of each sign-in: the values of `newSession`, then what the password check has shown. */
const columns = [
  ["id", "uuid"],
  ["token_digest", "text"],
  ["at", "timestamptz"],
  ["expires_at", "timestamptz"],
  ["device", "text"],
  ["ip_address", "inet"],
  ["first_factor", "text"],
  ["second_factor", "boolean"],
  ["second_way", "text"],
  ["account_id", "uuid"],
  ["browser_digest", "text"],
  ["password_hash", "text"],
  ["guess_key", "text"],
] as const;
const names = columns.map(([name]) => name);

// Everyday sign-ins in one statement, and so in one transaction: each account is still as its
// password check saw it, the browser is one it knows, the session begins, the guess is forgotten, the
// act is recorded. Of two of one account in one browser the second goes the long way, as does an account
// that is being changed at this moment: that way waits, and sees what became of it.
const statement = `
  with asked as (
    select * from unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
      as asked (${names.join(", ")})
  ), proved as (
    select asked.* from asked
    join portal.account a on a.id = asked.account_id
    join portal.credential c on c.account_id = asked.account_id
    where c.password_hash = asked.password_hash and not a.mfa_enabled
      and ${asksNothing("asked.at")}
    for share of a, c skip locked
  ), browser as (
    update portal.known_device d set last_seen_at = proved.at
    from proved where d.account_id = proved.account_id and d.token_digest = proved.browser_digest
    returning proved.*
  ), session as (${beginStatement("account_id", "from browser", names)}
  ), forgiven as (
    delete from kit.rate_limit where key in (select guess_key from browser)
  )
  select
    id, portal.append_audit(account_id, 'sign-in.succeeded', at, ip_address, device, '{}')
  from browser`;

/** Passwords that are checked together are answered together. */
const most = 16;

/** What the password check has shown. */
export interface ProvedInBrowser {
  readonly accountId: string;
  readonly passwordHash: string;
  /** The stored key under which this guess was counted. */
  readonly guessKey: string;
  readonly deviceToken: string;
}

interface SignIn {
  readonly session: NewSession;
  readonly values: readonly unknown[];
}

async function openTogether(pipeline: Pipeline, signIns: readonly SignIn[]) {
  const rows = await pipeline.query<{ readonly id: string }>(
    statement,
    names.map((_, column) => signIns.map(({ values }) => values[column])),
  );
  const begun = new Set(rows.map(({ id }) => id));
  return signIns.map(({ session }) => (begun.has(session.id) ? session : undefined));
}

const openers = new WeakMap<Pipeline, (signIn: SignIn) => Promise<NewSession | undefined>>();

function openerOf(pipeline: Pipeline) {
  const known = openers.get(pipeline);
  if (known !== undefined) return known;
  const made = gathered((signIns: readonly SignIn[]) => openTogether(pipeline, signIns), most);
  openers.set(pipeline, made);
  return made;
}

/**
 * Begins the session of a member who gave the right password in a browser the account knows and of
 * whom nothing else is asked. Those whose passwords were checked together share a statement: each one
 * of its own costs PostgreSQL twice as much.
 *
 * @returns undefined when any of that is not so; nothing was written then.
 */
export async function openKnownBrowserSession(
  pipeline: Pipeline,
  { accountId, deviceToken, passwordHash, guessKey }: ProvedInBrowser,
  client: ClientInfo,
  now: Date,
): Promise<NewSession | undefined> {
  const { session, values } = newSession(client, now);
  return openerOf(pipeline)({
    session,
    values: [...values, accountId, hashToken(deviceToken), passwordHash, guessKey],
  });
}
