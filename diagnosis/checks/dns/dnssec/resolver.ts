import { randomBytes } from "node:crypto";
import type { CheckContext } from "../../../engine/context.ts";

/**
 * Whether the configured resolver validates: the root zone is signed, so a resolver that does marks its
 * answer as authentic (RFC 4035 §3.2.3). Asked once per target. Throws NetError.
 */
export function resolverValidates(context: CheckContext): Promise<boolean> {
  return context.once("dns.resolver-validates", async () => {
    const answer = await context.dns.query(".", "SOA", { dnssec: true });
    return answer.status === "ok" && answer.authenticated;
  });
}

/** A validating resolver proves a name of which nobody has heard: the chain holds for it. */
export async function isAccepted(context: CheckContext): Promise<boolean> {
  const name = `${randomBytes(10).toString("hex")}.${context.target.domain}`;
  const { authenticated } = await context.dns.query(name, "A", { dnssec: true });
  return authenticated;
}

/** One failure may be a server that was slow: the other record set that hangs on the same chain has to fail too. */
export async function failsAgain(context: CheckContext): Promise<boolean> {
  const { status } = await context.dns.query(context.target.domain, "DNSKEY");
  return status === "servfail";
}
