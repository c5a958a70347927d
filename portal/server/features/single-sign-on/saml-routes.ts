import { AppError } from "@sekimori/kit-server/errors";
import type { SingleSignOnFailure } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { providerPath } from "./redirect-uri.ts";
import { samlAddresses } from "./saml-client.ts";
import { findKeysAt } from "./saml-keys.ts";
import { keepAnswer } from "./visit-repository.ts";

const params = z.object({ organisation: z.uuid() });
/** Providers that are offered a key to encrypt for may do so by themselves, and then in a way of their own. */
const metadataQuery = z.object({ encryption: z.literal("1").optional() });
/** A company's people may come from one network: an answer that somebody here waits for costs nothing. */
const ofCompany = { by: "network", points: 240, seconds: 600 } as const;
/** A form with an answer of 256 KiB, in base64 whose signs are written out. */
const formBytesMost = 512 * 1024;

/** The page that hands an answer in, says why there is none, or asks the provider itself. */
function pageOf(
  organisation: string,
  about: { state: string; error?: SingleSignOnFailure } | { start: "provider" },
) {
  const query = new URLSearchParams(about);
  return `${pagePaths.organisationSignIn}/${organisation}?${query}`;
}

/** What a person is told on a page, whom nobody may show JSON: a form too large, or too many of them. */
const failureOf = (error: unknown): SingleSignOnFailure | undefined => {
  if ((error as { code?: string }).code === "FST_ERR_CTP_BODY_TOO_LARGE") return "untrusted";
  const isTooMany = error instanceof AppError && error.type === "TooManyRequest";
  return isTooMany ? "unavailable" : undefined;
};

/** Whether an answer says that it was asked for. Then none is begun anew, which could go on for ever. */
const wasAskedFor = (answer: string): boolean =>
  Buffer.from(answer, "base64").includes("InResponseTo");

/**
 * What a SAML provider posts through a browser, and our metadata. The form is another site's: it brings
 * no cookie, so it is kept unread, and the browser goes on to the page, which does.
 */
export async function registerSaml(app: FastifyInstance, context: PortalContext): Promise<void> {
  const { limiter, saml, settings } = context;

  const onAnswer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // A flood does not reach the database.
    limiter.check(limiter.counters("samlAnswer", ofCompany, request.ip));
    const { data } = params.safeParse(request.params);
    if (!data) return reply.redirect(pagePaths.pageNotFound, 303);
    const { organisation } = data;
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const answer = form.get("SAMLResponse") ?? "";
    const state = form.get("RelayState") ?? "";
    if (answer !== "" && (await keepAnswer(context, { address: organisation, state, answer }))) {
      return reply.redirect(pageOf(organisation, { state }), 303);
    }
    await limiter.consume("samlAnswer", ofCompany, request.ip);
    if (answer === "" || wasAskedFor(answer)) {
      const isDropped = answer !== "" && state === "";
      const error = isDropped ? { error: "no-relay-state" as const } : {};
      return reply.redirect(pageOf(organisation, { state: "", ...error }), 303);
    }
    // The page asks the provider: its call brings the cookie, which this form doesn't.
    return reply.redirect(pageOf(organisation, { start: "provider" }), 303);
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytesMost },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { data } = params.safeParse(request.params);
      const failure = failureOf(error);
      if (!data || !failure) throw error;
      return reply.redirect(pageOf(data.organisation, { state: "", error: failure }), 303);
    });
    scope.post(
      `${providerPath}/:organisation/acs`,
      { schema: { hide: true }, config: { csrf: false } },
      onAnswer,
    );
  });

  app.get(
    `${providerPath}/:organisation/metadata`,
    { schema: { hide: true } },
    async (request, reply) => {
      await limiter.consume("samlMetadata", ofCompany, request.ip);
      const { data } = params.safeParse(request.params);
      const keys = data && (await findKeysAt(context, data.organisation));
      if (!keys) throw new AppError("NotFound");
      const { metadataUrl: _, ...addresses } = samlAddresses(settings, data.organisation);
      const isForEncryption = metadataQuery.safeParse(request.query).data?.encryption === "1";
      const { signing, encryption } = keys;
      const own = { ...addresses, signing, ...(isForEncryption && { encryption }) };
      return reply
        .type("application/samlmetadata+xml; charset=utf-8")
        .header("cache-control", "no-store")
        .send(await saml.metadata(own));
    },
  );
}
