import { registerCsrf } from "@sekimori/kit-server/csrf";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import type { Sequencer } from "@sekimori/kit-server/hash-chain";
import { registerHealth } from "@sekimori/kit-server/health";
import { createBinder, createHttpServer, type TlsMaterial } from "@sekimori/kit-server/http";
import type { CronEntry, Job } from "@sekimori/kit-server/jobs";
import { registerMaintenance } from "@sekimori/kit-server/maintenance";
import { registerStaticSite } from "@sekimori/kit-server/static-site";
import { applicationErrors } from "@sekimori/portal-contract/applications/errors";
import { portalErrors } from "@sekimori/portal-contract/errors";
import { closesCall } from "@sekimori/portal-contract/maintenance";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "./context.ts";
import { createPortalCore, type PortalCoreOptions } from "./core.ts";
import { registerApplications } from "./features/applications/routes.ts";
import { registerChargeReturn } from "./features/billing/charge-return.ts";
import { followMoney } from "./features/billing/money-notice.ts";
import { registerInvoiceDocuments } from "./features/billing/routes.ts";
import { registerLegal } from "./features/legal/routes.ts";
import { registerSummaryOneClick } from "./features/monthly-summary/routes.ts";
import {
  bindOpenId,
  mountProvider,
  registerDevicePath,
  registerInteractionStart,
} from "./features/openid/routes.ts";
import { registerGatewayRoutes } from "./features/payment/gateway-routes.ts";
import { registerScim } from "./features/provisioning/scim-routes.ts";
import { registerPortalReference } from "./features/reference/reference.ts";
import { registerSaml } from "./features/single-sign-on/saml-routes.ts";
import { registerProviderSignOut } from "./features/single-sign-on/sign-out-routes.ts";
import { registerChangePasswordAddress } from "./features/site-configuration/change-password-address.ts";
import { registerPasskeyAddresses } from "./features/site-configuration/passkey-addresses.ts";
import { registerSecurityText } from "./features/site-configuration/security-text.ts";
import { bindFeatures } from "./features.ts";
import { portalMigrations } from "./migrations.ts";

export interface PortalOptions extends PortalCoreOptions {
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
  /** Links events of the audit log while the process lives. */
  startSequencer(): Sequencer;
  /** Listens. @returns the address. */
  start(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Has balancers send new requests elsewhere: /readyz says 503, all else goes on. */
  leave(): void;
  /** Takes no new requests and finishes the running ones. */
  stop(): Promise<void>;
}

/** Connections that the system keeps while a flood is taken in; one it drops comes again after a second. */
const mostWaitingConnections = 4_096;
/** The paths that show the web application, as route patterns. */
const pages = [
  ...Object.values(pagePaths),
  `${pagePaths.karte}/*`,
  `${pagePaths.organisationSignIn}/*`,
];

/**
 * Builds the portal: everything is bound and ready, nothing listens or runs yet. Any number of
 * processes may do so on one database.
 */
export async function createPortal(options: PortalOptions): Promise<Portal> {
  const { settings, database, clock, logger, webFolder } = options;
  const core = await createPortalCore(options);
  const { context, principals, openid } = core;
  const { gateway, captcha } = context;
  // In its frame the application asks our provider silently who is signed in: the frame passes
  // through our own address, and only redirects come from there (pages of ours are never framed).
  const karte =
    settings.karteOrigin === undefined ? [] : [settings.karteOrigin, settings.portalOrigin];
  const app = await createHttpServer({
    name: "Sekimori portal",
    origin: settings.portalOrigin,
    logger,
    errors: createErrorMapper({ ...portalErrors, ...applicationErrors }),
    trustedProxies: settings.trustedProxies,
    clock,
    isStaging: settings.sekimoriMode === "staging",
    loadFactor: settings.limitFactor,
    hasRoom: context.passwords.isQuiet,
    ...(options.tls ? { tls: options.tls } : {}),
    security: {
      frameSrc: [...gateway.fields.frameOrigins, ...karte, ...captcha.origins],
      connectSrc: [...gateway.fields.connectOrigins, ...captcha.origins],
      // How another company names the policies of its own script is its affair.
      trustedTypes: gateway.fields.kind === "script" || captcha.origins.length > 0 ? ["*"] : [],
    },
  });
  registerHealth(app, {
    database,
    migrations: portalMigrations,
    metrics: context.metrics,
  });
  registerCsrf(app, {
    secret: context.digests.csrfSecret,
    origin: settings.portalOrigin,
    binding: principals.key,
  });
  registerMaintenance(app, context.maintenance, closesCall);
  context.reads.register(app);
  const bind = createBinder(app, {
    limiter: context.limiter,
    authorise: principals.authorise,
    presented: principals.key,
    subject: principals.subject,
  });
  app.addHook("onSend", async (request, reply) => principals.forgetEnded(request, reply));
  bindFeatures(bind, context, principals);
  registerLegal(app, bind, context);
  registerInvoiceDocuments(app, context, principals);
  registerSecurityText(app, context);
  registerChangePasswordAddress(app);
  registerPasskeyAddresses(app, context);
  registerPortalReference(app, context);
  await registerSummaryOneClick(app, context);
  await registerGatewayRoutes(app, context, followMoney(context));
  await registerChargeReturn(app, context);
  await registerSaml(app, context);
  await registerProviderSignOut(app, context);
  await registerApplications(app, context);
  await registerScim(app, context);
  bindOpenId(bind, context, openid);
  registerDevicePath(app);
  registerInteractionStart(app);
  await mountProvider(app, context, openid);
  if (webFolder !== undefined) {
    await registerStaticSite(app, {
      folder: webFolder,
      pages,
      unknownPage: pagePaths.pageNotFound,
    });
  }
  app.addHook("onClose", () => core.close());

  return {
    app,
    context,
    jobs: core.jobs,
    cron: core.cron,
    startSequencer: () => core.startSequencer(),
    start: ({ host, port }) => app.listen({ host, port, backlog: mostWaitingConnections }),
    leave: () => {
      app.kit.isLeaving = true;
    },
    stop: () => app.close(),
  };
}
