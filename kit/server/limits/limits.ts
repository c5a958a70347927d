import { createHmac, createSecretKey } from "node:crypto";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import type { Pipeline } from "../database/pipeline.ts";
import { AppError } from "../errors/errors.ts";
import { mailboxOf } from "./mailbox-of.ts";
import { networksOf } from "./network-of.ts";

/** What spending a point needs: the stored key, how many there are, for how long they count. */
export interface Counter {
  readonly key: string;
  readonly points: number;
  readonly milliseconds: number;
  /** Whose budget and kind of limit, for the log. */
  readonly name: string;
}

/** A row of the table after a point was spent. `expire` is in milliseconds since 1970. */
export interface Spent {
  readonly key: string;
  readonly points: number;
  readonly expire: number;
}

/**
 * The statement that spends points of each key, to be part of a larger one.
 *
 * @param source a `select` of key, points to spend, and the moment at which the count expires.
 * @param now the parameter that holds the present in milliseconds.
 */
export const spendStatement = (source: string, now: string): string => `
  insert into kit.rate_limit as known (key, points, expire) ${source}
  on conflict (key) do update set
    points = case when known.expire <= ${now} then excluded.points
      else known.points + excluded.points end,
    expire = case when known.expire <= ${now} then excluded.expire else known.expire end
  returning key, points, expire`;

const spendAll = spendStatement(
  "select key, 1, expire from unnest($1::text[], $2::bigint[]) as counter(key, expire)",
  "$3::bigint",
);

const reserveAll = spendStatement(
  `select key, taken, expire
   from unnest($1::text[], $2::integer[], $3::bigint[]) as counter(key, taken, expire) order by key`,
  "$4::bigint",
);

const giveBackStatement = `
  update kit.rate_limit as known set points = known.points - counter.taken
  from unnest($1::text[], $2::integer[], $3::bigint[]) as counter(key, taken, expire)
  where known.key = counter.key and known.expire = counter.expire and known.points >= counter.taken`;

/** What is left of a budget after a call. */
export interface Allowance {
  readonly points: number;
  readonly left: number;
  /** When it is full again, in milliseconds since 1970. */
  readonly until: number;
}

/** One budget that a call asks a point of. */
export interface Ask {
  readonly name: string;
  readonly limit: Limit;
  readonly subject: string;
  /** Counts apart for each value, as in `counters`. */
  readonly within?: string;
}

export interface Limiter {
  /**
   * Takes one point of each budget, or of none: what one of them refuses costs the others nothing. For
   * what is spent in somebody else's name, a recipient's say, where a call that is refused or fails
   * must leave that person's budget as it was.
   *
   * @returns gives the points back, for a call that did nothing in the end.
   * @throws AppError TooManyRequest, as `consume`.
   */
  reserve(asks: readonly Ask[]): Promise<() => Promise<void>>;
  /**
   * Spends one point of `limit` for `subject` (an address, an account's id, a recipient).
   *
   * @param name whose budget: the endpoint, unless the limit names a budget of its own.
   * @param within counts apart for each value, as in `counters`.
   * @returns what is left; of several widths of a network the narrowest.
   * @throws AppError TooManyRequest with data.retryAfterSeconds when none is left.
   */
  consume(name: string, limit: Limit, subject: string, within?: string): Promise<Allowance>;
  /**
   * Spends one point of each of `limits` in one statement. What one of them refuses counts at the
   * others all the same.
   *
   * @throws AppError TooManyRequest, as `consume`.
   */
  consumeAll(name: string, limits: readonly Limit[], subject: string): Promise<void>;
  /** Forgets what `subject` has spent, after a success that proves good faith. */
  forgive(name: string, limit: Limit, subject: string): Promise<void>;
  /** The same for counters of the caller's own. */
  forget(counters: readonly Counter[]): Promise<void>;
  /**
   * The counters of a subject, for a caller whose own statement spends from them
   * (`spendStatement`): one, or one for each width of an IPv6 network, always in the same order.
   *
   * @param within counts apart for each value: a network's guesses at one address, say.
   */
  counters(name: string, limit: Limit, subject: string, within?: string): readonly Counter[];
  /**
   * Refuses counters that this process knows to be out of points, or, given what the statement
   * returned, those that have just run out.
   *
   * @throws AppError TooManyRequest with data.retryAfterSeconds.
   */
  check(counters: readonly Counter[], spent?: readonly Spent[]): void;
  /** Stops the periodic removal of expired counts. */
  close(): void;
}

const purgeEvery = 300_000;

/** For so long a process refuses without asking: a lock that another process ended is over by then. */
const rememberedMs = 5_000;

/**
 * Counts in PostgreSQL, one atomic statement per call, so that all processes share one count and
 * parallel calls cannot slip through. It shares the pipeline's connections, so that a caller who holds
 * one of the pool's waits for no second one. A key that is out of points is remembered in this process
 * for some seconds, so that a flood does not reach the database.
 *
 * Time here is the machine's, not the product's clock. Moving the sandbox's clock therefore does
 * not refill limits.
 *
 * @param secret keys the digests: addresses and accounts are personal data, and nobody with a copy
 *   of the table can try out whose they are.
 */
export function createLimiter(pipeline: Pipeline, secret: string): Limiter {
  const digestKey = createSecretKey(Buffer.from(secret));
  /** Until when a key that is out of points stays so, and until when nobody has to be asked. */
  const refused = new Map<string, { readonly until: number; readonly askAgainAt: number }>();

  const digest = (text: string) => createHmac("sha256", digestKey).update(text).digest("base64url");

  const counters = (
    name: string,
    limit: Limit,
    subject: string,
    within = "",
  ): readonly Counter[] => {
    const budget = limit.budget ?? name;
    const counted =
      limit.by === "network"
        ? networksOf(subject)
        : [{ name: limit.by === "recipient" ? mailboxOf(subject) : subject, share: 1 }];
    const label = `${budget}:${limit.by}:${limit.seconds}`;
    return counted.map((one) => ({
      key: `${label}:${digest(`${label}\n${within}\n${one.name}`)}`,
      points: limit.points * one.share,
      milliseconds: limit.seconds * 1000,
      name: `${name} by ${limit.by}`,
    }));
  };

  const refuse = (counter: Counter, until: number): never => {
    const retryAfterSeconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    throw new AppError("TooManyRequest", { data: { retryAfterSeconds }, detail: counter.name });
  };

  const check = (asked: readonly Counter[], spent?: readonly Spent[]): void => {
    for (const counter of asked) {
      if (spent === undefined) {
        const known = refused.get(counter.key);
        if (known !== undefined && known.askAgainAt > Date.now()) refuse(counter, known.until);
        continue;
      }
      // A point that was there counts, although a later call may have been refused already.
      const row = spent.find(({ key }) => key === counter.key);
      if (row === undefined || row.points <= counter.points) continue;
      const askAgainAt = Math.min(row.expire, Date.now() + rememberedMs);
      refused.set(counter.key, { until: row.expire, askAgainAt });
      refuse(counter, row.expire);
    }
  };

  const purge = setInterval(() => {
    const now = Date.now();
    for (const [key, { askAgainAt }] of refused) if (askAgainAt <= now) refused.delete(key);
    // Not worth a log line: the next round removes what this one could not.
    pipeline.query("delete from kit.rate_limit where expire < $1", [now]).catch(() => undefined);
  }, purgeEvery);
  purge.unref();

  const countedBy = async (
    statement: string,
    values: readonly unknown[],
  ): Promise<readonly Spent[]> => {
    const rows = await pipeline.query<Omit<Spent, "expire"> & { readonly expire: string }>(
      statement,
      values,
    );
    return rows.map((row) => ({ ...row, expire: Number(row.expire) }));
  };

  /** Spends a point of each. @throws AppError TooManyRequest when one of them has none left. */
  const spend = async (asked: readonly Counter[], now: number): Promise<readonly Spent[]> => {
    check(asked);
    const spent = await countedBy(spendAll, [
      asked.map(({ key }) => key),
      asked.map(({ milliseconds }) => now + milliseconds),
      now,
    ]);
    check(asked, spent);
    return spent;
  };

  /** Adds to what is counted of each key, or takes that back while its time goes on. */
  const take = async (asked: readonly Counter[]) => {
    const now = Date.now();
    // In one order, so that nobody waits in a circle; two addresses may be one mailbox.
    const keys = [...new Set(asked.map(({ key }) => key))].toSorted();
    const takenOf = (key: string) => asked.filter((one) => one.key === key).length;
    const ends = keys.map((key) => {
      const counter = asked.find((one) => one.key === key);
      return now + (counter?.milliseconds ?? 0);
    });
    const spent = await countedBy(reserveAll, [keys, keys.map(takenOf), ends, now]);
    // The rows come in the database's order of letters, which need not be ours.
    const giveBack = async () => {
      await pipeline.query(giveBackStatement, [
        spent.map(({ key }) => key),
        spent.map(({ key }) => takenOf(key)),
        spent.map(({ expire }) => expire),
      ]);
    };
    return { spent, giveBack };
  };

  const forget = async (counted: readonly Counter[]): Promise<void> => {
    const keys = counted.map(({ key }) => key);
    for (const key of keys) refused.delete(key);
    await pipeline.query("delete from kit.rate_limit where key = any($1::text[])", [keys]);
  };

  return {
    async reserve(asks) {
      const asked = asks.flatMap(({ name, limit, subject, within }) =>
        counters(name, limit, subject, within),
      );
      if (asked.length === 0) return async () => undefined;
      // Asked of the database each time: a point that is given back is there at once, everywhere.
      const { spent, giveBack } = await take(asked);
      for (const counter of asked) {
        const row = spent.find(({ key }) => key === counter.key);
        if (row === undefined || row.points <= counter.points) continue;
        await giveBack();
        return refuse(counter, row.expire);
      }
      return giveBack;
    },
    async consume(name, limit, subject, within) {
      const asked = counters(name, limit, subject, within);
      const now = Date.now();
      const spent = await spend(asked, now);
      const [counter] = asked;
      const row = spent.find(({ key }) => key === counter?.key);
      const points = counter?.points ?? 0;
      return { points, left: points - (row?.points ?? 0), until: row?.expire ?? now };
    },
    async consumeAll(name, limits, subject) {
      await spend(
        limits.flatMap((limit) => counters(name, limit, subject)),
        Date.now(),
      );
    },
    forgive: (name, limit, subject) => forget(counters(name, limit, subject)),
    forget,
    counters,
    check,
    close: () => clearInterval(purge),
  };
}
