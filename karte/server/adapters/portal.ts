import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { apiBase } from "@sekimori/kit-contract/api-base";
import type { Clock } from "@sekimori/kit-server/clock";
import type { Database } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { Logger } from "@sekimori/kit-server/logger";
import {
  backChannelLogoutPath,
  createRelyingParty,
  eventsPath,
  type RelyingParty,
  redirectPath,
  type Trial,
} from "@sekimori/kit-server/relying-party";
import { createSealer } from "@sekimori/kit-server/sealing";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import {
  type Contracts,
  contractAnswerSchema,
  invoicesAnswerSchema,
  memberAnswerSchema,
} from "../ports/contracts.ts";
import { leavingQuerySchema } from "../ports/leaving.ts";
import { summaryQuerySchema } from "../ports/monthly-summary.ts";
import { personalDataQuerySchema } from "../ports/personal-data.ts";
import type { PortalAnswers } from "../ports/portal-answers.ts";
import type { PortalNews } from "../ports/portal-news.ts";
import type { KarteSettings } from "../settings.ts";
import { isOneSite } from "./one-site.ts";

/** Where the portal's OpenID provider and its calls for applications stand. */
const issuerPath = `${apiBase}/idp/oidc`;
const resourcePath = `${apiBase}/applications`;

/** Where the portal lets somebody in: what is shown once both applications are left. */
const loginPath = "/login";

const timeoutMs = 5_000;

/** What karte asks the portal for by itself. */
const ownScope = "contract:read member:read invoices:read";

/** What karte is told of a person when they sign in. */
const scope = "openid profile email organization offline_access";

/** Where the portal asks for the monthly mail, and what its token for that allows. */
const summariesPath = "/portal/monthly-summary";
const summaryScope = "summary:read";

/** Where the portal asks for a member's own data, and what its token for that allows. */
const personalDataPath = "/portal/personal-data";
const personalDataScope = "personal-data:read";

/** Where the portal asks what closes with somebody's account, and what its token for that allows. */
const leavingPath = "/portal/leaving";
const leavingScope = "leaving:read";

/** The portal's events (docs/integrate/application-contract.md) by their names. */
const newsOf = new Map<string, PortalNews>([
  ["urn:sekimori:event:plan-changed:1", "plan-changed"],
  ["urn:sekimori:event:member-changed:1", "member-changed"],
  ["urn:sekimori:event:access-ended:1", "access-ended"],
  ["urn:sekimori:event:account-closed:1", "account-closed"],
  ["urn:sekimori:event:account-deleted:1", "account-deleted"],
]);

/** How karte is registered at the portal. */
export function karteRegistration(settings: Pick<KarteSettings, "karteOrigin" | "portalOrigin">) {
  const { karteOrigin, portalOrigin } = settings;
  return {
    name: "Karte",
    nameJa: "管理アプリケーション",
    nameEn: "Management application",
    redirectUris: [`${karteOrigin}${redirectPath}`],
    postLogoutRedirectUris: [`${portalOrigin}${loginPath}`],
    backChannelLogoutUri: `${karteOrigin}${backChannelLogoutPath}`,
    isFirstParty: true,
    isService: true,
    eventsUri: `${karteOrigin}${eventsPath}`,
    summariesUri: `${karteOrigin}${summariesPath}`,
    personalDataUri: `${karteOrigin}${personalDataPath}`,
    leavingUri: `${karteOrigin}${leavingPath}`,
    resources: [`${portalOrigin}${resourcePath}`],
  };
}

export interface PortalOptions {
  readonly settings: KarteSettings;
  readonly database: Pick<Database<unknown>, "pool">;
  readonly clock: Clock;
  readonly logger: Logger;
}

const refuse = (reply: FastifyReply, status: number, error: string) =>
  reply.code(status).send(JSON.stringify({ error }));

/** Signs people in by the portal, and reads their contracts there. */
export function portalConnection(options: PortalOptions): {
  readonly signIns: RelyingParty;
  readonly contracts: Contracts;
  /** Tries at the portal what every sign-in needs. */
  readonly trial: () => Promise<readonly Trial[]>;
  /** Adds the routes by which people sign in, and by which the portal tells and asks of them. */
  readonly register: (app: FastifyInstance, answers: PortalAnswers) => Promise<void>;
} {
  const { settings, database, clock, logger } = options;
  const resource = `${settings.portalOrigin}${resourcePath}`;
  const signIns = createRelyingParty({
    name: "karte",
    origin: settings.karteOrigin,
    issuer: `${settings.portalOrigin}${issuerPath}`,
    clientId: settings.karteClientId,
    clientSecret: settings.karteClientSecret.reveal(),
    scope,
    resource,
    database,
    sealer: createSealer(settings.karteDataKeys.reveal()),
    clock,
    logger,
    inForeignFrame: !isOneSite(settings.karteOrigin, settings.portalOrigin),
    pages: {
      home: pagePaths.overview,
      failed: pagePaths.signIn,
      signedOut: `${settings.portalOrigin}${loginPath}`,
    },
  });

  async function ask<S extends z.ZodType>(
    account: string,
    what: "contract" | "member" | "invoices",
    schema: S,
  ): Promise<z.output<S> | undefined> {
    const address = `${resource}/accounts/${encodeURIComponent(account)}/${what}`;
    const askOnce = async () => {
      const token = await signIns.ownToken(ownScope);
      return fetch(address, {
        headers: { authorization: `Bearer ${token}`, accept: "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((cause: unknown) => {
        throw new AppError("Unavailable", { cause, detail: "the portal does not answer" });
      });
    };
    let answer = await askOnce();
    if (answer.status === 401) {
      // A key may have retired since the token was signed: a new one is signed with the present key.
      signIns.forgetOwnToken(ownScope);
      answer = await askOnce();
    }
    if (answer.status === 404) return undefined;
    if (!answer.ok) {
      throw new AppError("Unavailable", { detail: `the portal answered ${answer.status}` });
    }
    const read = schema.safeParse(await answer.json().catch(() => undefined));
    if (!read.success) {
      const detail = "the portal answered something else";
      throw new AppError("Unavailable", { cause: read.error, detail });
    }
    return read.data;
  }

  /** Binds a call that the portal alone may make, by a token of its own for this one address. */
  function bindPortalCall<S extends z.ZodType>(
    app: FastifyInstance,
    { path, scope, asked }: { readonly path: string; readonly scope: string; readonly asked: S },
    answer: (asked: z.output<S>) => Promise<object | undefined>,
  ): void {
    const audience = `${settings.karteOrigin}${path}`;
    app.get(path, { schema: { hide: true } }, async (request: FastifyRequest, reply) => {
      reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
      if (!(await signIns.isProvider(request, { audience, scope }))) {
        reply.header("www-authenticate", 'Bearer error="invalid_token"');
        return refuse(reply, 401, "invalid_token");
      }
      const { data } = asked.safeParse(request.query);
      if (data === undefined) return refuse(reply, 400, "invalid_request");
      const found = await answer(data);
      if (found === undefined) return refuse(reply, 404, "not_found");
      return reply.send(JSON.stringify(found));
    });
  }

  return {
    signIns,
    trial: () => signIns.trial(ownScope),
    async register(app, { hear, summarise, tellPersonalData, tellLeaving }) {
      await signIns.register(app, async ({ kinds, subject, happenedBefore }) => {
        // What is not known was added since, and is to be ignored.
        const told = kinds.flatMap((kind) => newsOf.get(kind) ?? []);
        // A deletion is told together with the closing, which it includes.
        const isDeleted = told.includes("account-deleted");
        // The logout tokens may come late or, where the portal has forgotten the session, not at all.
        if (told.includes("access-ended")) await signIns.endSessionsOf(subject, happenedBefore);
        for (const news of isDeleted ? (["account-deleted"] as const) : told) {
          await hear(news, subject, happenedBefore);
        }
      });
      bindPortalCall(
        app,
        { path: summariesPath, scope: summaryScope, asked: summaryQuerySchema },
        ({ account, month }) => summarise(account, month),
      );
      bindPortalCall(
        app,
        { path: personalDataPath, scope: personalDataScope, asked: personalDataQuerySchema },
        ({ account }) => tellPersonalData(account),
      );
      bindPortalCall(
        app,
        { path: leavingPath, scope: leavingScope, asked: leavingQuerySchema },
        ({ account }) => tellLeaving(account),
      );
    },
    contracts: {
      read: (account) => ask(account, "contract", contractAnswerSchema),
      member: (account) => ask(account, "member", memberAnswerSchema),
      invoices: async (account) => (await ask(account, "invoices", invoicesAnswerSchema))?.invoices,
    },
  };
}
