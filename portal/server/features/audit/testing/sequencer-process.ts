import { systemClock } from "@sekimori/kit-server/clock";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createMetrics } from "@sekimori/kit-server/metrics";
import type { Tables } from "../../../database/generated/tables.ts";
import { startAuditSequencer } from "../linked-audit.ts";

// A process that links and does nothing else, for tests that end or stop it from outside.
const [url = "", leaseMs] = process.argv.slice(2);
const logger = createLogger({ name: "sequencer", level: "silent" });
const database = openDatabase<Tables>({ url, logger, poolSize: 2, schema: "portal" });
startAuditSequencer(
  { db: database.db, clock: systemClock, logger, metrics: createMetrics() },
  Number(leaseMs),
);
process.send?.("started");
