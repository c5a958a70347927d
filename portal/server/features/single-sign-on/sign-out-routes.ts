import { clientOf } from "@sekimori/kit-server/client-info";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  pagePaths,
  type SignedOutProblem,
  signedOutPage,
} from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { ExternalIdentityError } from "../../ports/external-identity.ts";
import type { SamlMessage } from "../../ports/saml-provider.ts";
import type { Principals } from "../principals/principals.ts";
import { signOutBrowser } from "../sign-in/sign-out.ts";
import { endByMessage, endByToken } from "./ended-at-provider.ts";
import { deleteLogin, findLoginOf } from "./login-repository.ts";
import { providerPath } from "./redirect-uri.ts";
import { cameBack, wasAnswered, wayOut } from "./sign-out-at-provider.ts";

const params = z.object({ organisation: z.uuid() });
const stateSchema = z.string().min(1).max(1000).catch("");

/** Words that count cost nothing: a company that closes for the night tells of everybody at once. */
const ofProvider = { by: "network", points: 240, seconds: 600 } as const;
/** A token names one person; with its certificate chain it is still small. */
const tokenBytesMost = 32 * 1024;
/** A form with a message of 256 KiB, in base64 whose signs are written out. */
const formBytesMost = 512 * 1024;

/** Ends the session, and says where to go on if its organisation wants that. */
export function bindSignOut(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(signOut, async ({ request, reply }) => {
    const { db } = context;
    const member = await principals.findMember(request);
    const login = member && (await findLoginOf(db, member.session_id));
    await signOutBrowser(context, request, reply, member);
    if (!member || !login) return {};
    await deleteLogin(db, login.id);
    const atProvider = await wayOut(context, login, member.language);
    return atProvider ? { atProvider } : {};
  });
}

const wordOf = (error: unknown): SignedOutProblem | undefined => {
  if ((error as { code?: string }).code === "FST_ERR_CTP_BODY_TOO_LARGE") return "untrusted";
  if (error instanceof AppError && error.type === "TooManyRequest") return "unavailable";
  if (!(error instanceof ExternalIdentityError)) return undefined;
  return error.reason === "unavailable" ? "unavailable" : "untrusted";
};

/** What an organisation's provider says of logouts: by itself (OpenID), or through a browser (SAML). */
export async function registerProviderSignOut(
  app: FastifyInstance,
  context: PortalContext,
): Promise<void> {
  const { limiter, logger } = context;
  const hidden = { schema: { hide: true } } as const;
  const checkRoom = ({ ip }: FastifyRequest) =>
    limiter.check(limiter.counters("providerSignOut", ofProvider, ip));

  /** What is refused counts, and is written to the log: whoever operates can help its administrator. */
  async function noteRefused(request: FastifyRequest, error: unknown): Promise<void> {
    const { cause } = error as Error;
    const message = cause instanceof Error ? cause.message.slice(0, 200) : undefined;
    logger.info({ cause: message }, "a logout by a provider was refused");
    await limiter.consume("providerSignOut", ofProvider, request.ip);
  }

  const onToken = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header("cache-control", "no-store");
    checkRoom(request);
    const { data } = params.safeParse(request.params);
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const [token = "", ...others] = form.getAll("logout_token");
    try {
      if (!data || token === "" || others.length > 0) {
        throw new ExternalIdentityError("untrusted", new Error("not one logout token"));
      }
      await endByToken(context, data.organisation, token);
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof ExternalIdentityError)) throw error;
      await noteRefused(request, error);
      return reply.code(400).send({
        error: "invalid_request",
        error_description:
          error.reason === "unavailable"
            ? "The provider's keys can't be read. Nobody was logged out."
            : "The logout token can't be trusted. Nobody was logged out.",
      });
    }
  };

  /** Goes on with what a SAML provider had the browser bring, and never ends in JSON: a person sees it. */
  async function onMessage(
    request: FastifyRequest,
    reply: FastifyReply,
    { said, message }: { readonly said: URLSearchParams; readonly message: SamlMessage },
  ): Promise<FastifyReply> {
    checkRoom(request);
    const { data } = params.safeParse(request.params);
    if (!data) return reply.redirect(pagePaths.pageNotFound, 303);
    const { organisation } = data;
    const relayState = stateSchema.parse(said.get("RelayState") ?? "");
    if (said.has("SAMLResponse") && !said.has("SAMLRequest")) {
      const isDone = await wasAnswered(context, organisation, message, relayState);
      return reply.redirect(signedOutPage(isDone ? { at: "provider" } : {}), 303);
    }
    try {
      const client = clientOf(request);
      const next = await endByMessage(context, organisation, message, { relayState, client });
      return reply.redirect(next ?? signedOutPage({ at: "provider" }), 303);
    } catch (error) {
      const problem = wordOf(error);
      if (!problem) throw error;
      await noteRefused(request, error);
      return reply.redirect(signedOutPage({ problem }), 303);
    }
  }

  /** Takes forms as text; what is no form is read as an empty one. */
  async function withForms(
    bytes: number,
    register: (scope: FastifyInstance) => void,
  ): Promise<void> {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: bytes },
        (_request, body, done) => done(null, body),
      );
      scope.addContentTypeParser("*", { bodyLimit: bytes }, (_request, _body, done) => done(null));
      register(scope);
    });
  }

  await withForms(tokenBytesMost, (scope) => {
    const options = { ...hidden, config: { csrf: false } } as const;
    scope.post(`${providerPath}/:organisation/backchannel-logout`, options, onToken);
  });

  await withForms(formBytesMost, (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      const problem = wordOf(error);
      if (!problem) throw error;
      return reply.redirect(signedOutPage({ problem }), 303);
    });
    const address = `${providerPath}/:organisation/slo`;
    scope.get(address, hidden, (request, reply) => {
      const query = request.raw.url?.split("?")[1] ?? "";
      const said = new URLSearchParams(query);
      return onMessage(request, reply, { said, message: { binding: "redirect", query } });
    });
    scope.post(address, { ...hidden, config: { csrf: false } }, (request, reply) => {
      const said = new URLSearchParams(typeof request.body === "string" ? request.body : "");
      const field = said.get("SAMLRequest") ?? said.get("SAMLResponse") ?? "";
      return onMessage(request, reply, { said, message: { binding: "post", field } });
    });
  });

  app.get(`${providerPath}/:organisation/signed-out`, hidden, async (request, reply) => {
    await limiter.consume("providerSignOutReturn", ofProvider, request.ip);
    const { data } = params.safeParse(request.params);
    const { state } = z
      .object({ state: stateSchema })
      .parse({ state: "", ...Object(request.query) });
    const isDone = data !== undefined && (await cameBack(context, data.organisation, state));
    return reply.redirect(signedOutPage(isDone ? { at: "provider" } : {}), 303);
  });
}
