import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import {
  finishInteraction,
  showInteraction as showInteractionEndpoint,
} from "@sekimori/portal-contract/endpoints/openid";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";
import {
  allowInteraction,
  continueInteraction,
  denyInteraction,
  keepAccount,
  showInteraction,
} from "./interaction/interaction-service.ts";
import type { OpenId } from "./openid.ts";
import { interactionPath, providerPath } from "./protocol/provider-paths.ts";
import { devicePath } from "./provider/device-flow.ts";

/** What the portal's /authorize page calls. */
export function bindOpenId(bind: Bind, context: PortalContext, openid: OpenId): void {
  bind(showInteractionEndpoint, async ({ request, reply, params }) =>
    showInteraction(
      context,
      await openid.interaction(request, reply, params.uid),
      localeFromBrowser(request.headers["accept-language"]),
    ),
  );

  bind(finishInteraction, async ({ request, reply, params, body }) => {
    const open = await openid.interaction(request, reply, params.uid);
    switch (body.decision) {
      case "deny":
        return { redirectUrl: await denyInteraction(open) };
      case "allow":
        return { redirectUrl: await allowInteraction(context, open, clientOf(request)) };
      case "keep":
        return { redirectUrl: await keepAccount(context, open) };
      case "continue":
        return { redirectUrl: await continueInteraction(context, open) };
      case "without":
        return { redirectUrl: await continueInteraction(context, open, { isWithout: true }) };
    }
  });
}

/** The address that people type leads to where the engine asks for the code. */
export function registerDevicePath(app: FastifyInstance): void {
  app.get<{ Querystring: { user_code?: unknown } }>(devicePath, ({ query }, reply) => {
    const { user_code: code } = query;
    const asked = typeof code === "string" ? `?${new URLSearchParams({ user_code: code })}` : "";
    return reply.redirect(`${providerPath}/device${asked}`, 303);
  });
}

/** Sends a browser that has something to decide on to the portal's /authorize page. */
export function registerInteractionStart(app: FastifyInstance): void {
  app.get<{ Params: { uid: string } }>(interactionPath(":uid"), ({ params }, reply) =>
    reply.redirect(pageUrl("authorize", { interaction: params.uid }), 303),
  );
}

/**
 * The engine's pages load nothing and are framed by nobody; each adds what it needs itself. Into an
 * empty `script-src`, and only there, the engine writes the hash of a script of its own: without it
 * the pages that send themselves on (form_post, signing out of an ended session) would stay blank.
 */
const policy = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'";

/**
 * Mounts the engine. It reads bodies itself; other servers and other sites' pages call it, so it
 * is exempt from our CSRF token (its own protection is the protocol's: client authentication,
 * PKCE, state).
 */
export async function mountProvider(
  app: FastifyInstance,
  { settings }: Pick<PortalContext, "settings">,
  openid: OpenId,
): Promise<void> {
  const origin = new URL(settings.portalOrigin);

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.all(`${providerPath}/*`, { config: { csrf: false } }, async (request, reply) => {
      const handler = await openid.handler();
      const { raw } = request;
      openid.announce(request);
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.setHeader("content-security-policy", policy);
      // The engine is told where it is by the settings, whatever a caller claims to have reached.
      raw.headers.host = origin.host;
      raw.headers["x-forwarded-host"] = origin.host;
      raw.headers["x-forwarded-proto"] = origin.protocol.slice(0, -1);
      raw.headers["x-forwarded-for"] = request.ip;
      delete raw.headers.forwarded;
      Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(providerPath.length) });
      await handler(raw, reply.raw);
    });
  });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => done(null, body),
    );
    // OpenID Connect Core, section 3.1.2.1, and RP-Initiated Logout, section 2: POST is as good as
    // GET. A browser brings the portal's Lax cookies along only when it is sent on by GET.
    for (const path of ["authorize", "session/end"]) {
      scope.post(`${providerPath}/${path}`, { config: { csrf: false } }, (request, reply) => {
        const parameters = new URLSearchParams(String(request.body ?? ""));
        return reply.redirect(`${providerPath}/${path}?${parameters}`, 303);
      });
    }
  });
}
