import type { KoaContextWithOIDC } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { isStillAllowed, rememberConsent, rememberedConsent } from "../interaction/consent.ts";
import { addAllOf, wordsOf } from "../protocol/scopes.ts";
import { portalSessionId } from "../protocol/session-names.ts";
import { endWithSession } from "../storage/session-grants.ts";

type EngineGrant = InstanceType<KoaContextWithOIDC["oidc"]["provider"]["Grant"]>;

async function ofThisAccount(
  ctx: KoaContextWithOIDC,
  grantId: string | undefined,
): Promise<EngineGrant | undefined> {
  if (grantId === undefined) return undefined;
  const grant = await ctx.oidc.provider.Grant.find(grantId);
  const isTheirs =
    grant?.accountId === ctx.oidc.session?.accountId &&
    grant?.clientId === ctx.oidc.client?.clientId;
  return isTheirs ? grant : undefined;
}

/** Nobody was asked about access while away, so what comes of this ends with the session. */
async function keepForSession(
  { db }: Pick<PortalContext, "db">,
  ctx: KoaContextWithOIDC,
  grant: EngineGrant,
): Promise<void> {
  const sessionId = portalSessionId(ctx.oidc.session?.jti ?? "");
  if (sessionId === null) throw new Error("A grant needs somebody who is signed in.");
  await endWithSession(db, await grant.save(), sessionId);
}

/** Whether a grant allows all that a request asks for. */
function covers(grant: EngineGrant, { oidc }: KoaContextWithOIDC): boolean {
  const scopes = wordsOf(grant.getOIDCScope());
  const claims = grant.getOIDCClaims();
  return (
    [...oidc.requestParamOIDCScopes].every((scope) => scopes.includes(scope)) &&
    [...oidc.requestParamClaims].every((claim) => claims.includes(claim))
  );
}

/** Grants what is asked of the APIs that the request names. @returns whether any of it is new. */
function addResourceScopes(ctx: KoaContextWithOIDC, grant: EngineGrant): boolean {
  let isNew = false;
  for (const [identifier, server] of Object.entries(ctx.oidc.resourceServers ?? {})) {
    const held = wordsOf(grant.getResourceScope(identifier));
    const asked = [...ctx.oidc.requestParamScopes].filter((scope) => server.scopes.has(scope));
    if (asked.every((scope) => held.includes(scope))) continue;
    grant.addResourceScope(identifier, asked.join(" "));
    isNew = true;
  }
  return isNew;
}

/**
 * The grant that an authorization request goes on with: the one just consented to, the one of this
 * session, everything asked for where the application is our own, else what was allowed before.
 */
export async function grantFor(
  context: Pick<PortalContext, "db" | "clock">,
  ctx: KoaContextWithOIDC,
): Promise<EngineGrant | undefined> {
  const { client, session, result, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const { accountId } = session;
  const { clientId } = client;
  const consented = await ofThisAccount(ctx, result?.consent?.grantId);
  if (consented) return consented;
  const present = await ofThisAccount(ctx, session.grantIdFor(clientId));
  if (client.first_party === true) {
    const asked = [...ctx.oidc.requestParamOIDCScopes].join(" ");
    const claims = [...ctx.oidc.requestParamClaims];
    const grant = present ?? new provider.Grant({ accountId, clientId });
    const hasNewResources = addResourceScopes(ctx, grant);
    const isNew = wordsOf(asked).some((scope) => !wordsOf(grant.getOIDCScope()).includes(scope));
    if (present && !isNew && !hasNewResources && claims.length === 0) return present;
    grant.addOIDCScope(asked);
    if (claims.length > 0) grant.addOIDCClaims(claims);
    await keepForSession(context, ctx, grant);
    // One that works for its members while they are away too is remembered as long as they wish.
    const worksAway =
      client.events_uri !== undefined || client.grantTypeAllowed("client_credentials");
    const told = { scope: asked, claims: claims.join(" ") };
    if (worksAway) await rememberConsent(context, accountId, clientId, told);
    return grant;
  }
  if (present && covers(present, ctx)) return present;
  const remembered = await rememberedConsent(context, accountId, clientId);
  if (remembered === undefined) return present;
  const grant = new provider.Grant({ accountId, clientId });
  if (present) addAllOf(grant, present);
  grant.addOIDCScope(remembered.scope);
  grant.addOIDCClaims(wordsOf(remembered.claims));
  await keepForSession(context, ctx, grant);
  if (await isStillAllowed(context, accountId, clientId)) return grant;
  await grant.destroy();
  return undefined;
}
