import { consoleErrors } from "@sekimori/console-contract/errors";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { registerAllowedNetworks } from "@sekimori/kit-server/access/allowed-networks";
import type { Clock } from "@sekimori/kit-server/clock";
import { registerCsrf } from "@sekimori/kit-server/csrf";
import type { Database, Migration } from "@sekimori/kit-server/database";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import { registerHealth } from "@sekimori/kit-server/health";
import { createBinder, createHttpServer } from "@sekimori/kit-server/http";
import { createLimiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import { createMetrics, type Metrics } from "@sekimori/kit-server/metrics";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { registerStaticSite } from "@sekimori/kit-server/static-site";
import type { FastifyInstance } from "fastify";
import { portalSignIns } from "./adapters/portal.ts";
import { bindBilling } from "./features/billing/routes.ts";
import { bindMaintenance } from "./features/maintenance/routes.ts";
import { bindMembers } from "./features/members/routes.ts";
import { bindMonth } from "./features/month/routes.ts";
import { createPrincipals } from "./features/principals/principals.ts";
import { bindRequests } from "./features/requests/routes.ts";
import { bindSession } from "./features/session/routes.ts";
import { bindStaff } from "./features/staff/routes.ts";
import { bindWork } from "./features/work/routes.ts";
import type { Billing } from "./ports/billing.ts";
import type { Maintenance } from "./ports/maintenance.ts";
import type { Members } from "./ports/members.ts";
import type { Month } from "./ports/month.ts";
import type { Requests } from "./ports/requests.ts";
import type { Staff } from "./ports/staff.ts";
import type { Work } from "./ports/work.ts";
import type { ConsoleSettings } from "./settings.ts";

export interface ConsoleOptions {
  readonly settings: ConsoleSettings;
  /** Where sessions and limits stand; open and migrated, stays the caller's to close. */
  readonly database: Pick<Database<unknown>, "pool" | "pipeline">;
  /** What has to be applied before this process is ready. */
  readonly migrations: readonly Migration[];
  /** Seals what sessions keep. */
  readonly sealer: Sealer;
  /** Two keys of the console's own, from which nothing else is signed. */
  readonly secrets: { readonly csrf: string; readonly limits: string };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly members: Members;
  readonly billing: Billing;
  readonly month: Month;
  readonly requests: Requests;
  readonly work: Work;
  readonly maintenance: Maintenance;
  readonly staff: Staff;
  /** Where the process counts; figures of its own unless given. */
  readonly metrics?: Metrics;
  /** The built web application; without it only the API is served. */
  readonly webFolder?: string;
  /** For tests: by which the portal is asked. */
  readonly fetch?: typeof fetch;
}

export interface Console {
  readonly app: FastifyInstance;
  /** Listens. @returns the address. */
  start(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Has balancers send new requests elsewhere: /readyz says 503, all else goes on. */
  leave(): void;
  /** Takes no new requests and finishes the running ones. */
  stop(): Promise<void>;
}

/** Sessions that are over are removed so often, by every process. */
const purgeEveryMs = 10 * 60_000;

/** Builds the operator's console: everything is bound and ready, nothing listens yet. */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const {
    settings,
    database,
    secrets,
    logger,
    members,
    billing,
    month,
    requests,
    work,
    maintenance,
    staff,
    webFolder,
  } = options;
  const app = await createHttpServer({
    name: "Sekimori console",
    origin: settings.consoleOrigin,
    logger,
    errors: createErrorMapper(consoleErrors),
    trustedProxies: settings.trustedProxies,
    clock: options.clock,
    isStaging: settings.sekimoriMode === "staging",
    security: {},
  });
  registerAllowedNetworks(app, settings.consoleAllowedNetworks, "NetworkNotAllowed");
  const metrics = options.metrics ?? createMetrics();
  registerHealth(app, { database, migrations: options.migrations, metrics });
  const limiter = createLimiter(database.pipeline, secrets.limits);
  const signIns = portalSignIns({ ...options, limiter });
  const refundAlone = settings.consoleRefundAlone;
  const services = { staff, members, billing, month, requests, work, maintenance };
  const context = { ...services, signIns, refundAlone };
  const principals = createPrincipals(context);
  registerCsrf(app, {
    secret: secrets.csrf,
    origin: settings.consoleOrigin,
    binding: principals.key,
  });
  const bind = createBinder(app, {
    limiter,
    authorise: principals.authorise,
    presented: principals.key,
    subject: (request, by) => (by === "account" ? principals.subject(request) : undefined),
  });
  bindSession(bind, context, principals);
  bindMembers(bind, context, principals);
  bindBilling(bind, context, principals);
  bindMonth(bind, context, principals);
  bindRequests(bind, context, principals);
  bindStaff(bind, context, principals);
  bindWork(bind, context, principals);
  bindMaintenance(bind, context, principals);
  await signIns.register(app);
  if (webFolder !== undefined) {
    await registerStaticSite(app, {
      folder: webFolder,
      pages: Object.values(pagePaths),
      unknownPage: pagePaths.pageNotFound,
    });
  }
  const purge = setInterval(() => {
    signIns.purge().catch((error: unknown) => logger.warn({ err: error }, "sessions not purged"));
  }, purgeEveryMs).unref();
  app.addHook("onClose", async () => {
    clearInterval(purge);
    limiter.close();
  });
  return {
    app,
    start: ({ host, port }) => app.listen({ host, port }),
    leave: () => {
      app.kit.isLeaving = true;
    },
    stop: () => app.close(),
  };
}
