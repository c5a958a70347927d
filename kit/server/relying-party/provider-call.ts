import type { FastifyRequest } from "fastify";
import { AppError } from "../errors/errors.ts";
import { SignInFailed } from "./provider-client.ts";
import type { providerTokenVerifier } from "./provider-tokens.ts";

/** What a token for a call of the provider's own must be good for. */
export interface ProviderCall {
  /** The address that is called, as the provider knows it. */
  readonly audience: string;
  readonly scope: string;
}

/**
 * Checks that the provider itself calls: a bearer token (RFC 6750) that it signed as an access token
 * (RFC 9068), in which it is the client and the subject.
 *
 * @returns what throws AppError Unavailable where the provider's keys cannot be read, and answers
 *   false for any other token.
 */
export function providerCallVerifier(
  verify: ReturnType<typeof providerTokenVerifier>,
): (request: FastifyRequest, call: ProviderCall) => Promise<boolean> {
  return async (request, { audience, scope }) => {
    const [, token] = /^Bearer ([\w.-]{1,8192})$/i.exec(request.headers.authorization ?? "") ?? [];
    if (token === undefined) return false;
    try {
      const requiredClaims = ["exp", "iat", "jti", "sub", "client_id", "scope"];
      const payload = await verify(token, { audience, typ: "at+jwt", requiredClaims });
      const isItself = payload.sub === payload.iss && payload.client_id === payload.iss;
      return isItself && String(payload.scope).split(" ").includes(scope);
    } catch (error) {
      if (error instanceof SignInFailed && error.reason === "unavailable") {
        throw new AppError("Unavailable", { cause: error, detail: "OpenID provider" });
      }
      request.log.warn({ err: error }, "a call that is not the provider's");
      return false;
    }
  };
}
