/**
 * Why a scan must not begin.
 * - `target` the name is none that may be examined (IP, single label, public suffix, opt-out)
 * - `consent` the consent record does not cover the host
 * - `ownership` the token was not found: ownership is not proved today
 * - `absent` DNS knows no such name
 * - `scope` a further host is not one of the target's domain
 */
export type RefusalReason = "target" | "consent" | "ownership" | "absent" | "scope";

/** A scan that must not begin. */
export class ScanRefusedError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ScanRefusedError";
    this.reason = reason;
  }
}
