import { hash, type Options } from "@node-rs/argon2";
import { createPasswordThreads } from "./password-threads.ts";

/**
 * argon2id at OWASP's first recommendation: 19 MiB, two passes, one lane. The package's default
 * algorithm is argon2id; its enum is ambient and cannot be named under isolatedModules.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Whether `password` is the one behind `stored`. Without a stored hash it takes the same time
   * and says no, so that an unknown address cannot be told from a wrong password by the clock.
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/**
 * @param pepper mixed into every hash as argon2's secret; a copy of the database alone then gives
 *   nothing to guess against. Changing it invalidates every password.
 */
export async function createPasswordHasher(pepper: string | undefined): Promise<PasswordHasher> {
  const options: Options = pepper === undefined ? cost : { ...cost, secret: Buffer.from(pepper) };
  const run = createPasswordThreads(options);
  // By libuv's pool: the threads need not start before somebody signs in.
  const dummy = await hash("no account has this password", options);
  return {
    hash: async (password) => String(await run({ password })),
    verify: async (stored, password) => {
      const matches = await run({ stored: stored ?? dummy, password });
      return matches === true && stored !== undefined;
    },
  };
}
