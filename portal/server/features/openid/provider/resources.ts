import { hashToken } from "@sekimori/kit-server/cookies";
import { applicationScopes } from "@sekimori/portal-contract/applications/declare";
import {
  type AccessToken,
  type Client,
  type ClientCredentials,
  errors,
  type KoaContextWithOIDC,
  type ResourceServer,
} from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { rolesOf } from "../clients/account-roles.ts";
import { portalResource } from "../protocol/provider-paths.ts";

/** Seconds; what a token says can be that old. */
const tokenSeconds = 15 * 60;

/**
 * The API that is meant where none is named: none, so that a person's token is for userinfo. A
 * service has nothing else to ask for, so it is the one API that it has.
 *
 * @throws errors.InvalidTarget when a service does not say which of several.
 */
export async function defaultResource(
  { oidc }: KoaContextWithOIDC,
  client: Client,
  granted?: readonly string[],
): Promise<string | readonly string[]> {
  if (oidc.params?.grant_type !== "client_credentials") return granted ?? [];
  const [only, ...others] = client.resources ?? [];
  if (only === undefined || others.length > 0) throw new errors.InvalidTarget();
  return only;
}

/**
 * What a token for an API is like (RFC 8707, RFC 9068).
 *
 * @throws errors.InvalidTarget when there is no such API, or the application is not to use it.
 */
export async function resourceFor(
  { db, settings }: Pick<PortalContext, "db" | "settings">,
  { oidc }: KoaContextWithOIDC,
  identifier: string,
  client: Client,
): Promise<ResourceServer> {
  if (!client.resources?.includes(identifier)) throw new errors.InvalidTarget();
  // People are asked what an application may learn, and not yet what it may do at APIs.
  const needsConsent = oidc.params?.grant_type !== "client_credentials" && !client.first_party;
  if (needsConsent) throw new errors.InvalidTarget();
  if (identifier === portalResource(settings.portalOrigin)) {
    return {
      scope: applicationScopes.join(" "),
      audience: identifier,
      accessTokenFormat: "jwt",
      accessTokenTTL: tokenSeconds,
      jwt: { sign: { alg: "RS256" } },
    };
  }
  const row = await db
    .selectFrom("portal.oidc_resource")
    .selectAll()
    .where("identifier", "=", identifier)
    .executeTakeFirst();
  if (row === undefined) throw new errors.InvalidTarget();
  return {
    scope: row.scope,
    audience: identifier,
    accessTokenTTL: row.token_seconds,
    ...(row.token_format === "jwt"
      ? { accessTokenFormat: "jwt", jwt: { sign: { alg: row.algorithm } } }
      : { accessTokenFormat: "opaque" }),
  };
}

/**
 * What a token for an API says beside the usual: how and when the person signed in (RFC 9068,
 * section 2.2.1), by which the API decides whether that is enough (RFC 9470), the roles that the
 * person has there (section 2.2.3.1), and its grant by digest, by which the portal's own API sees
 * that it has not ended since.
 */
export async function extraTokenClaims(
  context: Pick<PortalContext, "pipeline">,
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<Record<string, unknown> | undefined> {
  if (token.kind !== "AccessToken" || token.aud === undefined) return undefined;
  const { AuthorizationCode, RefreshToken } = ctx.oidc.entities;
  const source = RefreshToken ?? AuthorizationCode;
  const roles = await rolesAt(context, token);
  return {
    ...(source?.acr === undefined ? {} : { acr: source.acr }),
    ...(source?.amr === undefined ? {} : { amr: source.amr }),
    ...(source?.authTime === undefined ? {} : { auth_time: source.authTime }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(token.grantId === undefined ? {} : { grant: hashToken(token.grantId) }),
  };
}

async function rolesAt(
  context: Pick<PortalContext, "pipeline">,
  { accountId, aud }: AccessToken,
): Promise<readonly string[]> {
  return accountId === undefined || typeof aud !== "string" ? [] : rolesOf(context, accountId, aud);
}
