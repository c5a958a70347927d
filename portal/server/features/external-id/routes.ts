import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { newToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import {
  gmoidCallback,
  gmoidLink,
  gmoidSignIn,
  gmoidSignUp,
} from "@sekimori/portal-contract/endpoints/external-id";
import { saidIn } from "@sekimori/portal-contract/endpoints/provider-answer";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { answerProvider } from "../sign-in/other-account-routes.ts";
import { answerSignIn } from "../sign-in/routes.ts";
import { linkExternalId } from "./link-service.ts";
import { type VisitPurpose, visitLifetimeMs } from "./visit-repository.ts";
import { beginVisit, completeVisit } from "./visit-service.ts";

export function bindExternalId(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  const begin = async (request: FastifyRequest, reply: FastifyReply, purpose: VisitPurpose) => {
    // Kept when there is one, so that visits from two tabs do not end each other.
    const browserToken = cookies.visit.read(request) ?? newToken();
    const locale = localeFromBrowser(request.headers["accept-language"]);
    const redirectUrl = await beginVisit(context, purpose, locale, browserToken);
    cookies.visit.set(reply, browserToken, visitLifetimeMs / 1000);
    return { redirectUrl };
  };

  bind(gmoidSignIn, ({ request, reply }) => begin(request, reply, { is: "sign-in" }));

  bind(gmoidSignUp, ({ request, reply, query }) =>
    begin(request, reply, { is: "sign-up", plan: query.plan }),
  );

  bind(gmoidCallback, async ({ request, reply, query }) => {
    const { state } = query;
    const result = await completeVisit(
      context,
      { state, ...saidIn(query) },
      cookies.visit.read(request),
      {
        ...browserOf(context, request),
        flowToken: cookies.flow.read(request),
        present: await principals.findMember(request),
      },
    );
    if (result.status === "NEEDS_PASSWORD") {
      cookies.signIn.set(reply, result.attemptToken);
      throw new AppError("ExternalIdNeedsPassword");
    }
    return answerProvider(context, reply, result);
  });

  bind(gmoidLink, async ({ request, reply, body }) => {
    const result = await linkExternalId(
      context,
      principals.attempt(request),
      body.password,
      browserOf(context, request),
    );
    return answerSignIn(context, reply, result);
  });
}
