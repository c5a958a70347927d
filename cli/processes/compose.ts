import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { systemClock } from "@sekimori/kit-server/clock";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger } from "@sekimori/kit-server/logger";
import { smtpMailer } from "@sekimori/kit-server/mail";
import { sandboxPaymentGateway } from "@sekimori/portal-server/adapters/sandbox-payment";
import { createPortal } from "@sekimori/portal-server/portal";
import type { Tables } from "@sekimori/portal-server/tables";
import { readProcessSettings } from "./settings.ts";

const webFolder = fileURLToPath(new URL("../../portal/web/dist", import.meta.url));

/**
 * Puts together what a portal or worker process consists of, from its environment. Nothing
 * listens and no job runs until the caller starts it; `lifecycle` stops what was started.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function composePortal(name: string, environment: NodeJS.ProcessEnv) {
  const settings = readProcessSettings(environment);
  const logger = createLogger({ name, level: settings.logLevel });
  const lifecycle = createLifecycle({ logger });
  const database = await lifecycle.start(
    "database connections",
    () =>
      openDatabase<Tables>({
        url: settings.databaseUrl.reveal(),
        logger,
        poolSize: settings.databasePool,
        schema: "portal",
      }),
    (opened) => opened.close(),
  );
  const { tlsCertificate, tlsKey } = settings;
  const portal = await createPortal({
    settings,
    database,
    clock: systemClock,
    logger,
    mailer: smtpMailer({
      url: settings.smtpUrl.reveal(),
      requireTls: settings.sekimoriMode === "production",
    }),
    gateway: sandboxPaymentGateway({
      apiOrigin: settings.paymentApiOrigin,
      fieldsUrl: settings.paymentFieldsUrl,
      publishableKey: settings.paymentPublishableKey,
      secretKey: settings.paymentSecretKey.reveal(),
      webhookSecret: settings.paymentWebhookSecret.reveal(),
    }),
    ...(tlsCertificate && tlsKey
      ? { tls: { certificate: tlsCertificate.reveal(), key: tlsKey.reveal() } }
      : {}),
    ...(existsSync(webFolder) ? { webFolder } : {}),
  });
  return { settings, logger, lifecycle, database, portal };
}
