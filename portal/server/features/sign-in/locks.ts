import { codeMailLimits } from "@sekimori/portal-contract/endpoints/sign-in";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { guardWindow, guessesOfBrowser, guessesOfNetwork } from "./password-check.ts";
import { waitBeforeLook } from "./second-factor-budget.ts";
import { strangers } from "./second-factor-repository.ts";

/** What was counted against a member's sign-ins, and whether it refuses them now. */
export interface SignInLock {
  /** Wrong passwords, wrong second factors, or mails with codes. */
  readonly of: "passwords" | "second-factors" | "code-mails";
  /** One that the account knows, one network's at this address, or all browsers that it does not know. */
  readonly from: "known-browser" | "network" | "unknown-browsers";
  readonly count: number;
  /** Until when the next try is refused; null: not yet. */
  readonly until: Date | null;
}

type Context = Pick<PortalContext, "clock" | "limiter" | "settings">;
type Locked = Pick<AccountRow, "id" | "email_digest"> & { readonly password_hash: string | null };

/** Latest events in which networks are looked for that guessed at the password. */
const eventsMost = 500;

interface Named {
  readonly key: string;
  readonly points: number;
  readonly of: SignInLock["of"];
  readonly from: SignInLock["from"];
}

/** The networks from which wrong passwords came while they count. */
async function guessingNetworks(db: Queryable, accountId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct host(ip_address) as address from (
      select action, at, ip_address from portal.audit_event
      where account_id = ${accountId}::uuid order by id desc limit ${eventsMost}
    ) as latest
    where action = 'sign-in.failed' and at > ${new Date(now.getTime() - guardWindow * 1_000)}
      and ip_address is not null`.execute(db);
  return rows.map(({ address }) => address);
}

/**
 * Every counter of the limits that belongs to the account. That of all strangers together is none: it
 * refuses nobody, and keeps asking unknown browsers for a code while somebody guesses.
 */
async function countersOf(context: Context, db: Queryable, account: Locked): Promise<Named[]> {
  const { limiter, clock } = context;
  const { id, email_digest: emailDigest, password_hash: proof } = account;
  const known = await db
    .selectFrom("portal.known_device")
    .select("token_digest")
    .where("account_id", "=", id)
    .execute();
  const browsers = known.map(({ token_digest: digest }) => digest);
  const networks = await guessingNetworks(db, id, clock.now());
  const named = (
    of: Named["of"],
    from: Named["from"],
    counters: readonly { key: string; points: number }[],
  ) => counters.map(({ key, points }) => ({ key, points, of, from }));
  const mailsTo = (browser: string) =>
    codeMailLimits.flatMap((limit) =>
      limiter.counters("code-mail", limit, id, `${browser}\n${proof ?? ""}`),
    );
  return [
    ...browsers.flatMap((browser) =>
      named("passwords", "known-browser", guessesOfBrowser(context, emailDigest, browser)),
    ),
    ...networks.flatMap((address) =>
      named("passwords", "network", guessesOfNetwork(context, emailDigest, address)),
    ),
    ...browsers.flatMap((browser) => named("code-mails", "known-browser", mailsTo(browser))),
    ...named("code-mails", "unknown-browsers", mailsTo(strangers)),
  ];
}

interface Counted {
  readonly key: string;
  readonly points: number;
  /** Milliseconds since 1970. */
  readonly expire: string;
  /** What is over may stand in the table for minutes. */
  readonly is_counting: boolean;
}

/** Limits are counted by the machine's time, not by the product's clock. */
const isCounting = sql<boolean>`expire > extract(epoch from clock_timestamp()) * 1000`;

function locksBy(counters: readonly Named[], rows: readonly Counted[]): SignInLock[] {
  return counters.flatMap(({ key, points, of, from }) => {
    const row = rows.find((one) => one.key === key && one.is_counting);
    if (row === undefined) return [];
    const until = row.points >= points ? new Date(Number(row.expire)) : null;
    return [{ of, from, count: row.points, until }];
  });
}

interface Guessed {
  readonly browser_digest: string;
  readonly failures: number;
  readonly last_failed_at: Date;
}

function locksByGuesses(rows: readonly Guessed[], now: Date): SignInLock[] {
  return rows
    .filter(({ failures }) => failures > 0)
    .map((row) => {
      const wait = waitBeforeLook(row, now);
      return {
        of: "second-factors",
        from: row.browser_digest === strangers ? "unknown-browsers" : "known-browser",
        count: row.failures,
        until: wait > 0 ? new Date(now.getTime() + wait) : null,
      };
    });
}

/** What is counted against an account's sign-ins now, and what of it refuses them. */
export async function findLocks(
  context: Context,
  db: Queryable,
  account: Locked,
): Promise<readonly SignInLock[]> {
  const counters = await countersOf(context, db, account);
  const { rows } = await sql<Counted>`
    select key, points, expire, ${isCounting} as is_counting from kit.rate_limit
    where key = any(${counters.map(({ key }) => key)}::text[])`.execute(db);
  const guesses = await db
    .selectFrom("portal.second_factor_guess")
    .select(["browser_digest", "failures", "last_failed_at"])
    .where("account_id", "=", account.id)
    .execute();
  return [...locksBy(counters, rows), ...locksByGuesses(guesses, context.clock.now())];
}

/**
 * Forgets all of it. Other processes notice within seconds (`createLimiter`); what a network has spent
 * at all addresses together stays, and so does what all strangers have.
 *
 * @returns what there was.
 */
export async function endLocks(
  context: Context,
  tx: PortalTransaction,
  account: Locked,
): Promise<readonly SignInLock[]> {
  const counters = await countersOf(context, tx, account);
  const { rows } = await sql<Counted>`
    delete from kit.rate_limit where key = any(${counters.map(({ key }) => key)}::text[])
    returning key, points, expire, ${isCounting} as is_counting`.execute(tx);
  const guesses = await tx
    .deleteFrom("portal.second_factor_guess")
    .where("account_id", "=", account.id)
    .returning(["browser_digest", "failures", "last_failed_at"])
    .execute();
  return [...locksBy(counters, rows), ...locksByGuesses(guesses, context.clock.now())];
}
