import { consoleErrors } from "@sekimori/console-contract/errors";
import { registerAllowedNetworks } from "@sekimori/kit-server/access/allowed-networks";
import type { Clock } from "@sekimori/kit-server/clock";
import { registerCsrf } from "@sekimori/kit-server/csrf";
import type { Database, Migration } from "@sekimori/kit-server/database";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import { registerHealth } from "@sekimori/kit-server/health";
import {
  type Bind,
  createBinder,
  createHttpServer,
  type SecurityOptions,
} from "@sekimori/kit-server/http";
import { createLimiter, type Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import { createMetrics, type Metrics } from "@sekimori/kit-server/metrics";
import type { RelyingParty } from "@sekimori/kit-server/relying-party";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { registerStaticSite } from "@sekimori/kit-server/static-site";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** What both consoles are given by whoever puts them together. */
export interface SiteParts {
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
  /** Where the process counts; figures of its own unless given. */
  readonly metrics?: Metrics;
  /** The built web application; without it only the API is served. */
  readonly webFolder?: string;
  /** For tests: by which the portal is asked. */
  readonly fetch?: typeof fetch;
}

export interface Site {
  readonly app: FastifyInstance;
  /** Listens. @returns the address. */
  start(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Has balancers send new requests elsewhere: /readyz says 503, all else goes on. */
  leave(): void;
  /** Takes no new requests and finishes the running ones. */
  stop(): Promise<void>;
}

interface SiteOptions extends SiteParts {
  readonly name: string;
  readonly origin: string;
  readonly mode: string;
  readonly allowedNetworks: Parameters<typeof registerAllowedNetworks>[1];
  readonly trustedProxies: readonly string[];
  /** What its pages need beyond their own origin; nothing unless given. */
  readonly security?: SecurityOptions;
  readonly pages: readonly string[];
  readonly unknownPage: string;
  /** The file of the web application that every page is; index.html unless given. */
  readonly page?: string;
  readonly signIns: (limiter: Limiter) => RelyingParty;
  /** Binds every call there is. @returns who calls and what they may. */
  readonly principals: (signIns: RelyingParty) => SitePrincipals;
}

interface SitePrincipals {
  authorise(access: string, request: FastifyRequest): Promise<void>;
  subject(request: FastifyRequest): string | undefined;
  key(request: FastifyRequest): string | undefined;
  bindAll(bind: Bind): void;
}

/** Sessions that are over are removed so often, by every process. */
const purgeEveryMs = 10 * 60_000;

/** Builds the server of a console: everything is bound and ready, nothing listens yet. */
export async function createSite(options: SiteOptions): Promise<Site> {
  const { origin, database, secrets, logger, webFolder, unknownPage } = options;
  const app = await createHttpServer({
    name: options.name,
    origin,
    logger,
    errors: createErrorMapper(consoleErrors),
    trustedProxies: options.trustedProxies,
    clock: options.clock,
    isStaging: options.mode === "staging",
    security: options.security ?? {},
  });
  registerAllowedNetworks(app, options.allowedNetworks, "NetworkNotAllowed");
  const metrics = options.metrics ?? createMetrics();
  registerHealth(app, { database, migrations: options.migrations, metrics });
  const limiter = createLimiter(database.pipeline, secrets.limits);
  const signIns = options.signIns(limiter);
  const principals = options.principals(signIns);
  registerCsrf(app, { secret: secrets.csrf, origin, binding: principals.key });
  const bind = createBinder(app, {
    limiter,
    authorise: principals.authorise,
    presented: principals.key,
    subject: (request, by) => (by === "account" ? principals.subject(request) : undefined),
  });
  principals.bindAll(bind);
  await signIns.register(app);
  if (webFolder !== undefined) {
    const { pages, page } = options;
    await registerStaticSite(app, {
      folder: webFolder,
      pages,
      unknownPage,
      ...(page === undefined ? {} : { page }),
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
