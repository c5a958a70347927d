import type { Limit } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { openidEndpoints } from "@sekimori/portal-contract/openid-endpoints";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { busyPage, errorPage } from "../interaction/engine-pages.ts";
import { referenceOf } from "../protocol/reference.ts";
import type { RefusalLog } from "../refusals/refusal-log.ts";
import { shownId } from "./refusals.ts";
import { routedPath } from "./routed-path.ts";

type Middleware = Parameters<Provider["use"]>[0];

/**
 * Every authorization request is a row until it is answered. One network may be a whole office whose
 * frames ask silently, so it may begin many over the minutes, and few at once.
 */
export const authorizeLimits: readonly Limit[] = [
  { by: "network", points: 60, seconds: 10 },
  { by: "network", points: 600, seconds: 600 },
];

/** What an application's server may push (RFC 9126): it speaks for everybody who uses it. */
export const pushLimits: readonly Limit[] = [{ by: "network", points: 3_000, seconds: 600 }];

/** Requests that devices begin (RFC 8628, section 3.1): many may stand behind one network. */
export const deviceRequestLimits: readonly Limit[] = [{ by: "network", points: 60, seconds: 600 }];

/**
 * Codes that people type, and what they say to them: a person needs two of these for a device. Of
 * 25,600,000,000 codes a network tries too few to meet one of those that wait (section 5.1).
 */
export const userCodeLimits: readonly Limit[] = [
  { by: "network", points: 20, seconds: 600 },
  { by: "network", points: 100, seconds: 86_400 },
];

/**
 * Codes and refresh tokens that applications redeem: their servers speak for everybody who uses them,
 * and nobody guesses at 256 bits, but each request is checked against the database. Fifty a second are
 * more than ten thousand people need whose sessions are asked about every few minutes.
 */
export const tokenLimits: readonly Limit[] = [{ by: "network", points: 30_000, seconds: 600 }];

const most = { parameters: 40, name: 64, value: 2_048, token: 8_192, pushed: 16_384 } as const;

/**
 * Parameters that hold JSON or a token. Request objects are refused, and applications are to hear
 * why: not because they are long.
 */
const long: ReadonlySet<string> = new Set(["claims", "id_token_hint", "request"]);

/** The names that may be quoted: any other is anybody's text, a token or an address of mail. */
const known: ReadonlySet<string> = new Set(
  openidEndpoints.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
);

/** What of a request's parameters is more than any honest request has; undefined for nothing. */
export function excessOf(query: URLSearchParams): string | undefined {
  if (query.size > most.parameters) return "too many parameters";
  for (const [name, value] of query) {
    if (name.length > most.name) return "a parameter's name is too long";
    if (value.length > (long.has(name) ? most.token : most.value)) {
      return `${known.has(name) ? name : "a parameter's value"} is too long`;
    }
  }
  return undefined;
}

/**
 * What a request at this place is counted by; undefined where nothing is counted.
 */
function placeOf({ path: asked, method }: KoaContextWithOIDC): Place | undefined {
  const path = routedPath(asked);
  if (path === "/authorize") return { name: "authorize", limits: authorizeLimits, isPage: true };
  // Each request, also of somebody who is not signed in, has a row until it is answered or over.
  if (path === "/session/end") return { name: "end", limits: authorizeLimits, isPage: true };
  if (path === "/device" && method !== "POST") {
    return { name: "device-page", limits: authorizeLimits, isPage: true };
  }
  if (method !== "POST") return undefined;
  if (path === "/token") return { name: "token", limits: tokenLimits, isPage: false };
  if (path === "/request") return { name: "push", limits: pushLimits, isPage: false };
  if (path === "/device/code") {
    return { name: "device", limits: deviceRequestLimits, isPage: false };
  }
  if (path === "/device") return { name: "user-code", limits: userCodeLimits, isPage: true };
  return undefined;
}

/** What the engine calls these places, as everything else that is refused is kept under. */
const endpointOf = {
  authorize: "authorization",
  end: "end_session",
  "device-page": "code_verification",
  token: "token",
  push: "pushed_authorization_request",
  device: "device_authorization",
  "user-code": "code_verification",
} as const;

interface Place {
  readonly name: keyof typeof endpointOf;
  readonly limits: readonly Limit[];
  readonly isPage: boolean;
}

/** Refuses authorization requests that are too long or too many, before anything is kept of them. */
export function guardAuthorize(context: PortalContext, log: RefusalLog): Middleware {
  /** @returns seconds to wait where the network has begun too many. */
  const waitOf = async (name: string, limits: readonly Limit[], address: string) => {
    try {
      await context.limiter.consumeAll(name, limits, address);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || error.type !== "TooManyRequest") throw error;
      return Number(error.data?.retryAfterSeconds ?? 1);
    }
  };
  return async (context_, next) => {
    const ctx = context_ as unknown as KoaContextWithOIDC;
    const place = placeOf(ctx);
    if (place === undefined) return next();
    const { name, limits, isPage } = place;
    // What is too long counts as well: each is kept for those who integrate the application.
    const wait = await waitOf(name, limits, ctx.ip);
    if (wait !== undefined) {
      ctx.status = 429;
      ctx.set("retry-after", String(wait));
      if (isPage) busyPage(context, ctx);
      else ctx.body = { error: "temporarily_unavailable" };
      return;
    }
    // A token request may come in chunks; the engine bounds it.
    const isPushed = ctx.method === "POST" && name !== "token";
    const excess = isPushed
      ? // One that comes in chunks does not say how long it will be.
        (ctx.request.length ?? Number.POSITIVE_INFINITY) > most.pushed &&
        "the request is too long, or does not say its length"
      : excessOf(new URLSearchParams(ctx.querystring));
    if (!excess) return next();
    ctx.status = 400;
    const reference = referenceOf(ctx);
    const refusal = { error: "invalid_request", error_description: excess };
    context.logger.info({ reference, endpoint: name, ...refusal }, "openid request refused");
    const { client_id: client } = ctx.query;
    log.note({
      reference,
      endpoint: endpointOf[name],
      client: shownId(typeof client === "string" ? client : ""),
      // Nobody has looked yet, so that it spends no application's portion.
      isRegistered: false,
      error: refusal.error,
      description: excess,
      detail: undefined,
      received: {},
      registered: {},
    });
    if (isPage) errorPage(context, ctx, refusal);
    else ctx.body = { ...refusal, reference };
  };
}
