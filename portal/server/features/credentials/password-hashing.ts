import { hash, type Options } from "@node-rs/argon2";
import type { Metrics } from "@sekimori/kit-server/metrics";
import type { PasswordOrder, PasswordPlace, PasswordVisitor } from "./password-queue.ts";
import { createPasswordThreads } from "./password-threads.ts";

/**
 * argon2id at OWASP's first recommendation: 19 MiB, two passes, one lane. The package's default
 * algorithm is argon2id; its enum is ambient and cannot be named under isolatedModules.
 */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

export interface PasswordHasher {
  /** @throws AppError Unavailable when too many passwords wait already, or it has waited too long. */
  hash(password: string, order?: PasswordOrder): Promise<string>;
  /**
   * Whether `password` is the one behind `stored`. Without a stored hash it takes the same time
   * and says no, so that an unknown address cannot be told from a wrong password by the clock.
   *
   * @throws AppError Unavailable when too many passwords wait already, or it has waited too long.
   */
  verify(stored: string | undefined, password: string, order?: PasswordOrder): Promise<boolean>;
  /**
   * Takes a place for a password that will come: for a browser with a token of ours at once, for
   * all others in turn.
   *
   * @throws AppError Unavailable when too many wait, or it has waited too long.
   */
  enter(visitor?: PasswordVisitor): Promise<PasswordPlace>;
  /**
   * Refuses what `enter` would refuse now, before anything of the request is read.
   *
   * @throws AppError Unavailable when there is no room.
   */
  refuseEarly(isOurs: boolean): void;
  /** More strangers come than can be served, and have for a while. */
  isCongested(): boolean;
  /** Nobody waits: whoever comes now goes next. */
  isQuiet(): boolean;
}

/**
 * @param pepper mixed into every hash as argon2's secret; a copy of the database alone then gives
 *   nothing to guess against. Changing it invalidates every password.
 * @param metrics where waits and refusals are counted.
 */
export async function createPasswordHasher(
  pepper: string | undefined,
  metrics?: Metrics,
): Promise<PasswordHasher> {
  const options: Options =
    pepper === undefined ? passwordCost : { ...passwordCost, secret: Buffer.from(pepper) };
  const { run, enter, refuseEarly, isCongested, isQuiet } = createPasswordThreads(options, {
    metrics,
  });
  // By libuv's pool: the threads need not start before somebody signs in.
  const dummy = await hash("no account has this password", options);
  return {
    enter,
    refuseEarly,
    isCongested,
    isQuiet,
    hash: async (password, order) => String(await run({ password }, order)),
    verify: async (stored, password, order) => {
      const matches = await run({ stored: stored ?? dummy, password }, order);
      return matches === true && stored !== undefined;
    },
  };
}
