import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance } from "fastify";

/**
 * Where password managers send a person to change the password: the address of "A Well-Known URL
 * for Changing Passwords" (W3C). Who is not signed in signs in on the way.
 */
export function registerChangePasswordAddress(app: FastifyInstance): void {
  app.get("/.well-known/change-password", async (_request, reply) =>
    reply.redirect(pageUrl("security", { tab: "security" }), 302),
  );
}
