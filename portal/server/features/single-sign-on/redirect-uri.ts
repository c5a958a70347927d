import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { PortalSettings } from "../../settings.ts";

/** Where an organisation's provider sends browsers back to: one address for each, so that no provider's answer passes for another's. */
export const redirectUriOf = (
  { portalOrigin }: Pick<PortalSettings, "portalOrigin">,
  organisationId: string,
): string => `${portalOrigin}${pagePaths.organisationSignIn}/${organisationId}`;
