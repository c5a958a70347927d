import type { PortalSettings } from "../../settings.ts";

/** Where passkeys belong and where they count (WebAuthn level 3, sections 4 and 5.11). */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: string[];
}

type Settings = Pick<
  PortalSettings,
  "portalOrigin" | "passkeyRpId" | "passkeyRelatedOrigins" | "serviceName"
>;

export function relyingPartyOf(settings: Settings): RelyingParty {
  const { portalOrigin, passkeyRpId, passkeyRelatedOrigins, serviceName } = settings;
  return {
    id: passkeyRpId ?? new URL(portalOrigin).hostname,
    name: serviceName,
    origins: [portalOrigin, ...passkeyRelatedOrigins],
  };
}
