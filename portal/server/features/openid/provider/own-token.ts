import { randomUUID } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { PortalContext } from "../../../context.ts";
import { issuerOf } from "../protocol/provider-paths.ts";
import { type SigningAlgorithm, signingKey } from "./signing-keys.ts";

/** Long enough for one look at all members; then another is made. */
export const ownTokenSeconds = 900;

/** What the portal's token for a call of its own is good for. */
export interface OwnCall {
  /** The address that is called: the token is worth nothing elsewhere. */
  readonly address: string;
  readonly scope: string;
  /** As the application wants its ID tokens signed. */
  readonly algorithm: SigningAlgorithm;
}

/**
 * The portal's token for a call of its own (RFC 9068): the issuer itself is the client and the
 * subject, and the address that is called is the audience.
 */
export async function ownToken(
  context: Pick<PortalContext, "settings" | "db" | "clock" | "sealer">,
  { address, scope, algorithm }: OwnCall,
): Promise<string> {
  const { kid, ...key } = await signingKey(context, algorithm);
  const issuer = issuerOf(context.settings.portalOrigin);
  return new SignJWT({ client_id: issuer, scope })
    .setProtectedHeader({ alg: key.alg, kid, typ: "at+jwt" })
    .setIssuer(issuer)
    .setSubject(issuer)
    .setAudience(address)
    .setIssuedAt()
    .setExpirationTime(`${ownTokenSeconds}s`)
    .setJti(randomUUID())
    .sign(await importJWK(key));
}
