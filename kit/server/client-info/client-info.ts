import Bowser from "bowser";
import type { FastifyRequest } from "fastify";

/** Where a request came from, as logs, lists of sessions and mails show it. */
export interface ClientInfo {
  readonly ipAddress: string;
  /** Browser and system, for a person to recognise; empty when the browser names nothing. */
  readonly device: string;
}

const longest = 80;

/** "Firefox 140, Linux", from what a browser says of itself. */
function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === "") return "";
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  const version = browser.version?.split(".")[0];
  const names = [[browser.name, version].filter(Boolean).join(" "), os.name].filter(Boolean);
  return names.join(", ").slice(0, longest);
}

/** Who asks: the address behind our own proxies, and what the browser calls itself. */
export function clientOf(request: FastifyRequest): ClientInfo {
  return { ipAddress: request.ip, device: deviceName(request.headers["user-agent"]) };
}
