import { AppError } from "@sekimori/kit-server/errors";
import type { ApplicationEndpoint } from "@sekimori/portal-contract/applications/declare";
import type { FastifyRequest } from "fastify";
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { issuerOf, portalResource } from "../openid/protocol/provider-paths.ts";
import { publicKeys } from "../openid/provider/signing-keys.ts";

/** Who calls: an application, for one member or for itself. */
export interface CallingApplication {
  readonly clientId: string;
  /** The member whose token it is; undefined for a service's own. */
  readonly account: string | undefined;
}

const claimsSchema = z.object({
  sub: z.string(),
  client_id: z.string(),
  scope: z.string().default(""),
  grant: z.string().optional(),
});

/** New keys are published two days before they sign. */
const keysReadEveryMs = 60_000;
/** A key that is not known is looked for at once, and as often as this at most. */
const unknownKeyReadEveryMs = 1_000;

// A grant that belongs to a session is there while the session lasts.
const selectGrant = `
  select a.id from portal.oidc_record g
  join portal.account a on a.id = (g.payload ->> 'accountId')::uuid
    and a.closed_at is null and a.access_ended_at is null and a.is_agree_service
  left join portal.session s on s.id = g.session_id
  where g.model = 'Grant' and g.id_digest = $1 and g.expires_at > $3
    and g.payload ->> 'clientId' = $4 and (g.session_id is null or s.expires_at > $2)`;

const selectService = `
  select client_id from portal.oidc_client
  where client_id = $1 and metadata -> 'grant_types' ? 'client_credentials'
    and metadata -> 'resources' ? $2`;

/** @param sentence what came, and what is expected; the log has it as the reason. */
function refuse(sentence: string, cause?: unknown): AppError {
  return new AppError("TokenInvalid", { sentence, cause });
}

function bearerOf(request: FastifyRequest): string {
  const [scheme = ""] = (request.headers.authorization ?? "").split(" ");
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) {
    const received = /^(basic|dpop|bearer)$/i.test(scheme) ? `Authorization: ${scheme}` : "none";
    throw refuse(`Received: ${received}; expected: Authorization: Bearer with an access token.`);
  }
  return token;
}

/** Why a token does not count; its claims are ours once the signature holds. */
function reasonOf(error: errors.JOSEError, audience: string): string {
  if (error instanceof errors.JWTExpired) {
    return "Received: a token that has expired; expected: one that lasts.";
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { aud } = error.payload;
    return error.claim === "aud"
      ? `Received: a token for ${String(aud)}; expected: one for ${audience}, which is asked for by the parameter resource.`
      : `Received: a token with another ${error.claim}; expected: an access token of this issuer.`;
  }
  return `Received: no token that this issuer signed; expected: a JWT for ${audience}, which is asked for by the parameter resource.`;
}

/** Checks the access tokens that applications call with (RFC 6750, RFC 9068). */
export function createAccessTokens(
  context: Pick<PortalContext, "settings" | "db" | "pipeline" | "clock" | "sealer">,
) {
  const { settings, pipeline, clock } = context;
  const audience = portalResource(settings.portalOrigin);
  const known = new WeakMap<FastifyRequest, CallingApplication>();
  let keys: { readonly set: ReturnType<typeof createLocalJWKSet>; readonly readAt: number };

  async function keySet(mostAgeMs: number) {
    const now = clock.now().getTime();
    if (keys === undefined || Math.abs(now - keys.readAt) > mostAgeMs) {
      const set = createLocalJWKSet({ keys: await publicKeys(context) });
      keys = { set, readAt: now };
    }
    return keys.set;
  }

  async function verified(token: string, mostAgeMs: number): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, await keySet(mostAgeMs), {
      issuer: issuerOf(settings.portalOrigin),
      audience,
      typ: "at+jwt",
      algorithms: ["RS256", "ES256"],
    });
    return payload;
  }

  async function payloadOf(token: string): Promise<JWTPayload> {
    try {
      return await verified(token, keysReadEveryMs).catch((error: unknown) => {
        // Another process may have begun to sign with a new key.
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return verified(token, unknownKeyReadEveryMs);
      });
    } catch (error) {
      if (error instanceof errors.JOSEError) throw refuse(reasonOf(error, audience), error);
      throw error;
    }
  }

  /** A token outlives what it was given for by minutes; here it does not. */
  async function callerOf(payload: JWTPayload): Promise<CallingApplication> {
    // A token bound to a key is worth nothing without a proof of it, which is not taken here.
    if (payload.cnf !== undefined)
      throw refuse("Received: a token that is bound to a key (DPoP); expected: one that is not.");
    const { sub, client_id: clientId, grant } = claimsSchema.parse(payload);
    if (grant === undefined) {
      const rows = await pipeline.query(selectService, [clientId, audience]);
      if (sub !== clientId || rows.length === 0) {
        throw refuse(
          "Received: a service that isn't registered for this API; expected: one that is.",
        );
      }
      return { clientId, account: undefined };
    }
    const parameters = [grant, clock.now(), new Date(), clientId];
    const [row] = await pipeline.query<{ id: string }>(selectGrant, parameters);
    if (row === undefined || row.id !== sub) {
      throw refuse("Received: a token whose login has ended; expected: one of a login that lasts.");
    }
    return { clientId, account: row.id };
  }

  return {
    /** @throws AppError TokenInvalid, ScopeInsufficient. */
    async authorise(request: FastifyRequest): Promise<void> {
      const payload = await payloadOf(bearerOf(request));
      const { scope } = request.routeOptions.config.endpoint as unknown as ApplicationEndpoint;
      const given = String(payload.scope ?? "");
      if (!given.split(" ").includes(scope)) {
        const received = given === "" ? "no scope" : given;
        const sentence = `Received: a token with ${received}; expected: one with ${scope}.`;
        throw new AppError("ScopeInsufficient", { sentence, data: { scope } });
      }
      known.set(request, await callerOf(payload));
    },
    caller(request: FastifyRequest): CallingApplication {
      const caller = known.get(request);
      if (caller === undefined) throw new Error("Asked before the call was authorised.");
      return caller;
    },
    key: (request: FastifyRequest) => known.get(request)?.clientId,
  };
}
