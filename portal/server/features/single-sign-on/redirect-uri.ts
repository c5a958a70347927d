import { apiBase } from "@sekimori/kit-contract/api-base";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { PortalSettings } from "../../settings.ts";

type Origin = Pick<PortalSettings, "portalOrigin">;

/** Below it stand an organisation's addresses for its provider, beside the page that it sends browsers back to. */
export const providerPath = `${apiBase}/sso/organisation`;

/** Where an organisation's provider sends browsers back to: one address for each, so that no provider's answer passes for another's. */
export const redirectUriOf = ({ portalOrigin }: Origin, organisationId: string): string =>
  `${portalOrigin}${pagePaths.organisationSignIn}/${organisationId}`;

/** Where it tells of logouts, and sends browsers back to that logged out there. */
export function signOutAddresses({ portalOrigin }: Origin, organisationId: string) {
  const own = `${portalOrigin}${providerPath}/${organisationId}`;
  return { backChannelUri: `${own}/backchannel-logout`, returnUri: `${own}/signed-out` };
}
