import type { OwnershipProof } from "./ownership.ts";

/**
 * Why a scan must not begin.
 * - `target` the name is none that may be examined (IP, single label, public suffix, opt-out)
 * - `consent` the consent record does not cover the host
 * - `ownership` the token was not found: ownership is not proved today
 * - `absent` DNS knows no such name
 * - `scope` a further host is not one of the target's domain
 */
export type RefusalReason = "target" | "consent" | "ownership" | "absent" | "scope";

interface RefusalOptions extends ErrorOptions {
  readonly proof?: OwnershipProof | null;
}

/** A scan that must not begin. */
export class ScanRefusedError extends Error {
  readonly reason: RefusalReason;
  /** What the look for the token gave, where it was the reason. */
  readonly proof: OwnershipProof | null;

  constructor(reason: RefusalReason, message: string, options: RefusalOptions = {}) {
    super(message, options);
    this.name = "ScanRefusedError";
    this.reason = reason;
    this.proof = options.proof ?? null;
  }
}
