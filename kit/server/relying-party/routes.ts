import { meantLoginHint } from "@sekimori/kit-contract/email-text";
import { ownPath } from "@sekimori/kit-contract/own-path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { newToken, type TokenCookie } from "../cookies/cookies.ts";
import type { Limiter } from "../limits/limits.ts";
import type { Logger } from "../logger/logger.ts";
import type { EndedAtProvider } from "./logout-token.ts";
import { type ProviderClient, SignInFailed, type SignInFailure } from "./provider-client.ts";
import type { SecurityEvent } from "./security-event.ts";
import type { SessionStore } from "./session-store.ts";
import { type VisitStore, visitLifetimeMs } from "./visit-store.ts";

export interface RelyingRoutes {
  readonly provider: ProviderClient;
  readonly store: SessionStore;
  readonly visits: VisitStore;
  readonly sessionCookie: TokenCookie;
  readonly visitCookie: TokenCookie;
  readonly verifyLogout: (token: string) => Promise<EndedAtProvider>;
  readonly verifyEvent: (token: string) => Promise<SecurityEvent>;
  readonly eventsPath: string;
  readonly onEvent: ((event: SecurityEvent) => Promise<void>) | undefined;
  readonly pages: { readonly home: string; readonly failed: string };
  readonly origin: string;
  readonly logger: Logger;
  readonly limiter: Limiter | undefined;
  readonly strength: string | undefined;
  readonly lifetimeMs: number;
}

const signInQuery = z.object({
  return_to: z.string().max(2_000).optional(),
  prompt: z.enum(["none", "login", "select_account", "create"]).optional(),
  max_age: z.coerce.number().int().min(0).max(86_400).optional(),
  acr_values: z.string().max(200).optional(),
  login_hint: z.string().max(320).optional(),
  ui_locales: z.enum(["ja", "en"]).optional(),
  answer: z.enum(["address"]).optional(),
});

const logoutBody = z.object({ logout_token: z.string().max(8_192) });

const perNetwork = { by: "network", points: 300, seconds: 600 } as const;

/** The routes of an application that signs people in by an OpenID provider. */
export async function registerRelyingRoutes(
  app: FastifyInstance,
  routes: RelyingRoutes,
): Promise<void> {
  const { provider, store, visits, sessionCookie, visitCookie, pages, origin, logger } = routes;

  const spend = (request: FastifyRequest, name: string) =>
    routes.limiter?.consume(name, perNetwork, request.ip);

  function fail(reply: FastifyReply, reason: SignInFailure | "expired", returnTo: string) {
    const query = new URLSearchParams({ reason, return_to: returnTo });
    return reply.header("cache-control", "no-store").redirect(`${pages.failed}?${query}`, 303);
  }

  function failWith(reply: FastifyReply, error: unknown, returnTo: string) {
    if (!(error instanceof SignInFailed)) throw error;
    const isExpected = error.reason === "login_required" || error.reason === "denied";
    logger[isExpected ? "debug" : "warn"]({ err: error }, "sign-in by the provider failed");
    return fail(reply, error.reason, returnTo);
  }

  app.get<{ Querystring: z.output<typeof signInQuery> }>(
    "/openid/sign-in",
    { schema: { querystring: signInQuery, hide: true } },
    async (request, reply) => {
      await spend(request, "openid.sign-in");
      const { query } = request;
      const returnTo = ownPath(query.return_to ?? "") ?? pages.home;
      const browser = visitCookie.read(request) ?? newToken();
      const state = newToken();
      try {
        const { url, secrets } = await provider.begin(state, {
          prompt: query.prompt,
          maxAge: query.max_age,
          acr: routes.strength ?? query.acr_values,
          isAcrEssential: routes.strength !== undefined,
          loginHint: query.login_hint && meantLoginHint(query.login_hint),
          locale: query.ui_locales,
        });
        await visits.keep(state, browser, { secrets, returnTo });
        visitCookie.set(reply, browser, visitLifetimeMs / 1000);
        reply.header("cache-control", "no-store");
        if (query.answer === undefined) return reply.redirect(url, 303);
        // For a page that is framed: its host goes there.
        return reply.type("application/json; charset=utf-8").send(JSON.stringify({ address: url }));
      } catch (error) {
        return failWith(reply, error, returnTo);
      }
    },
  );

  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    "/openid/callback",
    { schema: { hide: true } },
    async (request, reply) => {
      await spend(request, "openid.callback");
      const { state } = request.query;
      const browser = visitCookie.read(request);
      const visit =
        typeof state === "string" && browser !== undefined
          ? await visits.take(state, browser)
          : undefined;
      if (visit === undefined || typeof state !== "string")
        return fail(reply, "expired", pages.home);
      try {
        const answer = new URL(request.url, origin).search;
        const identity = await provider.complete(answer, state, visit.secrets);
        const token = await store.begin(identity, sessionCookie.read(request), visit.begunAt);
        if (token === undefined) return fail(reply, "login_required", visit.returnTo);
        sessionCookie.set(reply, token, routes.lifetimeMs / 1000);
        return reply.header("cache-control", "no-store").redirect(visit.returnTo, 303);
      } catch (error) {
        return failWith(reply, error, visit.returnTo);
      }
    },
  );

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 16_384 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post("/openid/back-channel-logout", {
      schema: { hide: true },
      // The provider's server calls; the token proves it.
      config: { csrf: false },
      handler: async (request, reply) => {
        reply.header("cache-control", "no-store");
        try {
          const { logout_token: token } = logoutBody.parse(request.body);
          const ended = await store.removeEnded(await routes.verifyLogout(token));
          logger.info({ ended }, "sessions ended by the provider");
          return reply.code(200).send();
        } catch (error) {
          // A provider that cannot be asked for its keys is no fault of the token.
          const isFault = error instanceof SignInFailed && error.reason === "unavailable";
          logger.warn({ err: error }, "logout token refused");
          return reply
            .code(isFault ? 503 : 400)
            .type("application/json; charset=utf-8")
            .send(JSON.stringify({ error: "invalid_request" }));
        }
      },
    });
  });

  const { onEvent } = routes;
  if (onEvent !== undefined) await app.register((scope) => registerEvents(scope, routes, onEvent));
}

/** Takes security event tokens by push (RFC 8935). */
async function registerEvents(
  scope: FastifyInstance,
  { verifyEvent, eventsPath, logger }: RelyingRoutes,
  onEvent: (event: SecurityEvent) => Promise<void>,
): Promise<void> {
  scope.addContentTypeParser(
    "application/secevent+jwt",
    { parseAs: "string", bodyLimit: 16_384 },
    (_request, body, done) => done(null, String(body)),
  );
  scope.post<{ Body: unknown }>(eventsPath, {
    schema: { hide: true },
    // The provider's server calls; the token proves it.
    config: { csrf: false },
    handler: async (request, reply) => {
      reply.header("cache-control", "no-store");
      let event: SecurityEvent;
      try {
        event = await verifyEvent(typeof request.body === "string" ? request.body : "");
      } catch (error) {
        const isFault = error instanceof SignInFailed && error.reason === "unavailable";
        logger.warn({ err: error }, "security event refused");
        return reply
          .code(isFault ? 503 : 400)
          .type("application/json; charset=utf-8")
          .send(
            JSON.stringify({ err: "invalid_request", description: "not a token of the provider" }),
          );
      }
      await onEvent(event);
      logger.info({ event }, "told by the provider");
      return reply.code(202).send();
    },
  });
}
