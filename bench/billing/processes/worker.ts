// A worker that bills and does nothing else, so that mails are queued and stay: <database url> <company>
import { openDatabase } from "@sekimori/kit-server/database";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { sandboxPaymentGateway } from "@sekimori/portal-server/adapters/sandbox-payment";
import { createPortalCore } from "@sekimori/portal-server/core";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import type { Tables } from "@sekimori/portal-server/tables";
import { testPaymentSettings } from "@sekimori/sandbox/testing";
import { day, environment } from "../run.ts";

const [, , url = "", companyOrigin = ""] = process.argv;
const logger = createLogger({ name: "worker", level: "error" });
// Goes on from the month's first minutes, and is moved by nobody: as in production, no job looks for
// others that a moved clock made due.
const ahead = Date.parse(`${day}T00:10:00+09:00`) - Date.now();
const clock = { now: () => new Date(Date.now() + ahead) };
const database = openDatabase<Tables>({ url, logger, poolSize: 20, schema: "portal" });
const core = await createPortalCore({
  settings: parseSettings(portalSettingsSchema, environment),
  database,
  clock,
  logger,
  mailer: { send: async () => undefined, close: () => undefined },
  gateway: sandboxPaymentGateway({
    apiOrigin: companyOrigin,
    fieldsUrl: `${companyOrigin}/payment/fields`,
    publishableKey: testPaymentSettings.publishableKey,
    secretKey: testPaymentSettings.secretKey,
    webhookSecret: testPaymentSettings.webhookSecret,
  }),
});
const billing = ["portal.bill-day", "portal.charge-now", "portal.collect-payments"];
await startWorker({
  database,
  clock,
  logger,
  jobs: core.jobs.filter(({ name }) => billing.includes(name)),
});
process.once("SIGTERM", () => process.exit(0));
process.send?.("ready");
