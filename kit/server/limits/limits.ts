import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../errors/errors.ts";
import { networkOf } from "./network-of.ts";

/** What spending a point needs: the stored key, how many there are, for how long they count. */
export interface Toll {
  readonly key: string;
  readonly points: number;
  readonly milliseconds: number;
  /** Endpoint and kind of limit, for the log. */
  readonly name: string;
}

/** A row of the table after a point was spent. `expire` is in milliseconds since 1970. */
export interface Spent {
  readonly points: number;
  readonly expire: number;
}

/**
 * The statement that spends a point, to be part of a larger one: the same rows and the same
 * arithmetic as rate-limiter-flexible's own.
 *
 * @param source a `values` list or a `select` of key, 1 and the moment at which the count expires.
 * @param now the parameter that holds the present in milliseconds.
 */
export const spendStatement = (source: string, now: string): string => `
  insert into kit.rate_limit as known ${source}
  on conflict (key) do update set
    points = case when known.expire <= ${now} then 1 else known.points + 1 end,
    expire = case when known.expire <= ${now} then excluded.expire else known.expire end
  returning points, expire`;

export interface Limiter {
  /**
   * Spends one point of `limit` for `key` (an address, a session's hash, a field's value).
   *
   * @throws AppError TooManyRequest with data.retryAfterSeconds when none is left.
   */
  consume(endpointName: string, limit: Limit, key: string): Promise<void>;
  /** Forgets what `key` has spent, after a success that proves good faith. */
  forgive(endpointName: string, limit: Limit, key: string): Promise<void>;
  /**
   * A point of `limit` for `key`, for a caller whose own statement spends it (`spendStatement`).
   */
  toll(endpointName: string, limit: Limit, key: string): Toll;
  /**
   * Refuses a toll that this process knows to be out of points, or, given what the statement
   * returned, one that has just run out.
   *
   * @throws AppError TooManyRequest with data.retryAfterSeconds.
   */
  settle(toll: Toll, spent?: Spent): void;
  /** Stops the periodic removal of expired counts. */
  close(): void;
}

const table = { schemaName: "kit", tableName: "rate_limit", tableCreated: true } as const;
const purgeEvery = 300_000;

/** Addresses and e-mail addresses are personal data: the table holds only their hashes. */
function storedKey(limit: Limit, key: string): string {
  const subject = limit.by === "network" || isIPv6(key) ? networkOf(key) : key;
  return createHash("sha256").update(subject).digest("base64url");
}

/**
 * Counts in PostgreSQL, one atomic statement per call, so that all processes share one count and
 * parallel calls cannot slip through. A key that is out of points is remembered in this process
 * until it may try again, so that a flood does not reach the database.
 *
 * Time here is the machine's, not the product's clock: rate-limiter-flexible reads `Date.now()`
 * itself. Moving the sandbox's clock therefore does not refill limits.
 */
export function createLimiter(pool: Pool): Limiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  /** Until when a key that is out of points stays so. */
  const refused = new Map<string, number>();

  const limiterFor = (endpointName: string, limit: Limit): RateLimiterPostgres => {
    const name = `${endpointName}:${limit.by}:${limit.points}/${limit.seconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      ...table,
      storeClient: pool,
      storeType: "pool",
      keyPrefix: name,
      points: limit.points,
      duration: limit.seconds,
      clearExpiredByTimeout: false,
    });
    limiters.set(name, made);
    return made;
  };

  /** The counter of a limit, what it counts, and both as a toll. */
  const entry = (endpointName: string, limit: Limit, key: string) => {
    const counter = limiterFor(endpointName, limit);
    const subject = storedKey(limit, key);
    const toll: Toll = {
      key: counter.getKey(subject),
      points: limit.points,
      milliseconds: limit.seconds * 1000,
      name: `${endpointName} by ${limit.by}`,
    };
    return { counter, subject, toll };
  };

  const refuse = (toll: Toll, until: number): never => {
    const retryAfterSeconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    throw new AppError("TooManyRequest", { data: { retryAfterSeconds }, detail: toll.name });
  };

  const settle = (toll: Toll, spent?: Spent): void => {
    if (spent === undefined) {
      const until = refused.get(toll.key);
      if (until !== undefined && until > Date.now()) refuse(toll, until);
      // A point that was there counts, although a call that came later may have been refused already.
    } else if (spent.points > toll.points) {
      refused.set(toll.key, spent.expire);
      refuse(toll, spent.expire);
    }
  };

  const purge = setInterval(() => {
    const now = Date.now();
    for (const [key, until] of refused) if (until <= now) refused.delete(key);
    // Not worth a log line: the next round removes what this one could not.
    pool.query("delete from kit.rate_limit where expire < $1", [now]).catch(() => undefined);
  }, purgeEvery);
  purge.unref();

  return {
    async consume(endpointName, limit, key) {
      const { counter, subject, toll } = entry(endpointName, limit, key);
      settle(toll);
      try {
        await counter.consume(subject);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const expire = Date.now() + refusal.msBeforeNext;
        settle(toll, { points: refusal.consumedPoints, expire });
      }
    },
    async forgive(endpointName, limit, key) {
      const { counter, subject, toll } = entry(endpointName, limit, key);
      refused.delete(toll.key);
      await counter.delete(subject);
    },
    toll: (endpointName, limit, key) => entry(endpointName, limit, key).toll,
    settle,
    close: () => clearInterval(purge),
  };
}
