import { clientOf } from "@sekimori/kit-server/client-info";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import {
  changeMonthlySummary,
  changeSubscription,
} from "@sekimori/portal-contract/endpoints/monthly-summary";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { freshProfile } from "../profile/fresh-profile.ts";
import { subscribe } from "./subscription-service.ts";
import { accountOfToken } from "./unsubscribe-token.ts";

const perNetwork = { by: "network", points: 600, seconds: 600 } as const;

export function bindMonthlySummary(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  bind(changeMonthlySummary, async ({ request, body }) => {
    const member = principals.member(request);
    await subscribe(context, member.account_id, body.enabled, clientOf(request));
    return freshProfile(context, member.session_id);
  });

  bind(changeSubscription, async ({ request, body }) => {
    const account = accountOfToken(context.digests, body.token);
    const isThere =
      account !== undefined && (await subscribe(context, account, body.enabled, clientOf(request)));
    if (!isThere) throw new AppError("CodeExpired");
    return { enabled: body.enabled };
  });
}

/** The body of a one-click request, in either of the two forms that RFC 8058 allows. */
const oneClick = /List-Unsubscribe=One-Click|name="List-Unsubscribe"\r?\n\r?\nOne-Click/;

/**
 * POST /unsubscribe: what a mail program calls, without cookies and without asking anybody (RFC 8058).
 * The page of the same address asks first, because programs that look at links open them too.
 */
export async function registerOneClick(
  app: FastifyInstance,
  { digests, limiter, ...context }: PortalContext,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Querystring: Readonly<Record<string, unknown>> }>(
      pagePaths.unsubscribe,
      { schema: { hide: true }, config: { csrf: false } },
      async (request, reply) => {
        await limiter.consume("oneClick", perNetwork, request.ip);
        reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
        const token = request.query[queryNames.token];
        if (typeof request.body !== "string" || !oneClick.test(request.body)) {
          return reply.code(400).send("List-Unsubscribe=One-Click is missing.\n");
        }
        const account = typeof token === "string" ? accountOfToken(digests, token) : undefined;
        if (account === undefined) return reply.code(404).send("Unknown link.\n");
        // An account that is gone gets no mail: that is what was asked for.
        await subscribe(context, account, false, clientOf(request));
        return reply.send("Unsubscribed.\n");
      },
    );
  });
}
