import { hashToken } from "@sekimori/kit-server/cookies";
import { spendStatement, type Toll } from "@sekimori/kit-server/limits";
import type { PortalContext } from "../../context.ts";

const endpoint = "signInGuard";
const nobody = "00000000-0000-0000-0000-000000000000";

// One statement, because each of its parts would otherwise be a round trip beside every password
// hash. Everything is asked whether the address is known or not: what is found must not show in
// the time. The account's count is spent only by a network that has points left, so a network
// that is refused cannot go on using up the guesses of other people's accounts.
const statement = `
  with account as (
    select a.id, c.password_hash
    from portal.account a left join portal.credential c on c.account_id = a.id
    where a.email_digest = $1 and a.closed_at is null
  ), sign_up as (
    select id, password_hash from portal.sign_up_flow
    where email_digest = $1 and account_id is null and password_hash is not null
      and expires_at > $2
    order by created_at desc limit 1
  ), browser as (
    select exists (
      select from portal.known_device
      where account_id = coalesce((select id from account), '${nobody}') and token_digest = $3
    ) as is_known
  ), network as (
    ${spendStatement("values ($4::text, 1, $5::bigint)", "$6::bigint")}
  ), guess as (
    ${spendStatement(
      `select case when browser.is_known then $8::text else $9::text end, 1, $10::bigint
       from network, browser where network.points <= $7::bigint`,
      "$6::bigint",
    )}
  )
  select
    account.id as account_id, account.password_hash as account_hash,
    sign_up.id as flow_id, sign_up.password_hash as flow_hash, browser.is_known,
    network.points as network_points, network.expire as network_expire,
    guess.points as guess_points, guess.expire as guess_expire
  from network cross join browser
    left join guess on true left join account on true left join sign_up on true`;

interface Row {
  readonly account_id: string | null;
  readonly account_hash: string | null;
  readonly flow_id: string | null;
  readonly flow_hash: string | null;
  readonly is_known: boolean;
  readonly network_points: number;
  readonly network_expire: string;
  readonly guess_points: number | null;
  readonly guess_expire: string | null;
}

/** What a password is to be checked against, and how the guess is forgotten if it was right. */
export interface PasswordCheck {
  readonly accountId: string | undefined;
  /** A sign-up of the address that has a password but no account yet. */
  readonly unconfirmedFlowId: string | undefined;
  /** Of the account or else the sign-up; undefined when there is no password. */
  readonly passwordHash: string | undefined;
  /** The stored key of the guess, for a statement that forgets it along with something else. */
  readonly guessKey: string;
  forgive(): Promise<void>;
}

export interface PasswordGuess {
  readonly emailDigest: string;
  readonly ipAddress: string;
  readonly deviceToken: string | undefined;
}

function tollsOf(
  { limiter, settings }: PortalContext,
  { emailDigest, ipAddress }: PasswordGuess,
  deviceDigest: string | undefined,
) {
  const perNetwork = { by: "network", points: settings.signInsPerNetwork, seconds: 600 } as const;
  const perAccount = {
    by: "field:email",
    points: settings.signInsPerAccount,
    seconds: 900,
  } as const;
  const tollFor = (key: string) => ({
    toll: limiter.toll(endpoint, perAccount, key),
    forgive: () => limiter.forgive(endpoint, perAccount, key),
  });
  const stranger = tollFor(emailDigest);
  return {
    network: limiter.toll(endpoint, perNetwork, ipAddress),
    stranger,
    acquaintance: deviceDigest === undefined ? stranger : tollFor(`${emailDigest}:${deviceDigest}`),
  };
}

/**
 * Looks up what a password is to be checked against, and slows guessing without barring the owner.
 * Guesses at one address from browsers its account does not know share one count; a browser that
 * it was signed in to from has a count of its own, so a stranger who spends the first cannot lock
 * the owner's own browser out (OWASP, device cookies). The count is by address, not by account:
 * unknown addresses answer alike.
 *
 * @throws AppError TooManyRequest.
 */
export async function beginPasswordCheck(
  context: PortalContext,
  guess: PasswordGuess,
): Promise<PasswordCheck> {
  const { pipeline, clock, limiter } = context;
  const deviceDigest = guess.deviceToken === undefined ? undefined : hashToken(guess.deviceToken);
  const { network, stranger, acquaintance } = tollsOf(context, guess, deviceDigest);
  limiter.settle(network);
  if (deviceDigest === undefined) limiter.settle(stranger.toll);
  const present = Date.now();
  const expiry = (toll: Toll) => present + toll.milliseconds;
  const [row] = await pipeline.query<Row>(statement, [
    guess.emailDigest,
    clock.now(),
    deviceDigest ?? "",
    network.key,
    expiry(network),
    present,
    network.points,
    acquaintance.toll.key,
    stranger.toll.key,
    expiry(stranger.toll),
  ]);
  if (row === undefined) throw new Error("The look-up of a sign-in gave no row.");
  limiter.settle(network, { points: row.network_points, expire: Number(row.network_expire) });
  const counted = row.is_known ? acquaintance : stranger;
  if (row.guess_points !== null) {
    const spent = { points: row.guess_points, expire: Number(row.guess_expire) };
    limiter.settle(counted.toll, spent);
  }
  const passwordHash = row.account_id === null ? row.flow_hash : row.account_hash;
  return {
    accountId: row.account_id ?? undefined,
    unconfirmedFlowId: row.account_id === null ? (row.flow_id ?? undefined) : undefined,
    passwordHash: passwordHash ?? undefined,
    guessKey: counted.toll.key,
    forgive: counted.forgive,
  };
}
