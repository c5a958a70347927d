/**
 * Why the network gave no answer.
 * - `refused` the egress guard, the opt-out list or a port rule said no; nothing was sent
 * - `closed` connection refused by the other side, or closed before an answer
 * - `timeout`, `reset`, `unreachable` as the operating system or our clock reports them
 * - `too-large` a cap on bytes, headers or records was passed
 * - `malformed` the answer does not follow its protocol
 * - `tls` the handshake failed
 * - `no-address` the name has no address (NXDOMAIN, no data)
 * - `dns` the resolver did not answer properly (SERVFAIL, refused)
 * - `budget` what one target may take of time, connections or questions is used up (`limits.ts`)
 * - `busy` the target asked us to stay away (429, 503, repeated resets)
 * - `aborted` the scan was cancelled
 */
export type NetErrorCode =
  | "refused"
  | "closed"
  | "timeout"
  | "reset"
  | "unreachable"
  | "too-large"
  | "malformed"
  | "tls"
  | "no-address"
  | "dns"
  | "budget"
  | "busy"
  | "aborted";

/** The only error the clients of `net/` throw. The message is for logs, never for customers. */
export class NetError extends Error {
  readonly code: NetErrorCode;

  constructor(code: NetErrorCode, message: string, options?: ErrorOptions) {
    // These are answers, not accidents: a closed port a millisecond needs no stack trace.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
    this.name = "NetError";
    this.code = code;
  }
}
