import { apiBase } from "@sekimori/portal-contract/constants";

/** Where the provider stands; the issuer is this path on the portal's origin. */
export const providerPath = `${apiBase}/idp/oidc`;

export const issuerOf = (portalOrigin: string): string => `${portalOrigin}${providerPath}`;

/** Where the engine sends a browser that has something to decide. */
export const interactionPath = (uid: string): string => `${providerPath}/interactions/${uid}`;
