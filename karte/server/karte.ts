import { createHmac, hkdfSync } from "node:crypto";
import { karteErrors } from "@sekimori/karte-contract/errors";
import { closesCall } from "@sekimori/karte-contract/maintenance";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { Clock } from "@sekimori/kit-server/clock";
import { registerCsrf } from "@sekimori/kit-server/csrf";
import { bindCursors } from "@sekimori/kit-server/cursors";
import type { ServingDatabase } from "@sekimori/kit-server/database";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import type { Sequencer } from "@sekimori/kit-server/hash-chain";
import { registerHealth } from "@sekimori/kit-server/health";
import { createBinder, createHttpServer, createReplicaReads } from "@sekimori/kit-server/http";
import type { CronEntry, Job } from "@sekimori/kit-server/jobs";
import { createLimiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import { createMailQueue, type Mailer } from "@sekimori/kit-server/mail";
import {
  type MaintenanceWatch,
  neverClosed,
  registerMaintenance,
} from "@sekimori/kit-server/maintenance";
import { createMetrics, type Metrics } from "@sekimori/kit-server/metrics";
import type { Outbound } from "@sekimori/kit-server/outbound";
import { createSealer } from "@sekimori/kit-server/sealing";
import { registerStaticSite } from "@sekimori/kit-server/static-site";
import { unsubscribeTokens } from "@sekimori/kit-server/unsubscribe";
import { createWebhooks } from "@sekimori/kit-server/webhooks";
import type { FastifyInstance } from "fastify";
import { isOneSite } from "./adapters/one-site.ts";
import { ticketSystems } from "./adapters/ticket-systems.ts";
import type { KarteContext } from "./context.ts";
import type { Tables } from "./database/generated/tables.ts";
import { startActivitySequencer } from "./features/activity/linked-activity.ts";
import { alertMailJob } from "./features/alerts/alert-mail.ts";
import { assignedJob, lookAheadJob, raiseJob } from "./features/alerts/alert-worker.ts";
import { contractJob } from "./features/contract/contract-job.ts";
import { tellLeaving } from "./features/contract/leaving.ts";
import { newHostsJob } from "./features/discovery/new-hosts.ts";
import { searchJob } from "./features/discovery/search-worker.ts";
import { bulkJob } from "./features/domains/bulk-worker.ts";
import { registerDigestOneClick } from "./features/overview/digest-subscription.ts";
import { summarise } from "./features/overview/monthly-summary.ts";
import { digestJob, weeklyJob } from "./features/overview/weekly-digest.ts";
import { policyDayJob } from "./features/policies/as-days-pass.ts";
import { createPrincipals } from "./features/principals/principals.ts";
import { purgeJob } from "./features/purge/purge-jobs.ts";
import { reportJob } from "./features/reports/report-worker.ts";
import { monthlyJob } from "./features/reports/schedule-service.ts";
import { createRunFeed, type RunFeed } from "./features/runs/run-feed.ts";
import { bindRunStream } from "./features/runs/run-stream.ts";
import { runJob } from "./features/runs/run-worker.ts";
import { scanFigures } from "./features/runs/scan-figures.ts";
import { newHostsLaterJob } from "./features/runs/start-service.ts";
import { lookJob } from "./features/schedules/look-job.ts";
import { tellPersonalData } from "./features/session/personal-file.ts";
import { streamFigures } from "./features/streams/stream-figures.ts";
import { registerTicketDeliveries } from "./features/tickets/hook-routes.ts";
import { pollJob, ticketJob } from "./features/tickets/ticket-worker.ts";
import { registerCustomerReference } from "./features/tokens/customer-reference.ts";
import { registerTokenAnswers } from "./features/tokens/token-answers.ts";
import { createTokenCalls } from "./features/tokens/token-calls.ts";
import { hearNews } from "./features/workspaces/portal-news.ts";
import { bindFeatures } from "./features.ts";
import { karteMigrations } from "./migrations.ts";
import type { Contracts } from "./ports/contracts.ts";
import type { Examiner } from "./ports/examiner.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { NameFinder } from "./ports/name-finder.ts";
import type { PortalAnswers } from "./ports/portal-answers.ts";
import type { SignIns } from "./ports/sign-ins.ts";
import type { KarteSettings } from "./settings.ts";

export interface KarteOptions {
  readonly settings: KarteSettings;
  /** Open and migrated, as a role that row level security binds; stays the caller's to close. */
  readonly database: ServingDatabase<Tables>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  readonly examiner: Examiner;
  readonly nameFinder: NameFinder;
  readonly contracts: Contracts;
  readonly signIns: SignIns;
  /** By which addresses of customers are called; the caller's to close. */
  readonly outbound: Outbound;
  /** Where files are kept; closed with the server. */
  readonly files: FileStore;
  /** What the operator has closed; stays the caller's to stop. Nothing ever is unless given. */
  readonly maintenance?: MaintenanceWatch;
  /** Adds the routes by which people sign in, and by which the portal tells and asks of them. */
  readonly registerSignIns?: (app: FastifyInstance, answers: PortalAnswers) => Promise<void>;
  /** Why every sign-in would fail; then the process is not ready. */
  readonly hindrance?: () => Promise<string | undefined>;
  /** Where the process counts; figures of its own unless given. */
  readonly metrics?: Metrics;
  /** The built web application; without it only the API is served. */
  readonly webFolder?: string;
}

export interface Karte {
  readonly app: FastifyInstance;
  readonly context: KarteContext;
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
  /** Links entries of the logs of all workspaces while the process lives. */
  startSequencer(): Sequencer;
  /** Listens. @returns the address. */
  start(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Has balancers send new requests elsewhere: /readyz says 503, all else goes on. */
  leave(): void;
  /** Takes no new requests and finishes the running ones. */
  stop(): Promise<void>;
}

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", `sekimori karte ${purpose}`, 32)).toString(
    "base64url",
  );

function createContext(options: KarteOptions, metrics: Metrics, feed: RunFeed): KarteContext {
  const { settings, database, clock, logger, examiner, contracts, signIns, files } = options;
  const sealer = createSealer(settings.karteDataKeys.reveal());
  const unsubscribeKey = derive(settings.karteSecret.reveal(), "unsubscribe");
  return {
    settings,
    db: database.db,
    reads: createReplicaReads({
      database,
      metrics,
      name: "karte_changed",
      origin: settings.karteOrigin,
      inForeignFrame: !isOneSite(settings.karteOrigin, settings.portalOrigin),
    }),
    lastChange: feed.lastChange,
    clock,
    logger,
    limiter: createLimiter(database.pipeline, derive(settings.karteSecret.reveal(), "limits")),
    sealer,
    mail: createMailQueue({ sealer, from: settings.mailFrom, clock }),
    unsubscribeTokens: unsubscribeTokens((subject) =>
      createHmac("sha256", unsubscribeKey).update(subject).digest("base64url"),
    ),
    signIns,
    contracts,
    examiner,
    nameFinder: options.nameFinder,
    files,
    maintenance: options.maintenance ?? neverClosed,
    webhooks: createWebhooks({ sealer, outbound: options.outbound, clock }),
    ticketSystems: ticketSystems({ outbound: options.outbound, clock }),
  };
}

/**
 * Builds karte: everything is bound and ready, nothing listens or runs yet. Any number of processes
 * may do so on one database.
 */
export async function createKarte(options: KarteOptions): Promise<Karte> {
  const { settings, database, clock, logger, mailer, webFolder } = options;
  const metrics = options.metrics ?? createMetrics();
  const feed = createRunFeed(database.sessions, logger);
  if (database.replica !== undefined) feed.hearAll();
  const context = createContext(options, metrics, feed);
  const app = await createHttpServer({
    name: "Sekimori karte",
    origin: settings.karteOrigin,
    logger,
    errors: createErrorMapper(karteErrors),
    trustedProxies: settings.trustedProxies,
    clock,
    isStaging: settings.sekimoriMode === "staging",
    security: { frameAncestors: [settings.portalOrigin] },
  });
  const tokens = createTokenCalls(context);
  const principals = createPrincipals(context, tokens);
  registerHealth(app, {
    database,
    migrations: karteMigrations,
    metrics,
    hindrance: options.hindrance,
  });
  registerCsrf(app, {
    secret: derive(settings.karteSecret.reveal(), "csrf"),
    origin: settings.karteOrigin,
    binding: principals.key,
  });
  registerMaintenance(app, context.maintenance, closesCall);
  context.reads.register(app);
  const bindOne = createBinder(app, {
    limiter: context.limiter,
    authorise: principals.authorise,
    presented: principals.key,
    subject: (request, by) => {
      if (by === "application") return tokens.call(request)?.tokenId;
      return by === "account" ? principals.accountId(request) : undefined;
    },
  });
  const bind = bindCursors(bindOne, derive(settings.karteSecret.reveal(), "cursors"));
  registerTokenAnswers(app, context, tokens);
  bindFeatures(bind, context, principals);
  registerCustomerReference(app);
  await registerDigestOneClick(app, context);
  await registerTicketDeliveries(app, context);
  bindRunStream(bind, context, principals, feed);
  await options.registerSignIns?.(app, {
    hear: hearNews(context),
    summarise: summarise(context),
    tellPersonalData: tellPersonalData(context),
    tellLeaving: tellLeaving(context),
  });
  if (webFolder !== undefined) {
    await registerStaticSite(app, {
      folder: webFolder,
      pages: Object.values(pagePaths),
      unknownPage: pagePaths.pageNotFound,
    });
  }
  app.addHook("onClose", async () => {
    context.limiter.close();
    await feed.close();
    context.files.close();
  });
  scanFigures(context, metrics);
  streamFigures(context, metrics);
  const look = lookJob(context);
  const monthly = monthlyJob(context);
  const ahead = lookAheadJob(context);
  const weekly = weeklyJob(context);
  const purge = purgeJob(context);
  const contract = contractJob(context);
  const poll = pollJob(context);
  const policyDay = policyDayJob(context);
  return {
    app,
    context,
    jobs: [
      context.mail.sendJob(database.db, mailer),
      runJob(context),
      look.job,
      reportJob(context),
      bulkJob(context),
      raiseJob(context),
      assignedJob(context),
      alertMailJob(context),
      ahead.job,
      weekly.job,
      digestJob(context),
      context.webhooks.job(database.db),
      monthly.job,
      contract.job,
      ticketJob(context),
      poll.job,
      policyDay.job,
      searchJob(context),
      newHostsJob(context),
      newHostsLaterJob(context),
      purge.job,
    ],
    cron: [
      look.cron,
      monthly.cron,
      weekly.cron,
      ahead.cron,
      contract.cron,
      poll.cron,
      policyDay.cron,
      purge.cron,
    ],
    startSequencer: () => startActivitySequencer(context, metrics),
    start: ({ host, port }) => app.listen({ host, port }),
    leave: () => {
      app.kit.isLeaving = true;
    },
    stop: () => app.close(),
  };
}
