import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../errors/errors.ts";
import { networkOf } from "./network-of.ts";

export interface Limiter {
  /**
   * Spends one point of `limit` for `key` (an address, a session's hash, a field's value).
   *
   * @throws AppError TooManyRequest with data.retryAfterSeconds when none is left.
   */
  consume(endpointName: string, limit: Limit, key: string): Promise<void>;
  /** Forgets what `key` has spent, after a success that proves good faith. */
  forgive(endpointName: string, limit: Limit, key: string): Promise<void>;
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
 * until it may try again, so a flood does not reach the database.
 *
 * Time here is the machine's, not the product's clock: rate-limiter-flexible reads `Date.now()`
 * itself. Moving the sandbox's clock therefore does not refill limits.
 */
export function createLimiter(pool: Pool): Limiter {
  const limiters = new Map<string, RateLimiterPostgres>();

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
      inMemoryBlockOnConsumed: limit.points + 1,
      clearExpiredByTimeout: false,
    });
    limiters.set(name, made);
    return made;
  };

  const purge = setInterval(() => {
    // Not worth a log line: the next round removes what this one could not.
    pool.query("delete from kit.rate_limit where expire < $1", [Date.now()]).catch(() => undefined);
  }, purgeEvery);
  purge.unref();

  return {
    async consume(endpointName, limit, key) {
      try {
        await limiterFor(endpointName, limit).consume(storedKey(limit, key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new AppError("TooManyRequest", {
          data: { retryAfterSeconds },
          detail: `${endpointName} by ${limit.by}`,
        });
      }
    },
    async forgive(endpointName, limit, key) {
      await limiterFor(endpointName, limit).delete(storedKey(limit, key));
    },
    close: () => clearInterval(purge),
  };
}
