import { clientOf } from "@sekimori/kit-server/client-info";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { registerOneClick } from "@sekimori/kit-server/unsubscribe";
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
import { summaryTokens } from "./summary-tokens.ts";

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

  const tokens = summaryTokens(context.digests);
  bind(changeSubscription, async ({ request, body }) => {
    const account = tokens.read(body.token);
    const isThere =
      account !== undefined && (await subscribe(context, account, body.enabled, clientOf(request)));
    if (!isThere) throw new AppError("CodeExpired");
    return { enabled: body.enabled };
  });
}

/** A mail program's one press, at the address of the page (RFC 8058). */
export const registerSummaryOneClick = (
  app: FastifyInstance,
  context: PortalContext,
): Promise<void> =>
  registerOneClick(app, {
    path: pagePaths.unsubscribe,
    query: queryNames.token,
    limiter: context.limiter,
    tokens: summaryTokens(context.digests),
    unsubscribe: (account, client) => subscribe(context, account, false, client),
  });
