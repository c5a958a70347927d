import type { LoadLimits } from "../limits.ts";

/** No load limits: for fixtures and benchmarks on loopback only. */
export const UNLIMITED_LOAD: LoadLimits = {
  httpPerSecond: Number.POSITIVE_INFINITY,
  connectsPerSecond: Number.POSITIVE_INFINITY,
  dnsPerSecond: Number.POSITIVE_INFINITY,
  socketsPerAddress: Number.POSITIVE_INFINITY,
  pauseMs: 0,
  maxPauseMs: 0,
  distressLimit: Number.POSITIVE_INFINITY,
};
