import { clientOf } from "@sekimori/kit-server/client-info";
import { newToken } from "@sekimori/kit-server/cookies";
import type { Bind } from "@sekimori/kit-server/http";
import { saidIn } from "@sekimori/portal-contract/endpoints/provider-answer";
import * as endpoints from "@sekimori/portal-contract/endpoints/single-sign-on";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { beginSession } from "../session/begin-session.ts";
import { browserOf } from "../session/browser.ts";
import { answerProvider } from "../sign-in/other-account-routes.ts";
import {
  changeSecretOf,
  removeConnectionOf,
  setDomainsOf,
  setUpConnectionOf,
  showConnectionOf,
  switchConnectionOf,
} from "./connection-service.ts";
import { joiningLifetimeMs } from "./joining-repository.ts";
import { decline, joinAnew, linkExisting, showJoiningOf } from "./joining-service.ts";
import { changeCertificatesOf, prepareSamlOf, setUpSamlOf } from "./saml-service.ts";
import { changeSignOutOf } from "./sign-out-at-provider.ts";
import { visitLifetimeMs } from "./visit-repository.ts";
import { beginAtProvider, beginFor, beginTest, completeVisit } from "./visit-service.ts";

export function bindSingleSignOn(bind: Bind, context: PortalContext, principals: Principals): void {
  bindConnection(bind, context, principals);
  bindVisits(bind, context, principals);
  bindJoining(bind, context, principals);
}

/** What an owner does with the organisation's connection. */
function bindConnection(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(endpoints.showConnection, ({ request, query }) =>
    showConnectionOf(context, principals.member(request).account_id, query.connection),
  );
  bind(endpoints.setUpConnection, ({ request, body }) =>
    setUpConnectionOf(context, principals.member(request), body, clientOf(request)),
  );
  bind(endpoints.prepareSaml, ({ request, body }) =>
    prepareSamlOf(context, principals.member(request).account_id, body.connection),
  );
  bind(endpoints.setUpSamlConnection, ({ request, body }) =>
    setUpSamlOf(context, principals.member(request), body, clientOf(request)),
  );
  bind(endpoints.changeConnectionCertificates, ({ request, body }) => {
    const member = principals.member(request);
    return changeCertificatesOf(context, member, body, clientOf(request));
  });
  bind(endpoints.changeConnectionSecret, ({ request, body }) =>
    changeSecretOf(context, principals.member(request), body, clientOf(request)),
  );
  bind(endpoints.changeConnectionSignOut, ({ request, body }) =>
    changeSignOutOf(context, principals.member(request), body, clientOf(request)),
  );
  bind(endpoints.switchConnection, ({ request, body }) =>
    switchConnectionOf(context, principals.member(request), body, clientOf(request)),
  );
  bind(endpoints.setConnectionDomains, ({ request, body }) =>
    setDomainsOf(context, principals.member(request), body, clientOf(request)),
  );
  bind(endpoints.removeConnection, ({ request, query }) =>
    removeConnectionOf(context, principals.member(request), query.connection, clientOf(request)),
  );
}

/** The way to a provider and back. */
function bindVisits(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;
  // Kept when there is one, so that visits from two tabs do not end each other.
  const visitorOf = (request: FastifyRequest) => cookies.visit.read(request) ?? newToken();
  const remember = (reply: FastifyReply, token: string) =>
    cookies.visit.set(reply, token, visitLifetimeMs / 1000);

  bind(endpoints.testConnection, async ({ request, reply, body }) => {
    const visitor = visitorOf(request);
    const redirectUrl = await beginTest(
      context,
      principals.member(request),
      body.connection,
      visitor,
    );
    remember(reply, visitor);
    return { redirectUrl };
  });

  bind(endpoints.beginSingleSignOn, async ({ request, reply, body }) => {
    const visitor = visitorOf(request);
    const redirectUrl = await beginFor(context, body.email, body.locale, visitor);
    if (redirectUrl !== null) remember(reply, visitor);
    return { redirectUrl };
  });

  bind(endpoints.beginProviderSignIn, async ({ request, reply, params, body }) => {
    const visitor = visitorOf(request);
    const redirectUrl = await beginAtProvider(context, params.organisation, body.locale, visitor);
    remember(reply, visitor);
    return { redirectUrl };
  });

  bind(endpoints.completeSingleSignOn, async ({ request, reply, params, query }) => {
    const { state } = query;
    const result = await completeVisit(context, {
      address: params.organisation,
      state,
      answer: { state, ...saidIn(query) },
      browserToken: cookies.visit.read(request),
      browser: browserOf(context, request),
      findMember: () => principals.findMember(request),
    });
    if (result.status === "TESTED") return result;
    if (result.status === "JOIN") {
      cookies.joining.set(reply, result.joiningToken, joiningLifetimeMs / 1000);
      return { status: "JOIN" as const };
    }
    return answerProvider(context, reply, result);
  });
}

/** The question whether to join, and its answers. */
function bindJoining(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  bind(endpoints.showJoining, async ({ request }) =>
    showJoiningOf(context, cookies.joining.read(request), await principals.findMember(request)),
  );

  bind(endpoints.joinOrganisation, async ({ request, reply, body }) => {
    const browser = browserOf(context, request);
    const present = await principals.findMember(request);
    const token = cookies.joining.read(request);
    const done = await joinAnew(context, token, body, browser, present);
    cookies.joining.clear(reply);
    beginSession(context, reply, done.session, done.deviceToken);
    return { status: "SIGNED_IN" as const, expiresAt: done.session.expiresAt.toISOString() };
  });

  bind(endpoints.linkToOrganisation, async ({ request, reply }) => {
    const browser = browserOf(context, request);
    const member = principals.member(request);
    await linkExisting(context, cookies.joining.read(request), member, browser);
    cookies.joining.clear(reply);
    return {};
  });

  bind(endpoints.declineJoining, async ({ request, reply }) => {
    await decline(context, cookies.joining.read(request));
    cookies.joining.clear(reply);
    return {};
  });
}
