/** Tells whether a password is known from a breach. */
export interface BreachedPasswords {
  /** @returns false also when the source cannot be asked: the check is advice, not a gate. */
  includes(password: string): Promise<boolean>;
}
