import { hashToken } from "@sekimori/kit-server/cookies";
import { type Counter, type Spent, spendStatement } from "@sekimori/kit-server/limits";
import type { PortalContext } from "../../context.ts";

const nobody = "00000000-0000-0000-0000-000000000000";

/** How long guesses at one address count, in seconds. */
export const guardWindow = 900;
const strangersWindow = 3600;

const counterRows = (keys: string, expiries: string) =>
  `select key, 1, expire from unnest(${keys}::text[], ${expiries}::bigint[]) as counter(key, expire)`;

// One statement, because each of its parts would otherwise be a round trip beside every password
// hash. Everything is asked whether the address is known or not: what is found must not show in
// the time. Guesses are counted only for a network that has points left, so a network that is
// refused cannot go on spending what belongs to other people's accounts.
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
    ${spendStatement(counterRows("$4", "$5"), "$6::bigint")}
  ), passage as (
    select not exists (
      select from network join unnest($4::text[], $7::bigint[]) as counter(key, points) using (key)
      where network.points > counter.points
    ) as is_open
  ), guess as (
    ${spendStatement(
      `${counterRows("$8", "$9")}, browser, passage where browser.is_known and is_open
       union all
       ${counterRows("$10", "$11")}, browser, passage where not browser.is_known and is_open`,
      "$6::bigint",
    )}
  )
  select
    account.id as account_id, account.password_hash as account_hash,
    sign_up.id as flow_id, sign_up.password_hash as flow_hash, browser.is_known,
    (select json_agg(network) from network) as network,
    (select coalesce(json_agg(guess), '[]') from guess) as guess
  from browser left join account on true left join sign_up on true`;

interface Row {
  readonly account_id: string | null;
  readonly account_hash: string | null;
  readonly flow_id: string | null;
  readonly flow_hash: string | null;
  readonly is_known: boolean;
  readonly network: readonly Spent[];
  readonly guess: readonly Spent[];
}

/** What a password is to be checked against, and who seems to ask. */
export interface PasswordCheck {
  readonly accountId: string | undefined;
  /** A sign-up of the address that has a password but no account yet. */
  readonly unconfirmedFlowId: string | undefined;
  /** Of the account or else the sign-up; undefined when there is no password. */
  readonly passwordHash: string | undefined;
  /** The account was signed in to from this browser before. */
  readonly isKnownBrowser: boolean;
  /** The stored key of a known browser's guesses, for a statement that forgets them. */
  readonly guessKey: string;
  /** How many guesses strangers have made lately, beyond what is everyday; 0 is none. */
  readonly strangersBeyond: number;
}

export interface PasswordGuess {
  readonly emailDigest: string;
  readonly ipAddress: string;
  readonly deviceToken: string | undefined;
}

interface GuessCounters {
  /** Of this browser, should the account know it. */
  readonly acquaintance: readonly Counter[];
  /** Of this network at this address. */
  readonly stranger: readonly Counter[];
  /** Of all strangers at this address: it refuses nobody. */
  readonly strangers: Counter;
}

type Limits = Pick<PortalContext, "limiter" | "settings">;

/** The count of a browser that the account knows, by its token's hash, at one address. */
export function guessesOfBrowser(
  { limiter, settings }: Limits,
  emailDigest: string,
  device: string,
): readonly Counter[] {
  const points = settings.signInsPerAccount;
  const perBrowser = { by: "account", points, seconds: guardWindow } as const;
  return limiter.counters("sign-in:browser", perBrowser, device, emailDigest);
}

/** The counts of all other browsers of a network at one address. */
export function guessesOfNetwork(
  { limiter, settings }: Limits,
  emailDigest: string,
  ipAddress: string,
): readonly Counter[] {
  const points = settings.signInsPerAccount;
  const perNetwork = { by: "network", points, seconds: guardWindow } as const;
  return limiter.counters("sign-in:guess", perNetwork, ipAddress, emailDigest);
}

function guessCounters(
  limits: Limits,
  { emailDigest, ipAddress, deviceToken }: PasswordGuess,
): GuessCounters {
  const { limiter, settings } = limits;
  const points = settings.signInsPerAccount;
  const device = deviceToken === undefined ? "" : hashToken(deviceToken);
  const together = { by: "account", points, seconds: strangersWindow } as const;
  const [strangers] = limiter.counters("sign-in:strangers", together, emailDigest);
  if (strangers === undefined) throw new Error("An account has one counter.");
  return {
    acquaintance: guessesOfBrowser(limits, emailDigest, device),
    stranger: guessesOfNetwork(limits, emailDigest, ipAddress),
    strangers,
  };
}

const keysOf = (counters: readonly Counter[]) => counters.map(({ key }) => key);

/**
 * Looks up what a password is to be checked against, and slows guessing without barring the owner.
 *
 * A browser that the account was signed in to from has a count of its own (OWASP, device cookies);
 * other browsers are counted by network and address, so what one stranger spends refuses that
 * stranger. All strangers together are counted too: beyond the everyday that refuses nobody, but a
 * right password from an unknown browser then needs a code from the mailbox as well. Counts are by
 * address, not by account: unknown addresses answer alike.
 *
 * @throws AppError TooManyRequest.
 */
export async function beginPasswordCheck(
  context: PortalContext,
  guess: PasswordGuess,
): Promise<PasswordCheck> {
  const { pipeline, clock, limiter, settings } = context;
  const perNetwork = { by: "network", points: settings.signInsPerNetwork, seconds: 600 } as const;
  const network = limiter.counters("sign-in:network", perNetwork, guess.ipAddress);
  const { acquaintance, stranger, strangers } = guessCounters(context, guess);
  limiter.check(network);
  if (guess.deviceToken === undefined) limiter.check(stranger);
  const present = Date.now();
  const expiries = (counters: readonly Counter[]) =>
    counters.map(({ milliseconds }) => present + milliseconds);
  const strange = [...stranger, strangers];
  const [row] = await pipeline.query<Row>(statement, [
    guess.emailDigest,
    clock.now(),
    guess.deviceToken === undefined ? "" : hashToken(guess.deviceToken),
    keysOf(network),
    expiries(network),
    present,
    network.map(({ points }) => points),
    keysOf(acquaintance),
    expiries(acquaintance),
    keysOf(strange),
    expiries(strange),
  ]);
  if (row === undefined) throw new Error("The look-up of a sign-in gave no row.");
  limiter.check(network, row.network);
  limiter.check(row.is_known ? acquaintance : stranger, row.guess);
  const passwordHash = row.account_id === null ? row.flow_hash : row.account_hash;
  const made = row.guess.find(({ key }) => key === strangers.key)?.points ?? 0;
  return {
    accountId: row.account_id ?? undefined,
    unconfirmedFlowId: row.account_id === null ? (row.flow_id ?? undefined) : undefined,
    passwordHash: passwordHash ?? undefined,
    isKnownBrowser: row.is_known,
    guessKey: keysOf(acquaintance)[0] ?? "",
    strangersBeyond: Math.max(0, made - strangers.points),
  };
}

/**
 * Forgets what was spent on the way to a password that is no longer good: by this browser and network,
 * and by all strangers together. Guesses at the old one do not bar the person who has just set the new one.
 */
export async function forgetGuesses(context: PortalContext, guess: PasswordGuess): Promise<void> {
  const { acquaintance, stranger, strangers } = guessCounters(context, guess);
  await context.limiter.forget([...acquaintance, ...stranger, strangers]);
}

/** What a completed sign-in forgives: the keys it forgets, and the one it takes itself out of. */
export function forgivenBy(limits: Limits, guess: PasswordGuess) {
  const { acquaintance, stranger, strangers } = guessCounters(limits, guess);
  return { own: keysOf([...acquaintance, ...stranger]), strangers: strangers.key };
}

/**
 * The statements that forgive, to be part of a larger one.
 *
 * @param own the keys of `forgivenBy`, as SQL. @param strangers the same.
 * @param where when they hold, as SQL.
 */
export const forgiveStatements = (own: string, strangers: string, where: string) =>
  [
    `delete from kit.rate_limit where key = any(${own}::text[]) and ${where}`,
    `update kit.rate_limit set points = points - 1 where key = ${strangers} and points > 0 and ${where}`,
  ] as const;

const [forgetOwn, takeOut] = forgiveStatements("$1", "$2", "true");

/**
 * Forgets the guesses of whoever has completed a sign-in, and takes that one sign-in out of what
 * strangers have done. A right password alone forgives nothing.
 */
export async function forgiveGuesses(context: PortalContext, guess: PasswordGuess): Promise<void> {
  const { own, strangers } = forgivenBy(context, guess);
  await context.pipeline.query(`with own as (${forgetOwn}) ${takeOut}`, [own, strangers]);
}
