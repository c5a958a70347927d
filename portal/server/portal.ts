import type { Limit } from "@sekimori/kit-contract/endpoint";
import type { Clock } from "@sekimori/kit-server/clock";
import { tokenCookie } from "@sekimori/kit-server/cookies";
import { registerCsrf } from "@sekimori/kit-server/csrf";
import type { Database } from "@sekimori/kit-server/database";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import { registerHealth } from "@sekimori/kit-server/health";
import { createBinder, createHttpServer, type TlsMaterial } from "@sekimori/kit-server/http";
import type { CronEntry, Job } from "@sekimori/kit-server/jobs";
import { createLimiter, type Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import { createMailQueue, type Mailer } from "@sekimori/kit-server/mail";
import { createSealer } from "@sekimori/kit-server/sealing";
import { registerStaticSite } from "@sekimori/kit-server/static-site";
import { portalErrors } from "@sekimori/portal-contract/errors";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance } from "fastify";
import { chooseBreachedPasswords, chooseCaptcha } from "./adapters/choose.ts";
import { configuredExternalId } from "./adapters/openid-external-identity.ts";
import type { PortalContext, PortalCookies } from "./context.ts";
import type { Tables } from "./database/generated/tables.ts";
import { createDigests } from "./features/credentials/digests.ts";
import { createPasswordHasher } from "./features/credentials/password-hashing.ts";
import { createOpenId } from "./features/openid/openid.ts";
import { openIdJobs } from "./features/openid/openid-jobs.ts";
import { registerPlainForms } from "./features/openid/plain-routes.ts";
import { bindOpenId, mountProvider } from "./features/openid/routes.ts";
import { resetJobs } from "./features/password/reset-job.ts";
import { registerGatewayRoutes } from "./features/payment/gateway-routes.ts";
import { paymentJobs } from "./features/payment/payment-jobs.ts";
import { purgeJobs } from "./features/purge/purge-jobs.ts";
import { registerReference } from "./features/reference/reference.ts";
import { AccountViews } from "./features/session/account-view.ts";
import { createCallers } from "./features/session/callers.ts";
import { registerLegal } from "./features/site/legal-routes.ts";
import { registerSecurityText } from "./features/site/security-text.ts";
import { bindFeatures } from "./features.ts";
import { portalMigrations } from "./migrations.ts";
import type { BreachedPasswords } from "./ports/breached-passwords.ts";
import type { Captcha } from "./ports/captcha.ts";
import type { ExternalIdentityProvider } from "./ports/external-identity.ts";
import type { PaymentGateway } from "./ports/payment-gateway.ts";
import type { PortalSettings } from "./settings.ts";

export interface PortalOptions {
  readonly settings: PortalSettings;
  /** Open and migrated; stays the caller's to close. */
  readonly database: Database<Tables>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  readonly gateway: PaymentGateway;
  /** What the settings name unless given. */
  readonly captcha?: Captcha;
  /** What the settings name unless given. */
  readonly breached?: BreachedPasswords;
  /** The one that the settings name unless given. */
  readonly externalId?: ExternalIdentityProvider;
  /** Speaks TLS itself; otherwise a proxy does. */
  readonly tls?: TlsMaterial;
  /** The built web application; without it only the API is served. */
  readonly webFolder?: string;
}

export interface Portal {
  readonly app: FastifyInstance;
  readonly context: PortalContext;
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
  /** Listens. @returns the address. */
  start(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Has balancers send new requests elsewhere: /readyz says 503, all else goes on. */
  leave(): void;
  /** Takes no new requests and finishes the running ones. */
  stop(): Promise<void>;
}

function createCookies(origin: string): PortalCookies {
  const named = (name: string) => tokenCookie({ name, origin });
  return {
    session: named("sekimori_session"),
    flow: named("sekimori_sign_up"),
    signIn: named("sekimori_sign_in"),
    device: named("sekimori_device"),
    visit: named("sekimori_external_id"),
  };
}

/** The same limiter with every limit multiplied. */
function widenedLimiter(limiter: Limiter, factor: number): Limiter {
  if (factor === 1) return limiter;
  const widen = (limit: Limit): Limit => ({ ...limit, points: limit.points * factor });
  return {
    consume: (name, limit, key) => limiter.consume(name, widen(limit), key),
    forgive: (name, limit, key) => limiter.forgive(name, widen(limit), key),
    toll: (name, limit, key) => limiter.toll(name, widen(limit), key),
    settle: (toll, spent) => limiter.settle(toll, spent),
    close: () => limiter.close(),
  };
}

async function createContext(options: PortalOptions): Promise<PortalContext> {
  const { settings, database, clock, logger } = options;
  const sealer = createSealer(settings.portalDataKeys.reveal());
  const limiter = createLimiter(database.pool);
  const digests = createDigests(
    settings.portalSecret.reveal(),
    settings.portalLookupSecret.reveal(),
  );
  return {
    settings,
    db: database.db,
    pipeline: database.pipeline,
    clock,
    logger,
    limiter: widenedLimiter(limiter, settings.limitFactor),
    sealer,
    digests,
    accountViews: new AccountViews(),
    passwords: await createPasswordHasher(settings.portalPasswordPepper?.reveal()),
    mail: createMailQueue({ sealer, from: settings.mailFrom, clock }),
    mailSender: {
      serviceName: settings.serviceName,
      providerName: { ja: settings.providerNameJa, en: settings.providerNameEn },
      portalOrigin: settings.portalOrigin,
      contactUrl: settings.contactUrl,
    },
    cookies: createCookies(settings.portalOrigin),
    gateway: options.gateway,
    // A challenge passes once, so its limit is not to be widened.
    captcha: options.captcha ?? chooseCaptcha(settings, digests.captchaSecret, limiter),
    breached: options.breached ?? chooseBreachedPasswords(settings, logger),
    externalId: options.externalId ?? configuredExternalId(settings),
  };
}

/** The paths that show the web application, as route patterns. */
const pages = [...Object.values(pagePaths), `${pagePaths.karte}/*`];

/**
 * Builds the portal: everything is bound and ready, nothing listens or runs yet. Any number of
 * processes may do so on one database.
 */
export async function createPortal(options: PortalOptions): Promise<Portal> {
  const { settings, database, clock, logger, mailer, webFolder } = options;
  const context = await createContext(options);
  const { gateway, captcha } = context;
  const karte = settings.karteOrigin === undefined ? [] : [settings.karteOrigin];
  const app = await createHttpServer({
    name: "Sekimori portal",
    origin: settings.portalOrigin,
    logger,
    errors: createErrorMapper(portalErrors),
    trustedProxies: settings.trustedProxies,
    clock,
    ...(options.tls ? { tls: options.tls } : {}),
    security: {
      frameSrc: [gateway.fields.origin, ...karte, ...captcha.origins],
      connectSrc: captcha.origins,
      // How a captcha company names the policies of its own script is its affair.
      trustedTypes: captcha.origins.length > 0 ? ["*"] : [],
    },
  });
  const callers = createCallers(context);
  registerHealth(app, { database, migrations: portalMigrations });
  registerCsrf(app, {
    secret: context.digests.csrfSecret,
    origin: settings.portalOrigin,
    binding: callers.key,
  });
  const bind = createBinder(app, {
    limiter: context.limiter,
    authorise: callers.authorise,
    sessionKey: callers.key,
  });
  bindFeatures(bind, context, callers);
  registerLegal(app, bind, context);
  registerSecurityText(app, context);
  await registerReference(app);
  await registerGatewayRoutes(app, context);
  const openid = createOpenId(context, callers);
  bindOpenId(bind, context, openid);
  await registerPlainForms(app, context, openid);
  await mountProvider(app, context, openid);
  if (webFolder !== undefined) {
    await registerStaticSite(app, {
      folder: webFolder,
      pages,
      unknownPage: pagePaths.pageNotFound,
    });
  }
  app.addHook("onClose", async () => context.limiter.close());

  const payment = paymentJobs(context);
  const purge = purgeJobs(context);
  const openIdWork = openIdJobs(context, openid);
  const send = context.mail.sendJob(database.db, mailer);
  return {
    app,
    context,
    jobs: [send, ...payment.jobs, ...purge.jobs, ...resetJobs(context), ...openIdWork.jobs],
    cron: [...payment.cron, ...purge.cron, ...openIdWork.cron],
    start: ({ host, port }) => app.listen({ host, port }),
    leave: () => {
      app.kit.isLeaving = true;
    },
    stop: () => app.close(),
  };
}
