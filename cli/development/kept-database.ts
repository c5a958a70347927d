// A database server that outlives restarts of what uses it: `npm run dev` starts it once.
import { join } from "node:path";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { createLifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger } from "@sekimori/kit-server/logger";

const [dataFolder = ".data"] = process.argv.slice(2);
const logger = createLogger({ name: "database", level: "warn" });
const lifecycle = createLifecycle({ logger });
lifecycle.stopOnSignal();
const server = await lifecycle.start(
  "database server",
  () => startEmbeddedPostgres({ dataDir: join(dataFolder, "postgres"), logger, durable: true }),
  (started) => started.stop(),
);
process.send?.({ databaseUrl: server.url });
