/** The company keeps a key for a day; four hours of it are left to whoever was slow in sending. */
export const keyLifetimeMs = 20 * 60 * 60_000;

/**
 * Whether the company surely keeps a key still, so that the same request may be repeated under it.
 *
 * @param since when it may have seen the key first
 */
export const isKeyKept = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() < keyLifetimeMs;
