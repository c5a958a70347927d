import { z } from "zod";
import { systemClock } from "../clock/clock.ts";
import { openDatabase } from "../database/database.ts";
import { createLogger } from "../logger/logger.ts";
import { defineJob, startWorker } from "./jobs.ts";

/** A worker for the jobs' test: takes one job, says so, and never finishes it. */
const logger = createLogger({ name: "child", level: "silent" });
const greet = defineJob("greet", z.object({ name: z.string() }), async () => {
  process.stdout.write("begun\n");
  await new Promise(() => undefined);
});
await startWorker({
  database: openDatabase({ url: process.argv[2] ?? "", logger }),
  jobs: [greet],
  clock: systemClock,
  logger,
});
