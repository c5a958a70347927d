import { apiBase } from "@sekimori/kit-contract/api-base";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { PortalSettings } from "../../settings.ts";

type Origin = Pick<PortalSettings, "portalOrigin">;

/** Below it stand an organisation's addresses for its provider, beside the page that it sends browsers back to. */
export const providerPath = `${apiBase}/sso/organisation`;

/** Where a connection's provider sends browsers back to: one address for each, so that no provider's answer passes for another's. */
export const redirectUriOf = ({ portalOrigin }: Origin, address: string): string =>
  `${portalOrigin}${pagePaths.organisationSignIn}/${address}`;

/** Where it tells of logouts, and sends browsers back to that logged out there. */
export function signOutAddresses({ portalOrigin }: Origin, address: string) {
  const own = `${portalOrigin}${providerPath}/${address}`;
  return { backChannelUri: `${own}/backchannel-logout`, returnUri: `${own}/signed-out` };
}
