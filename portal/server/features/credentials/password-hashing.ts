import { hash, type Options, verify } from "@node-rs/argon2";

/**
 * argon2id at OWASP's first recommendation: 19 MiB, two passes, one lane. The package's default
 * algorithm is argon2id; its enum is ambient and cannot be named under isolatedModules.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/**
 * Hashes at work at once in this process. libuv's pool has four threads; with all of them hashing,
 * every file read, DNS look-up and WebCrypto signature would wait behind a sign-in storm.
 */
const inFlight = 3;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Whether `password` is the one behind `stored`. Without a stored hash it takes the same time
   * and says no, so that an unknown address cannot be told from a wrong password by the clock.
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

function createGate(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy >= width) await new Promise<void>((enter) => waiting.push(enter));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // A waiter takes over the place, so the count stays as it is.
      if (next) next();
      else busy -= 1;
    }
  };
}

/**
 * @param pepper mixed into every hash as argon2's secret; a copy of the database alone then gives
 *   nothing to guess against. Changing it invalidates every password.
 */
export async function createPasswordHasher(pepper: string | undefined): Promise<PasswordHasher> {
  const options: Options = pepper === undefined ? cost : { ...cost, secret: Buffer.from(pepper) };
  const gate = createGate(inFlight);
  const dummy = await hash("no account has this password", options);
  return {
    hash: (password) => gate(() => hash(password, options)),
    verify: async (stored, password) => {
      const matches = await gate(() => verify(stored ?? dummy, password, options));
      return matches && stored !== undefined;
    },
  };
}
