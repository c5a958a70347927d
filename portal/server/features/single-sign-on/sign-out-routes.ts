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
import { ExternalIdentityError, ForeignWordError } from "../../ports/external-identity.ts";
import type { SamlMessage } from "../../ports/saml-provider.ts";
import type { Principals } from "../principals/principals.ts";
import { signOutBrowser } from "../sign-in/sign-out.ts";
import { endByMessage, endByToken } from "./ended-at-provider.ts";
import { deleteLogin, findLoginOf } from "./login-repository.ts";
import { providerPath } from "./redirect-uri.ts";
import { cameBack, wasAnswered, wayOut } from "./sign-out-at-provider.ts";

const params = z.object({ organisation: z.uuid() });
const stateSchema = z.string().min(1).max(1000).catch("");
const stateOf = (said: URLSearchParams) => stateSchema.parse(said.get("RelayState") ?? "");

/**
 * Words that count cost nothing: a company that closes for the night tells of everybody at once. Others are
 * counted for each organisation apart, because one network sends for many: a provider that many use, or a
 * company of several.
 */
const ofOrganisation = { by: "network", points: 240, seconds: 600 } as const;
const ofNetwork = { by: "network", points: 2_400, seconds: 600 } as const;
const name = "providerSignOut";
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

  /** Takes the points before anything is read. @returns gives them back, or those of one of the two. */
  async function takeRoom({ ip: subject }: FastifyRequest, within: string) {
    const wide = await limiter.reserve([{ name, limit: ofNetwork, subject }]);
    const narrow = await limiter
      .reserve([{ name: `${name}Of`, limit: ofOrganisation, subject, within }])
      .catch(async (error) => {
        await wide();
        throw error;
      });
    return { giveBack: () => Promise.all([wide(), narrow()]), giveBackOwn: narrow };
  }

  /** What is refused is written to the log: whoever operates can help its administrator. */
  function noteRefused(organisation: string | undefined, binding: string, error: unknown): void {
    const isOurs = error instanceof ExternalIdentityError || error instanceof AppError;
    const cause = isOurs ? error.cause : error;
    // No library's sentence, which may repeat what a stranger wrote.
    const failure = cause instanceof Error && { kind: cause.name, code: Object(cause).code };
    const reason = error instanceof ExternalIdentityError ? error.reason : "TooManyRequest";
    logger.info({ organisation, binding, reason, failure }, "a logout by a provider was refused");
  }

  const onToken = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header("cache-control", "no-store");
    const { data } = params.safeParse(request.params);
    const room = await takeRoom(request, data?.organisation ?? "");
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const [token = "", ...others] = form.getAll("logout_token");
    try {
      if (!data || token === "" || others.length > 0) {
        throw new ExternalIdentityError("untrusted", new Error("not one logout token"));
      }
      await endByToken(context, data.organisation, token);
      await room.giveBack();
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof ExternalIdentityError)) throw error;
      noteRefused(data?.organisation, "back-channel", error);
      // Whoever has a provider that many use send us its words must not spend what is another's.
      if (error instanceof ForeignWordError) await room.giveBackOwn();
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
    {
      said,
      message,
      relayState,
    }: {
      readonly said: URLSearchParams;
      readonly message: SamlMessage;
      readonly relayState: string;
    },
  ): Promise<FastifyReply> {
    const { data } = params.safeParse(request.params);
    if (!data) return reply.redirect(pagePaths.pageNotFound, 303);
    const { organisation } = data;
    const room = await takeRoom(request, organisation);
    if (said.has("SAMLResponse") && !said.has("SAMLRequest")) {
      const isDone =
        relayState !== "" && (await wasAnswered(context, organisation, message, relayState));
      if (isDone) await room.giveBack();
      return reply.redirect(signedOutPage(isDone ? { at: "provider" } : {}), 303);
    }
    try {
      const client = clientOf(request);
      const next = await endByMessage(context, organisation, message, { relayState, client });
      await room.giveBack();
      return reply.redirect(next ?? signedOutPage({ at: "provider" }), 303);
    } catch (error) {
      const problem = wordOf(error);
      if (!problem) throw error;
      noteRefused(organisation, message.binding, error);
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
      const url = request.raw.url ?? "";
      const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
      const said = new URLSearchParams(query);
      // By its own name, as its signature is checked: none that only resembles it is said back.
      const signed = query.split("&").find((pair) => pair.startsWith("RelayState="));
      const relayState = stateOf(new URLSearchParams(signed));
      const message = { binding: "redirect", query } as const;
      return onMessage(request, reply, { said, message, relayState });
    });
    scope.post(address, { ...hidden, config: { csrf: false } }, (request, reply) => {
      const said = new URLSearchParams(typeof request.body === "string" ? request.body : "");
      const field = said.get("SAMLRequest") ?? said.get("SAMLResponse") ?? "";
      const message = { binding: "post", field } as const;
      return onMessage(request, reply, { said, message, relayState: stateOf(said) });
    });
  });

  app.get(`${providerPath}/:organisation/signed-out`, hidden, async (request, reply) => {
    await limiter.consume("providerSignOutReturn", ofNetwork, request.ip);
    const { data } = params.safeParse(request.params);
    const { state } = z
      .object({ state: stateSchema })
      .parse({ state: "", ...Object(request.query) });
    const isDone = data !== undefined && (await cameBack(context, data.organisation, state));
    return reply.redirect(signedOutPage(isDone ? { at: "provider" } : {}), 303);
  });
}
