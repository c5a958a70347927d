// A worker that a test can kill: it takes runs until it dies. The engine's part is played by a record
// of what it once streamed.
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "@sekimori/kit-server/clock";
import { openServingDatabase } from "@sekimori/kit-server/database";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLogger } from "@sekimori/kit-server/logger";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { parseSettings } from "@sekimori/kit-server/settings";
import { pastRuns } from "@sekimori/sandbox/company/history";
import { databaseFiles } from "../adapters/database-files.ts";
import type { Tables } from "../database/generated/tables.ts";
import { createKarte } from "../karte.ts";
import { karteFence } from "../migrations.ts";
import type { Examiner } from "../ports/examiner.ts";
import { karteSettingsSchema } from "../settings.ts";
import { testEnvironment } from "./test-environment.ts";

/** How long one examination takes; long enough to be killed in the middle. */
const examinationMs = 400;

const [past] = await pastRuns(new Date());
if (past === undefined) throw new Error("nothing was recorded");

const examiner: Examiner = {
  name: (text) => ({ host: text, domain: text }),
  nameRules: { fixtures: true, optOut: [] },
  prove: () => Promise.reject(new Error("nothing is proved here")),
  async *examine({ scanId, target }) {
    const { result, findings, assets } = past;
    for (const finding of findings) {
      await pause(examinationMs / findings.length);
      yield { type: "finding", finding };
    }
    for (const asset of assets) yield { type: "asset", asset };
    yield { type: "result", result: { ...result, scanId, target } };
  },
};

const logger = createLogger({ name: "worker", level: "silent" });
const database = openServingDatabase<Tables>({
  url: process.env.WORKER_DATABASE ?? "",
  fence: karteFence,
  logger,
  schema: "karte",
  plans: "each",
});
const never = () => Promise.reject(new Error("nobody signs in here"));
const outside = { outbound: createOutbound({ production: true }) };
const karte = await createKarte({
  settings: parseSettings(karteSettingsSchema, testEnvironment),
  database,
  clock: systemClock,
  logger,
  mailer: { send: async () => undefined, close: () => undefined },
  examiner,
  nameFinder: {
    hasCertificateLog: false,
    lookUp: async () => [],
    namesOf: async () => [],
    logged: async () => [],
  },
  contracts: { read: never, member: never, invoices: never },
  files: databaseFiles(database.db),
  ...outside,
  signIns: {
    key: () => undefined,
    session: never,
    signOut: never,
    purge: async () => 0,
  },
});
await startWorker({
  database,
  jobs: karte.jobs,
  cron: [],
  clock: systemClock,
  logger,
  concurrency: 4,
});
process.send?.("working");
