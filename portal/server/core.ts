import type { Limit } from "@sekimori/kit-contract/endpoint";
import type { Clock } from "@sekimori/kit-server/clock";
import { tokenCookie } from "@sekimori/kit-server/cookies";
import type { Database, Replica } from "@sekimori/kit-server/database";
import type { Sequencer } from "@sekimori/kit-server/hash-chain";
import { createReplicaReads } from "@sekimori/kit-server/http";
import type { CronEntry, Job } from "@sekimori/kit-server/jobs";
import { createLimiter, type Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import { createMailQueue, type Mailer } from "@sekimori/kit-server/mail";
import { watchMaintenance } from "@sekimori/kit-server/maintenance";
import { createMetrics, type Metrics } from "@sekimori/kit-server/metrics";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";
import { createSealer } from "@sekimori/kit-server/sealing";
import { createWebhooks } from "@sekimori/kit-server/webhooks";
import { chooseBreachedPasswords, chooseCaptcha } from "./adapters/choose.ts";
import { dnsTextRecords } from "./adapters/dns-text-records.ts";
import {
  configuredExternalId,
  organisationProviders,
} from "./adapters/openid-external-identity.ts";
import { nodeSaml } from "./adapters/saml/saml.ts";
import type { PortalContext, PortalCookies } from "./context.ts";
import type { Tables } from "./database/generated/tables.ts";
import { AccountViews } from "./features/account/account-view.ts";
import { applicationEventJob } from "./features/applications/event-job.ts";
import { auditJobs } from "./features/audit/checkpoint-jobs.ts";
import { startAuditSequencer } from "./features/audit/linked-audit.ts";
import { billingJobs } from "./features/billing/billing-run.ts";
import { chargeUnpaid, requireOwedAsShown } from "./features/billing/charge-unpaid.ts";
import { encloseDocuments } from "./features/billing/enclosed-documents.ts";
import { moneyFigures } from "./features/billing/money-figures.ts";
import { useTrialOfCard } from "./features/contract/card-in-trial.ts";
import { contractJobs } from "./features/contract/contract-jobs.ts";
import { createDigests, type Digests } from "./features/credentials/digests.ts";
import {
  createPasswordHasher,
  type PasswordHasher,
} from "./features/credentials/password-hashing.ts";
import { exportJobs } from "./features/data-export/export-service.ts";
import { setMaintenance } from "./features/maintenance/maintenance.ts";
import { summaryJobs } from "./features/monthly-summary/summary-jobs.ts";
import { createOpenId, type OpenId } from "./features/openid/openid.ts";
import { openIdJobs } from "./features/openid/openid-jobs.ts";
import { dataKeyJobs } from "./features/operator/data-key-job.ts";
import { operatorEventJob } from "./features/operator/operator-events.ts";
import { organisationJobs } from "./features/organisation/organisation-jobs.ts";
import { ruleJobs } from "./features/organisation/rule-reminders.ts";
import { resetJobs } from "./features/password/reset-job.ts";
import { cardUpkeep } from "./features/payment/card-upkeep.ts";
import { createPrincipals, type Principals } from "./features/principals/principals.ts";
import { provisioningJobs } from "./features/provisioning/provisioning-jobs.ts";
import { purgeJobs } from "./features/purge/purge-jobs.ts";
import { recoveryJobs } from "./features/recovery/recovery-jobs.ts";
import { ruleEnforcement } from "./features/sign-in/enforce-rules.ts";
import { guessingJobs } from "./features/sign-in/guessing-job.ts";
import { sessionLengthJobs } from "./features/sign-in/session-length.ts";
import { advancePaymentStep } from "./features/sign-up/advance-payment-step.ts";
import { singleSignOnJobs } from "./features/single-sign-on/single-sign-on-jobs.ts";
import { searchJobs } from "./features/support/account-search.ts";
import type { BreachedPasswords } from "./ports/breached-passwords.ts";
import type { Captcha } from "./ports/captcha.ts";
import type { ExternalIdentityProvider } from "./ports/external-identity.ts";
import type { PaymentGateway } from "./ports/payment-gateway.ts";
import type { TextRecords } from "./ports/text-records.ts";
import type { PortalSettings } from "./settings.ts";

export interface PortalCoreOptions {
  readonly settings: PortalSettings;
  /** Open and migrated; stays the caller's to close. */
  readonly database: Database<Tables> & { readonly replica?: Replica<Tables> | undefined };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** The process's figures; of its own unless given. */
  readonly metrics?: Metrics;
  readonly gateway: PaymentGateway;
  /** What checks passwords; threads of its own unless given. */
  readonly passwords?: PasswordHasher;
  /** What the settings name unless given. */
  readonly captcha?: Captcha;
  /** What the settings name unless given. */
  readonly breached?: BreachedPasswords;
  /** What asks the DNS; the name servers of the settings unless given. */
  readonly textRecords?: TextRecords;
  /** The one that the settings name unless given. */
  readonly externalId?: ExternalIdentityProvider;
  /** What calls applications' addresses; the public internet only unless given. */
  readonly outbound?: Outbound;
}

/** The portal without HTTP: what features work with, and the jobs that follow from them. */
export interface PortalCore {
  readonly context: PortalContext;
  readonly principals: Principals;
  readonly openid: OpenId;
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
  /** Links events of the audit log while the process lives: every portal and worker does so. */
  startSequencer(): Sequencer;
  /** Frees what the core holds; the database stays open. */
  close(): Promise<void>;
}

function createCookies(origin: string, digests: Digests): PortalCookies {
  const named = (name: string) => tokenCookie({ name, origin });
  const trusting = (name: string) =>
    tokenCookie({ name: `sekimori_trust_${name}`, origin, tokens: 2 });
  const trustPrefix = trusting("").name;
  return {
    session: named("sekimori_session"),
    flow: named("sekimori_sign_up"),
    signIn: named("sekimori_sign_in"),
    device: named("sekimori_device"),
    reset: named("sekimori_reset"),
    passkey: named("sekimori_passkey"),
    visit: named("sekimori_external_id"),
    joining: named("sekimori_joining"),
    trust: (accountId) => trusting(digests.token("trust cookie", accountId).slice(0, 16)),
    trustsIn: ({ cookies }) =>
      Object.keys(cookies)
        .filter((name) => name.startsWith(trustPrefix))
        .map((name) => trusting(name.slice(trustPrefix.length))),
  };
}

/** The same limiter with every limit multiplied. */
function widenedLimiter(limiter: Limiter, factor: number): Limiter {
  if (factor === 1) return limiter;
  const widen = (limit: Limit): Limit => ({ ...limit, points: limit.points * factor });
  return {
    reserve: (asks) => limiter.reserve(asks.map((ask) => ({ ...ask, limit: widen(ask.limit) }))),
    consume: (name, limit, key, within) => limiter.consume(name, widen(limit), key, within),
    consumeAll: (name, limits, key) => limiter.consumeAll(name, limits.map(widen), key),
    forgive: (name, limit, key) => limiter.forgive(name, widen(limit), key),
    forget: (counters) => limiter.forget(counters),
    counters: (name, limit, key, within) => limiter.counters(name, widen(limit), key, within),
    check: (counters, spent) => limiter.check(counters, spent),
    close: () => limiter.close(),
  };
}

async function createContext(options: PortalCoreOptions): Promise<PortalContext> {
  const { settings, database, clock, logger } = options;
  const sealer = createSealer(settings.portalDataKeys.reveal());
  const digests = createDigests(
    settings.portalSecret.reveal(),
    settings.portalLookupSecret.reveal(),
  );
  const outbound = options.outbound ?? createOutbound({ production: true });
  const metrics = options.metrics ?? createMetrics();
  const limiter = createLimiter(database.pipeline, digests.limitSecret);
  const passwords =
    options.passwords ??
    (await createPasswordHasher(settings.portalPasswordPepper?.reveal(), metrics));
  const maintenance = await watchMaintenance({
    read: async () =>
      (await setMaintenance(database.db)).map(({ startedBy: _, ...shown }) => shown),
    clock,
    logger,
    metrics,
  });
  return {
    settings,
    maintenance,
    db: database.db,
    reads: createReplicaReads({
      database,
      metrics,
      name: "sekimori_changed",
      origin: settings.portalOrigin,
    }),
    pipeline: database.pipeline,
    clock,
    logger,
    limiter: widenedLimiter(limiter, settings.limitFactor),
    sealer,
    digests,
    accountViews: new AccountViews(),
    passwords,
    metrics,
    mail: createMailQueue({ sealer, from: settings.mailFrom, clock, metrics }),
    mailSender: {
      serviceName: settings.serviceName,
      providerName: { ja: settings.providerNameJa, en: settings.providerNameEn },
      portalOrigin: settings.portalOrigin,
      contactUrl: settings.contactUrl,
    },
    outbound,
    webhooks: createWebhooks({ sealer, outbound, clock }),
    cookies: createCookies(settings.portalOrigin, digests),
    gateway: options.gateway,
    onCardRegistered: [advancePaymentStep, useTrialOfCard, chargeUnpaid],
    onCardAsked: requireOwedAsShown,
    // A challenge passes once, so its limit is not to be widened.
    captcha:
      options.captcha ??
      chooseCaptcha(settings, digests.captchaSecret, limiter, passwords.isCongested),
    breached: options.breached ?? chooseBreachedPasswords(settings, logger),
    textRecords: options.textRecords ?? dnsTextRecords(settings.domainNameServers),
    externalId: options.externalId ?? configuredExternalId(settings),
    organisationProvider: organisationProviders(outbound),
    saml: nodeSaml,
  };
}

/** Builds what both kinds of processes need, those that answer HTTP and those that run jobs. */
export async function createPortalCore(options: PortalCoreOptions): Promise<PortalCore> {
  const context = await createContext(options);
  moneyFigures(context);
  const principals = createPrincipals(context);
  const openid = createOpenId(context, principals);
  const audit = auditJobs(context);
  const billing = billingJobs(context);
  const contract = contractJobs(context);
  const organisation = organisationJobs(context);
  const rules = ruleJobs(context);
  const enforcement = ruleEnforcement(context);
  const singleSignOn = singleSignOnJobs(context);
  const payment = cardUpkeep(context);
  const provisioning = provisioningJobs(context);
  const purge = purgeJobs(context);
  const recovery = recoveryJobs(context);
  const summaries = summaryJobs(context);
  const search = searchJobs(context);
  const openIdWork = openIdJobs(context, openid);
  const send = context.mail.sendJob(options.database.db, options.mailer, encloseDocuments(context));
  return {
    context,
    principals,
    openid,
    jobs: [
      send,
      ...audit.jobs,
      ...contract.jobs,
      ...billing.jobs,
      ...organisation.jobs,
      ...payment.jobs,
      ...provisioning.jobs,
      ...purge.jobs,
      ...recovery.jobs,
      ...rules.jobs,
      ...enforcement.jobs,
      ...singleSignOn.jobs,
      ...summaries.jobs,
      ...search.jobs,
      ...exportJobs(context),
      ...dataKeyJobs(context),
      ...resetJobs(context),
      ...guessingJobs(context),
      ...sessionLengthJobs(context),
      ...openIdWork.jobs,
      applicationEventJob(context),
      operatorEventJob(context),
      context.webhooks.job(options.database.db),
    ],
    cron: [
      ...audit.cron,
      ...contract.cron,
      ...billing.cron,
      ...organisation.cron,
      ...payment.cron,
      ...provisioning.cron,
      ...purge.cron,
      ...recovery.cron,
      ...rules.cron,
      ...enforcement.cron,
      ...singleSignOn.cron,
      ...summaries.cron,
      ...search.cron,
      ...openIdWork.cron,
    ],
    startSequencer: () => startAuditSequencer(context),
    async close() {
      context.maintenance.stop();
      await openid.close();
      await context.limiter.close();
      await context.outbound.close();
    },
  };
}
