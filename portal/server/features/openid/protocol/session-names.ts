const prefix = "portal:";

/** The provider's name for a session of the portal. */
export const providerSessionId = (sessionId: string): string => `${prefix}${sessionId}`;

/** The portal's session behind the provider's name for one; null when there is none. */
export function portalSessionId(id: string): string | null {
  return id.startsWith(prefix) ? id.slice(prefix.length) : null;
}
