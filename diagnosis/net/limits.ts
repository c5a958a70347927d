/** Every cap of the engine in one place. Tests shorten the times; production uses the defaults. */
export interface NetLimits {
  readonly connectMs: number;
  /** Connecting only to hear a greeting: firewalls drop most of these, dozens for one host. */
  readonly greetingConnectMs: number;
  /** From the request to the last byte of the answer. */
  readonly responseMs: number;
  readonly dnsMs: number;
  /** Tries of one DNS question over UDP. */
  readonly dnsTries: number;
  /** After decompression. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly redirects: number;
  readonly targetMs: number;
  readonly targetConnections: number;
  readonly targetDnsQueries: number;
  /** Addresses of one host that are examined one by one; more would not fit the connections. */
  readonly addressesPerHost: number;
}

/** What one IP address may feel of us. `null` switches the limit off (benchmarks, fixtures). */
export interface LoadLimits {
  readonly httpPerSecond: number;
  readonly connectsPerSecond: number;
  /** Questions by UDP to one name server, which serves many domains and expects them. */
  readonly dnsPerSecond: number;
  readonly socketsPerAddress: number;
  /** First pause after 429, 503 or a reset; doubles up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
  /** After so many signs of distress in a row nothing more is sent (`busy`). */
  readonly distressLimit: number;
}

export const DEFAULT_NET_LIMITS: NetLimits = {
  connectMs: 10_000,
  greetingConnectMs: 3_000,
  responseMs: 10_000,
  dnsMs: 2_500,
  dnsTries: 2,
  bodyBytes: 1_048_576,
  headerBytes: 65_536,
  redirects: 5,
  targetMs: 180_000,
  targetConnections: 300,
  targetDnsQueries: 600,
  addressesPerHost: 2,
};

export const DEFAULT_LOAD_LIMITS: LoadLimits = {
  httpPerSecond: 2,
  connectsPerSecond: 5,
  dnsPerSecond: 20,
  socketsPerAddress: 4,
  pauseMs: 2_000,
  maxPauseMs: 20_000,
  distressLimit: 5,
};

/** What leaves evenly arrives unevenly: a tenth of every second is left for that. */
const HEADROOM = 1.1;

/**
 * Milliseconds between two contacts, so that no second at the other end holds more than `perSecond` of
 * them although some arrive a little late.
 */
export function spacingMs(perSecond: number): number {
  return (1_000 / perSecond) * HEADROOM;
}
