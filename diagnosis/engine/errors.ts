/**
 * A scan that must not begin.
 * - `target` the name is none that may be examined (IP, single label, public suffix, opt-out)
 * - `consent` the consent record does not cover the host
 * - `ownership` the token was not found: ownership is not proved today
 */
export class ScanRefusedError extends Error {
  readonly reason: "target" | "consent" | "ownership";

  constructor(reason: "target" | "consent" | "ownership", message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ScanRefusedError";
    this.reason = reason;
  }
}
