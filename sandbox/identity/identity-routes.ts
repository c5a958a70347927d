import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors, type InteractionResults, type Provider } from "oidc-provider";
import { z } from "zod";
import { localeOf } from "../page/language.ts";
import { sendPage } from "../page/send-page.ts";
import {
  findAccount,
  type IdentityAccount,
  listAccounts,
  makeAccount,
} from "./identity-accounts.ts";
import { choicePage, expiredChoicePage } from "./identity-pages.ts";
import { createIdentityProvider, type IdentityParts } from "./identity-provider.ts";
import { identityStyle } from "./identity-style.ts";

const prefix = "/identity";
const interactionPath = `${prefix}/interaction/:uid`;

const chooseForm = z.object({ subject: z.string() });
const makeForm = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  verified: z.literal("yes").optional(),
});
const failForm = z.object({
  error: z.enum(["access_denied", "server_error", "temporarily_unavailable"]),
});

/** The external identity provider under `/identity`; its issuer is `<origin>/identity`. */
export function identityRoutes(parts: IdentityParts) {
  let made: Promise<Provider> | undefined;
  // At the first call, because its keys lie in the database.
  const provider = () => {
    made ??= createIdentityProvider(parts);
    return made;
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.get(`${prefix}/assets/identity.css`, (_request, reply) =>
      reply.type("text/css; charset=utf-8").send(identityStyle),
    );
    await app.register(async (pages) => {
      await pages.register(formbody);
      interactionRoutes(pages, parts, provider);
    });
    await app.register(async (engine) => {
      // The engine reads bodies itself.
      engine.removeAllContentTypeParsers();
      engine.addContentTypeParser("*", (_request, _body, done) => done(null));
      engine.all(`${prefix}/*`, async (request, reply) => {
        const callback = (await provider()).callback();
        reply.hijack();
        // The engine learns from these two where it is mounted.
        Object.assign(request.raw, {
          originalUrl: request.raw.url,
          url: request.raw.url?.slice(prefix.length),
        });
        await callback(request.raw, reply.raw);
      });
    });
  };
}

function interactionRoutes(
  app: FastifyInstance,
  parts: IdentityParts,
  provider: () => Promise<Provider>,
): void {
  const { books } = parts;
  const details = async (request: FastifyRequest, reply: FastifyReply) =>
    (await provider()).interactionDetails(request.raw, reply.raw);

  const finish = async (request: FastifyRequest, reply: FastifyReply, result: InteractionResults) =>
    reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, result), 303);

  const signIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
    { amr, acr }: Pick<IdentityAccount, "amr" | "acr"> = {},
  ) =>
    finish(request, reply, {
      login: { accountId, remember: false, ...(amr && { amr: [...amr] }), ...(acr && { acr }) },
    });

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof errors.SessionNotFound) {
      return sendPage(reply, () => expiredChoicePage(localeOf(request)), { status: 404 });
    }
    throw error;
  });

  app.get(interactionPath, async (request, reply) => {
    const { params, uid } = await details(request, reply);
    const accounts = await listAccounts(books);
    const hint = z.string().optional().catch(undefined).parse(params.login_hint);
    const choice = {
      locale: localeOf(request, z.string().optional().catch(undefined).parse(params.ui_locales)),
      client: parts.clients.find(({ clientId }) => clientId === params.client_id)?.name ?? "",
      action: `${prefix}/interaction/${uid}`,
      accounts,
      hint,
    };
    return sendPage(reply, () => choicePage(choice), {
      // The form's answer leads on to the application, which the browser counts as its target.
      formAction: parts.clients.flatMap(({ redirectUris }) =>
        redirectUris.map((uri) => new URL(uri).origin),
      ),
    });
  });

  app.post(`${interactionPath}/choose`, async (request, reply) => {
    const { subject } = chooseForm.parse(request.body);
    const account = await findAccount(books, subject);
    if (account === undefined) return reply.code(400).send({ error: { code: "no_account" } });
    return await signIn(request, reply, subject, account);
  });

  app.post(`${interactionPath}/make`, async (request, reply) => {
    const { name, email, verified } = makeForm.parse(request.body);
    const account = { name, email, email_verified: verified === "yes" };
    return await signIn(request, reply, await makeAccount(books, account, parts.now()));
  });

  app.post(`${interactionPath}/fail`, async (request, reply) => {
    const { error } = failForm.parse(request.body);
    return await finish(request, reply, { error, error_description: "Chosen on the page." });
  });
}
