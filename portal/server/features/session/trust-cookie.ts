import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";

/**
 * What a browser keeps of one account that trusts it. Two people may share a browser, so each account
 * has a cookie of its own, under a name that says nothing to who reads it.
 */
export interface KeptTrust {
  readonly accountId: string;
  /** Two tokens, one after the other. */
  readonly value: string;
  readonly until: Date;
}

/** Of so many accounts one browser keeps cookies, for the header to stay small. */
const accountsInBrowser = 5;

/** Hands a browser the cookie by which an account knows it; beyond five the oldest one goes. */
export function keepTrust(
  { cookies, clock }: Pick<PortalContext, "cookies" | "clock">,
  reply: FastifyReply,
  { accountId, value, until }: KeptTrust,
): void {
  const present = cookies.trust(accountId);
  // Browsers send the oldest first (RFC 6265, section 5.4).
  const others = cookies.trustsIn(reply.request).filter(({ name }) => name !== present.name);
  for (const old of others.slice(0, Math.max(0, others.length - accountsInBrowser + 1))) {
    old.clear(reply);
  }
  present.set(reply, value, Math.floor((until.getTime() - clock.now().getTime()) / 1000));
}
