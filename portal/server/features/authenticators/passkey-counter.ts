/** What a counter says of a passkey that signed before. */
export type CounterReading = "right" | "copied" | "odd";

interface Counted {
  readonly kept: number;
  readonly given: number;
  /** May be on several devices, each of which counts for itself. */
  readonly backupEligible: boolean;
}

/**
 * Reads a counter (WebAuthn level 3, section 6.1.1). Most passkeys do not count; one that counts and
 * does not go up has a copy, which is no surprise where its maker copies it.
 */
export function readCounter({ kept, given, backupEligible }: Counted): CounterReading {
  if ((kept === 0 && given === 0) || given > kept) return "right";
  return backupEligible ? "odd" : "copied";
}
