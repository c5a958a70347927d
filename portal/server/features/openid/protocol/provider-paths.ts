import { apiBase } from "@sekimori/kit-contract/api-base";
import { applicationResourcePath } from "@sekimori/portal-contract/applications/declare";

/** Where the provider stands; the issuer is this path on the portal's origin. */
export const providerPath = `${apiBase}/idp/oidc`;

export const issuerOf = (portalOrigin: string): string => `${portalOrigin}${providerPath}`;

/** The resource that the portal's own contract for applications is (RFC 8707). */
export const portalResource = (portalOrigin: string): string =>
  `${portalOrigin}${applicationResourcePath}`;

/**
 * Where the engine sends a browser that has something to decide, and where its cookie for that goes.
 */
export const interactionPath = (uid: string): string => `${providerPath}/interactions/${uid}`;
