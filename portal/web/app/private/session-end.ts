import { sessionWarningMs } from "@sekimori/portal-contract/constants";

export type SessionEnd = "far" | "near" | "past";

/** How near a session's end is; times in milliseconds since 1970. */
export function sessionEnd(expiry: number | undefined, now: number): SessionEnd {
  if (expiry === undefined || expiry - now > sessionWarningMs) return "far";
  return expiry > now ? "near" : "past";
}
