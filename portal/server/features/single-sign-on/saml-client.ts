import type { PortalContext } from "../../context.ts";
import type { SamlClient } from "../../ports/saml-provider.ts";
import type { PortalSettings } from "../../settings.ts";
import { addressOf, type ConnectionRow } from "./connection-repository.ts";
import { providerPath } from "./redirect-uri.ts";
import { findKeys } from "./saml-keys.ts";

/** What an organisation's SAML provider knows us by: our entity ID is where our metadata stands. */
export function samlAddresses(
  { portalOrigin }: Pick<PortalSettings, "portalOrigin">,
  address: string,
): {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly sloUrl: string;
  readonly metadataUrl: string;
} {
  const own = `${portalOrigin}${providerPath}/${address}`;
  const metadataUrl = `${own}/metadata`;
  return { entityId: metadataUrl, acsUrl: `${own}/acs`, sloUrl: `${own}/slo`, metadataUrl };
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
  const { metadataUrl: _, ...own } = samlAddresses(settings, addressOf(row));
  const { issuer, sso_url: ssoUrl, slo_url: providerSloUrl } = row;
  return { issuer, ssoUrl, providerSloUrl, certificates, ...own, ...keys };
}
