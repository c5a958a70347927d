import type { World } from "@sekimori/diagnosis/fixtures/world";
import type { MovableClock } from "@sekimori/kit-server/clock";
import type { Logger } from "@sekimori/kit-server/logger";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { PostgresPool } from "kysely";
import { clockRoutes } from "../clock/clock-routes.ts";
import { joinSandboxClock } from "../clock/sandbox-clock.ts";
import { companyRoutes } from "../company/company-routes.ts";
import { controlRoutes } from "../control/control-routes.ts";
import type { DemoSignIn } from "../control/demo-sign-in.ts";
import { openBooks } from "../database/books.ts";
import type { IdentityClient } from "../identity/identity-provider.ts";
import { identityRoutes } from "../identity/identity-routes.ts";
import { samlIdentityRoutes } from "../identity/saml-routes.ts";
import { Arrivals } from "../mailbox/arrivals.ts";
import { mailboxFeed } from "../mailbox/mailbox-feed.ts";
import { mailboxRoutes } from "../mailbox/mailbox-routes.ts";
import { createSmtpSink } from "../mailbox/smtp-sink.ts";
import type { PaymentSettings } from "../payment/settings.ts";
import { answerError } from "./answer-error.ts";
import { ownOriginOnly } from "./own-origin-only.ts";
import { createPaymentCompany } from "./payment-company.ts";
import { refuseProduction } from "./refuse-production.ts";

export interface SandboxSettings {
  readonly payment: PaymentSettings;
  /** Applications that may sign people in by the external identity provider. */
  readonly identityClients?: readonly IdentityClient[] | undefined;
  /** Shown on the control page. */
  readonly demoSignIns?: readonly DemoSignIn[] | undefined;
  /** The sample company's servers, for the page about them. */
  readonly company?: World | undefined;
  /** Further addresses to show on the control page, by name. */
  readonly links?: readonly { readonly name: string; readonly url: string }[] | undefined;
}

export interface SandboxOptions {
  /** With the sandbox's migrations applied. Not closed by the sandbox. */
  readonly database: { readonly pool: PostgresPool };
  readonly clock: MovableClock;
  /** Such as http://localhost:3002; its port is listened on, on loopback. */
  readonly origin: string;
  /** Where the product's pages live: may frame the card fields and be returned to. */
  readonly portalOrigins: readonly string[];
  /** For the SMTP sink, on loopback; 0 lets the system choose. */
  readonly smtpPort: number;
  readonly logger: Logger;
  readonly settings: SandboxSettings;
  /** Where production is looked for; the process's own environment unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface Sandbox {
  readonly app: FastifyInstance;
  /** Takes up the kept clock, then listens for mail and HTTP. Resolves with the SMTP port. */
  start(): Promise<{ readonly smtpPort: number }>;
  /** Ends listening and background work. */
  stop(): Promise<void>;
}

/**
 * The outside world in miniature: mailbox, payment company, identity provider, clock and
 * control page.
 * @throws Error in production.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  refuseProduction(options.environment ?? process.env);
  const { clock, settings, portalOrigins } = options;
  const origin = new URL(options.origin);
  const logger: FastifyBaseLogger = options.logger;
  const books = openBooks(options.database);
  const now = () => clock.now();
  const arrivals = new Arrivals();
  const announce = (to: readonly string[]) => arrivals.announce(to);
  const sink = createSmtpSink({ database: books, now, logger, arrived: announce });
  const payment = createPaymentCompany(
    { database: books, now, origin: origin.origin, portalOrigins, settings: settings.payment },
    logger,
  );
  let smtpPort = options.smtpPort;

  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  app.setErrorHandler(answerError);
  app.addHook("onRequest", ownOriginOnly(origin.origin));
  await app.register(clockRoutes(books, clock));
  await app.register(mailboxFeed({ database: books, arrivals }));
  await app.register(mailboxRoutes(books));
  await app.register(payment.routes);
  const identity = {
    books,
    now,
    origin: origin.origin,
    clients: settings.identityClients ?? [],
    logger,
  };
  await app.register(samlIdentityRoutes(identity, portalOrigins));
  await app.register(identityRoutes(identity));
  await app.register(companyRoutes(settings.company));
  await app.register(
    controlRoutes(() => ({
      now: clock.now(),
      portalOrigins,
      links: settings.links ?? [],
      smtpPort,
      issuer: `${origin.origin}/identity`,
      demoSignIns: settings.demoSignIns ?? [],
    })),
  );

  return {
    app,
    async start() {
      await joinSandboxClock(options.database, clock);
      smtpPort = await sink.start(options.smtpPort);
      payment.loop.start();
      await app.listen({ host: origin.hostname, port: Number(origin.port || 80) });
      return { smtpPort };
    },
    async stop() {
      await app.close();
      await sink.stop();
      await payment.loop.stop();
    },
  };
}
