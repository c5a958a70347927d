import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";

/** RFC 9116 wants an expiry less than a year away. */
const validMs = 180 * dayMs;

/** Where a finder of a weakness reports it (RFC 9116). */
export function registerSecurityText(app: FastifyInstance, context: PortalContext): void {
  const { settings, clock } = context;
  app.get("/.well-known/security.txt", async (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(
        [
          `Contact: mailto:${settings.providerEmail}`,
          `Expires: ${new Date(clock.now().getTime() + validMs).toISOString()}`,
          "Preferred-Languages: ja, en",
          `Canonical: ${settings.portalOrigin}/.well-known/security.txt`,
          "",
        ].join("\n"),
      ),
  );
}
