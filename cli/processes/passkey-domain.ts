import { registrableDomain } from "@sekimori/diagnosis/registrable-domain";

/**
 * What is wrong with the domain that passkeys are to belong to: browsers take the portal's host, or a
 * parent of it that can be registered (WebAuthn level 3, section 5.1.3), and no other.
 */
export function passkeyDomainProblem(portalOrigin: string, rpId: string): string | undefined {
  const host = new URL(portalOrigin).hostname;
  if (rpId === host) return undefined;
  if (!host.endsWith(`.${rpId}`)) {
    return `must be the host of PORTAL_ORIGIN (${host}) or a parent of it: browsers make no passkey for another domain`;
  }
  const registrable = registrableDomain(host);
  const isRegistrable =
    registrable !== null && (rpId === registrable || rpId.endsWith(`.${registrable}`));
  if (isRegistrable) return undefined;
  const least = registrable === null || registrable === host ? host : `${registrable} or ${host}`;
  return `must be ${least}: browsers make no passkey for what nobody can register`;
}
