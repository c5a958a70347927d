import { hashToken } from "@sekimori/kit-server/cookies";
import type { UsedPasskey } from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PortalContext } from "../../context.ts";
import { challengeDigest } from "../authenticators/passkey-challenge.ts";
import type { PasskeyRow } from "../authenticators/passkey-repository.ts";
import { type PasskeyAsked, readPasskey } from "../authenticators/prove-passkey.ts";
import type { Browser } from "../session/browser.ts";
import { beginStatement, newSession, type SessionProof } from "../session/session-repository.ts";
import type { SignedIn } from "./complete-sign-in.ts";
import { isForStaffAlone } from "./in-maintenance.ts";
import { asksNothing } from "./known-browser-session.ts";
import { forgivenBy, forgiveStatements } from "./password-check.ts";

const lookUp = `
  select p.*, a.email_digest
  from portal.passkey p join portal.account a on a.id = p.account_id
  where p.credential_id = $1`;

const [forgetOwn, takeOut] = forgiveStatements("$18", "$19", "exists (select from session)");

// In one statement, and so in one transaction: what the long way does in a dozen. An account
// that is being changed at this moment goes the long way, which sees what became of it; of two uses of a
// challenge or of a counter one finds its row.
const statement = `
  with proved as (
    select a.id from portal.account a
    where a.id = $10 and ${asksNothing("$3")}
      and not exists (
        select from portal.recovery_delay d
        where d.account_id = a.id and d.outcome is null and d.finish_by > $3
      )
      and exists (
        select from portal.known_device d where d.account_id = a.id and d.token_digest = $11
      )
    for share of a skip locked
  ), challenge as (
    insert into portal.passkey_challenge (digest, expires_at)
    select $12, $13::timestamptz from proved
    on conflict do nothing
    returning digest
  ), passkey as (
    update portal.passkey p set counter = $15::bigint, backed_up = $16, last_used_at = $3
    from proved, challenge
    where p.id = $14 and p.account_id = proved.id and p.counter = $17::bigint
    returning p.account_id
  ), browser as (
    update portal.known_device d set last_seen_at = $3
    from passkey where d.account_id = passkey.account_id and d.token_digest = $11
    returning d.account_id
  ), session as (${beginStatement("account_id", "from browser")}
  ), forgiven as (${forgetOwn}
  ), taken_out as (${takeOut}
  )
  select portal.append_audit(account_id, 'sign-in.succeeded', $3, $6, $5, '{}') from session`;

const proof: SessionProof = { firstFactor: "passkey", secondFactor: "passkey" };

/**
 * Signs in by a passkey in a browser that the account knows, where nothing else is asked: two statements,
 * as by password (decision 15).
 *
 * @returns undefined where any of that is not so, or the passkey is not right: the long way says which.
 */
export async function openByPasskey(
  context: PortalContext,
  given: UsedPasskey,
  asked: PasskeyAsked,
  { client, deviceToken }: Browser,
): Promise<SignedIn | undefined> {
  const { pipeline, clock, digests } = context;
  if (deviceToken === undefined || !digests.isDeviceToken(deviceToken)) return undefined;
  if (isForStaffAlone(context)) return undefined;
  const [passkey] = await pipeline.query<PasskeyRow & { email_digest: string }>(lookUp, [
    given.credentialId,
  ]);
  if (!passkey) return undefined;
  const read = await readPasskey(context, given, passkey, asked);
  if (read.is !== "read") return undefined;
  const { session, values } = newSession(client, clock.now(), proof);
  const guess = { emailDigest: passkey.email_digest, ipAddress: client.ipAddress, deviceToken };
  const forgiven = forgivenBy(context, guess);
  const rows = await pipeline.query(statement, [
    ...values,
    passkey.account_id,
    hashToken(deviceToken),
    challengeDigest(read.challenge),
    read.expires,
    passkey.id,
    read.counter,
    read.backedUp,
    passkey.counter,
    forgiven.own,
    forgiven.strangers,
  ]);
  return rows.length === 1 ? { status: "SIGNED_IN", session, deviceToken } : undefined;
}
