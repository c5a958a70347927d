import { randomBytes } from "node:crypto";
import type { SamlClient } from "../../ports/saml-provider.ts";

/** Most processes never meet an organisation whose provider speaks it. */
export const libraries = async () => (await import("./libraries.ts")).libraries;

type Libraries = Awaited<ReturnType<typeof libraries>>;

/** How far a provider's clock may be off, and how old its word may be. */
export const skewMs = 120_000;
export const ageMostMs = 10 * 60_000;
/** Longer than anybody may take at the provider: the visit ends earlier. */
const requestLifetimeMs = 60 * 60_000;
export const identifierMost = 255;

export const newRequestId = (): string => `_${randomBytes(20).toString("hex")}`;

/**
 * The library, for one message of one provider.
 *
 * @param login what an answer to a login is held to; other messages name what they answer elsewhere.
 */
export function client(
  provider: SamlClient,
  { SAML, ValidateInResponseTo }: Libraries,
  {
    requestId = newRequestId(),
    login,
  }: {
    readonly requestId?: string;
    readonly login?: { readonly isResponseSigned: boolean };
  } = {},
) {
  return new SAML({
    entryPoint: provider.ssoUrl,
    logoutUrl: provider.providerSloUrl ?? provider.ssoUrl,
    issuer: provider.entityId,
    audience: provider.entityId,
    callbackUrl: provider.acsUrl,
    idpIssuer: provider.issuer,
    idpCert: [...provider.certificates],
    privateKey: provider.signing.privateKey,
    decryptionPvk: provider.encryption.privateKey,
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
    wantAssertionsSigned: true,
    // Not asked for; but one that is there has to be good.
    wantAuthnResponseSigned: login?.isResponseSigned ?? true,
    // The person may prove themselves in whatever way the company asks for.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    acceptedClockSkewMs: skewMs,
    maxAssertionAgeMs: ageMostMs,
    validateInResponseTo: login ? ValidateInResponseTo.always : ValidateInResponseTo.never,
    requestIdExpirationPeriodMs: requestLifetimeMs,
    generateUniqueId: () => requestId,
    // This visit's request and no other was asked; the visit itself is kept elsewhere.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  });
}
