// The sandbox's payment company as a process of its own: <database url> <origin> <latency in ms>
import { setTimeout as pause } from "node:timers/promises";
import { movableClock } from "@sekimori/kit-server/clock";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createSandbox } from "@sekimori/sandbox/server";
import { testPaymentSettings } from "@sekimori/sandbox/testing";

const [, , url = "", origin = "", latency = "0"] = process.argv;
const logger = createLogger({ name: "company", level: "error" });
const sandbox = await createSandbox({
  database: openDatabase({ url, logger, poolSize: 16 }),
  clock: movableClock(),
  origin,
  portalOrigins: ["http://localhost:3000"],
  smtpPort: 0,
  logger,
  // Without an address its notices wait: they are hints, and the answers are complete.
  settings: { payment: testPaymentSettings },
});
const latencyMs = Number(latency);
if (latencyMs > 0) {
  sandbox.app.addHook("onSend", async () => {
    await pause(latencyMs);
  });
}
await sandbox.start();
process.once("SIGTERM", () => process.exit(0));
process.send?.("ready");
