import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";

/** An address as some proxies write it: with a port, in brackets, or as IPv4 within IPv6. */
function plainAddress(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1];
  const address = bracketed ?? withPort ?? text;
  if (isIP(address) === 0) return undefined;
  // A zone names an interface of somebody else's machine.
  return isIPv6(address) ? (address.split("%")[0] ?? address) : address;
}

/**
 * Leaves in X-Forwarded-For what are addresses. Proxies append, so whatever stands before an entry
 * that is none was written by a stranger and goes with it: the request then counts as coming from
 * the last proxy that is known.
 */
export function cleanForwardedFor({ headers }: IncomingMessage): void {
  const given = headers["x-forwarded-for"];
  if (given === undefined) return;
  const known: string[] = [];
  for (const entry of String(given).split(",").reverse()) {
    const address = plainAddress(entry);
    if (address === undefined) break;
    known.unshift(address);
  }
  if (known.length === 0) delete headers["x-forwarded-for"];
  else headers["x-forwarded-for"] = known.join(", ");
}
