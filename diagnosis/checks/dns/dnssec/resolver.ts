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
