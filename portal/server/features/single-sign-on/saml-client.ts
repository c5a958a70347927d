import { apiBase } from "@sekimori/kit-contract/api-base";
import type { PortalContext } from "../../context.ts";
import type { SamlClient } from "../../ports/saml-provider.ts";
import type { PortalSettings } from "../../settings.ts";
import type { ConnectionRow } from "./connection-repository.ts";
import { findKeys } from "./saml-keys.ts";

/** Below it stand an organisation's addresses for its SAML provider. */
export const samlPath = `${apiBase}/sso/organisation`;

/** What an organisation's SAML provider knows us by: our entity ID is where our metadata stands. */
export function samlAddresses(
  { portalOrigin }: Pick<PortalSettings, "portalOrigin">,
  organisationId: string,
): { readonly entityId: string; readonly acsUrl: string; readonly metadataUrl: string } {
  const own = `${portalOrigin}${samlPath}/${organisationId}`;
  return { entityId: `${own}/metadata`, acsUrl: `${own}/acs`, metadataUrl: `${own}/metadata` };
}

/** How a connection's SAML provider is spoken to, by the certificates of it that have not ended. */
export async function samlClientOf(
  context: PortalContext,
  row: ConnectionRow,
): Promise<SamlClient> {
  const { clock, saml, settings } = context;
  const keys = await findKeys(context, row.organisation_id);
  if (!keys || row.sso_url === null || row.certificates === null) {
    throw new Error("This connection is no SAML provider's.");
  }
  const now = clock.now();
  const certificates = saml
    .readCertificates(row.certificates.join("\n"))
    .filter(({ endsAt }) => endsAt > now)
    .map(({ text }) => text);
  const { entityId, acsUrl } = samlAddresses(settings, row.organisation_id);
  return { issuer: row.issuer, ssoUrl: row.sso_url, certificates, entityId, acsUrl, ...keys };
}
