import type { KoaContextWithOIDC } from "oidc-provider";
import type { PortalContext } from "../../context.ts";
import { isStillAllowed, rememberedScope } from "./consent.ts";
import { wordsOf } from "./scopes.ts";
import { endWithSession } from "./session-grants.ts";
import { portalSessionId } from "./session-names.ts";

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

/**
 * The grant that an authorization request goes on with: the one just consented to, the one of this
 * session, everything asked for where the application is our own, else what was allowed before.
 */
export async function grantFor(
  context: Pick<PortalContext, "db">,
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
    const isNew = wordsOf(asked).some((scope) => !wordsOf(grant.getOIDCScope()).includes(scope));
    if (present && !isNew && claims.length === 0) return present;
    grant.addOIDCScope(asked);
    if (claims.length > 0) grant.addOIDCClaims(claims);
    await keepForSession(context, ctx, grant);
    return grant;
  }
  if (present) return present;
  const remembered = await rememberedScope(context, accountId, clientId);
  if (remembered === undefined) return undefined;
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(remembered);
  await keepForSession(context, ctx, grant);
  if (await isStillAllowed(context, accountId, clientId)) return grant;
  await grant.destroy();
  return undefined;
}
