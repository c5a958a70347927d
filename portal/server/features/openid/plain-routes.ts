import { timingSafeEqual } from "node:crypto";
import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { hashToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import { html } from "@sekimori/kit-server/html";
import { codeSchema, emailSchema, passwordInputSchema } from "@sekimori/portal-contract/fields";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { beginSession } from "../session/begin-session.ts";
import { clientOf } from "../session/client-info.ts";
import { findMember } from "../session/member.ts";
import { signOutBrowser } from "../session/sign-out.ts";
import { findAttempt } from "../sign-in/attempt-repository.ts";
import { confirmOneTimePassword } from "../sign-in/one-time-password.ts";
import { type SignInResult, signInWithPassword } from "../sign-in/sign-in-service.ts";
import {
  allowInteraction,
  continueInteraction,
  denyInteraction,
  keepAccount,
  type OpenInteraction,
  showInteraction,
} from "./interaction-service.ts";
import type { OpenId } from "./openid.ts";
import { plainPage } from "./plain-page.ts";
import {
  consentForm,
  continueForm,
  oneTimePasswordForm,
  type PlainError,
  type PlainForm,
  plainErrors,
  plainTitle,
  selectAccountForm,
  signInForm,
} from "./plain-pages.ts";
import { interactionPath, providerPath } from "./provider-paths.ts";

const limit = { by: "network", points: 240, seconds: 600 } as const;

type Shown = "step" | "one-time-password";

/**
 * Where the engine sends a browser that has something to decide. A browser with scripts goes on to
 * the portal's /authorize page; without them the same questions are asked here by plain forms, so
 * that any user agent and any conformance tool gets through.
 */
export async function registerPlainForms(
  app: FastifyInstance,
  context: PortalContext,
  openid: OpenId,
): Promise<void> {
  const { captcha, clock, cookies, db, digests, limiter, settings } = context;
  const tokenOf = (uid: string) => digests.token("openid-form", uid);

  function page(
    request: FastifyRequest,
    reply: FastifyReply,
    open: OpenInteraction,
    shown: Shown,
    error?: PlainError,
    email?: string,
  ): FastifyReply {
    const { uid, params } = open.interaction;
    const wanted = typeof params.ui_locales === "string" ? params.ui_locales : undefined;
    const locale = localeFromBrowser(wanted ?? request.headers["accept-language"]);
    const form: PlainForm = {
      locale,
      action: interactionPath(uid),
      token: tokenOf(uid),
      error,
      email,
    };
    const view = showInteraction(context, open);
    const byStep = () => {
      if (view.step === "consent") return consentForm(form, view);
      if (view.step === "continue") return continueForm(form, view);
      // The captcha of the login page needs scripts; these forms must not be the way around it.
      const canSignIn = captcha.kind === "none";
      if (view.step === "select-account") return selectAccountForm(form, view, canSignIn);
      if (!canSignIn) return html`<p>${plainErrors.other[locale]}</p>`;
      return signInForm(form, view);
    };
    const body = shown === "one-time-password" ? oneTimePasswordForm(form) : byStep();
    const isFirst = request.method === "GET";
    const target = JSON.stringify(pageUrl("authorize", { interaction: uid }));
    const { markup, policy } = plainPage({
      locale,
      title: plainTitle(locale),
      body: isFirst ? html`<noscript>${body}</noscript>` : body,
      ...(isFirst ? { script: `location.replace(${target})` } : {}),
      formTargets: (open.client.redirectUris ?? []).map((uri) => new URL(uri).origin),
    });
    return reply
      .header("content-security-policy", policy)
      .header("x-frame-options", "DENY")
      .type("text/html; charset=utf-8")
      .send(markup);
  }

  function fieldsOf(request: FastifyRequest, uid: string): URLSearchParams {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== settings.portalOrigin) {
      throw new AppError("Forbidden", { detail: `form from ${origin.slice(0, 100)}` });
    }
    const fields = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const given = Buffer.from(fields.get("token") ?? "");
    const expected = Buffer.from(tokenOf(uid));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new AppError("Forbidden", { detail: "the form's token is missing or wrong" });
    }
    return fields;
  }

  type Answer = (
    open: OpenInteraction,
    fields: URLSearchParams,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<string | FastifyReply>;

  /** Goes on, or back to the form with a sentence about what was wrong. */
  async function signedIn(
    open: OpenInteraction,
    request: FastifyRequest,
    reply: FastifyReply,
    result: SignInResult,
  ): Promise<string | FastifyReply> {
    if (result.status === "OTP_VERIFY") {
      cookies.signIn.set(reply, result.attemptToken);
      return page(request, reply, open, "one-time-password");
    }
    if (result.status !== "SIGNED_IN") return page(request, reply, open, "step", "other");
    beginSession(context, reply, result.session, result.deviceToken);
    const member = await findMember(context, hashToken(result.session.token));
    const now = { ...open, member };
    // A request that asks for consent goes on to it; otherwise the sign-in was all it waited for.
    return showInteraction(context, now).step === "continue"
      ? continueInteraction(context, now)
      : page(request, reply, now, "step");
  }

  function refusal(error: unknown): PlainError {
    if (!(error instanceof AppError)) throw error;
    return error.type in plainErrors ? (error.type as PlainError) : "other";
  }

  const answers: Readonly<Record<string, Answer>> = {
    "sign-in": async (open, fields, request, reply) => {
      if (captcha.kind !== "none") return page(request, reply, open, "step", "other");
      const email = emailSchema.safeParse(fields.get("email")).data;
      const password = passwordInputSchema.safeParse(fields.get("password")).data;
      if (email === undefined || password === undefined) {
        return page(request, reply, open, "step", "UsernamePasswordIncorrect", email);
      }
      const device = cookies.device.read(request);
      try {
        const credentials = { email, password, locale: undefined };
        const client = clientOf(request);
        const result = await signInWithPassword(context, credentials, client, device);
        return await signedIn(open, request, reply, result);
      } catch (error) {
        return page(request, reply, open, "step", refusal(error), email);
      }
    },
    "one-time-password": async (open, fields, request, reply) => {
      const token = cookies.signIn.read(request);
      const attempt = token && (await findAttempt(db, hashToken(token), clock.now()));
      const code = codeSchema.safeParse(fields.get("code")).data;
      if (!attempt) return page(request, reply, open, "step");
      if (code === undefined) return page(request, reply, open, "one-time-password", "OTPInvalid");
      const device = cookies.device.read(request);
      try {
        const client = clientOf(request);
        const result = await confirmOneTimePassword(context, attempt, code, client, device);
        return await signedIn(open, request, reply, result);
      } catch (error) {
        const type = refusal(error);
        return page(request, reply, open, type === "other" ? "step" : "one-time-password", type);
      }
    },
    keep: (open) => keepAccount(context, open),
    // The interaction waits on while another account signs in.
    change: async (open, _fields, request, reply) => {
      const { step } = showInteraction(context, open);
      if (step !== "select-account") throw new AppError("StepOutOfOrder", { data: { step } });
      await signOutBrowser(context, request, reply, open.member);
      return page(request, reply, { ...open, member: undefined }, "step");
    },
    continue: (open) => continueInteraction(context, open),
    allow: (open, _fields, request) => allowInteraction(context, open, clientOf(request)),
    deny: (open) => denyInteraction(open),
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, body),
    );
    const config = { csrf: false };
    const path = `${providerPath}/interactions/:uid`;
    const open = (request: FastifyRequest, reply: FastifyReply) =>
      openid.interaction(request, reply, (request.params as { uid: string }).uid);

    scope.get(path, { config }, async (request, reply) =>
      page(request, reply, await open(request, reply), "step"),
    );
    for (const [name, answer] of Object.entries(answers)) {
      scope.post(`${path}/${name}`, { config }, async (request, reply) => {
        await limiter.consume("openidForm", limit, request.ip);
        const found = await open(request, reply);
        const fields = fieldsOf(request, found.interaction.uid);
        const outcome = await answer(found, fields, request, reply);
        return typeof outcome === "string" ? reply.redirect(outcome, 303) : outcome;
      });
    }
  });
}
