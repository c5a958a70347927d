import { hash, type Options } from "@node-rs/argon2";
import { createPasswordThreads, type PasswordOrder } from "./password-threads.ts";

/**
 * argon2id at OWASP's first recommendation: 19 MiB, two passes, one lane. The package's default
 * algorithm is argon2id; its enum is ambient and cannot be named under isolatedModules.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

export interface PasswordHasher {
  /** @throws AppError Unavailable when too many passwords wait already. */
  hash(password: string, order?: PasswordOrder): Promise<string>;
  /**
   * Whether `password` is the one behind `stored`. Without a stored hash it takes the same time
   * and says no, so that an unknown address cannot be told from a wrong password by the clock.
   *
   * @throws AppError Unavailable when too many passwords wait already.
   */
  verify(stored: string | undefined, password: string, order?: PasswordOrder): Promise<boolean>;
  /**
   * Takes a place for a password that will come: for a browser with a token of ours at once, for
   * all others in turn.
   *
   * @returns gives the place back.
   * @throws AppError Unavailable when it would wait too long.
   */
  enter(browser?: string): Promise<() => void>;
  /**
   * Refuses a stranger whom `enter` would refuse now, before anything of the request is read.
   *
   * @throws AppError Unavailable when the queue is too long.
   */
  refuseStranger(): void;
  /** How full the queue is; at 1 strangers are refused. */
  load(): number;
}

/**
 * @param pepper mixed into every hash as argon2's secret; a copy of the database alone then gives
 *   nothing to guess against. Changing it invalidates every password.
 */
export async function createPasswordHasher(pepper: string | undefined): Promise<PasswordHasher> {
  const options: Options = pepper === undefined ? cost : { ...cost, secret: Buffer.from(pepper) };
  const { run, enter, refuseStranger, load } = createPasswordThreads(options);
  // By libuv's pool: the threads need not start before somebody signs in.
  const dummy = await hash("no account has this password", options);
  return {
    enter,
    refuseStranger,
    load,
    hash: async (password, order) => String(await run({ password }, order)),
    verify: async (stored, password, order) => {
      const matches = await run({ stored: stored ?? dummy, password }, order);
      return matches === true && stored !== undefined;
    },
  };
}
