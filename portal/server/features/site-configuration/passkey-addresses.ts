import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";

/**
 * Where password managers add and look after passkeys ("A Well-Known URL for Relying Party Passkey
 * Endpoints", W3C), and further origins where they count (WebAuthn level 3, section 5.11).
 */
export function registerPasskeyAddresses(
  app: FastifyInstance,
  { settings }: Pick<PortalContext, "settings">,
): void {
  const page = `${settings.portalOrigin}${pageUrl("security", { tab: "security" })}`;
  app.get("/.well-known/passkey-endpoints", async () => ({ enroll: page, manage: page }));
  const { portalOrigin, passkeyRelatedOrigins } = settings;
  if (passkeyRelatedOrigins.length === 0) return;
  app.get("/.well-known/webauthn", async () => ({
    origins: [portalOrigin, ...passkeyRelatedOrigins],
  }));
}
