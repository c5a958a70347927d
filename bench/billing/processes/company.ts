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
// A company that is far away answers so long after it was asked, whatever of it is its own work.
const latencyMs = Number(latency);
const askedAt = new WeakMap<object, number>();
let inFlight = 0;
let mostInFlight = 0;
sandbox.app.addHook("onRequest", async (request, reply) => {
  askedAt.set(request, performance.now());
  inFlight += 1;
  mostInFlight = Math.max(mostInFlight, inFlight);
  // Not at its answer: whoever was killed waits for none any more.
  reply.raw.once("close", () => {
    inFlight -= 1;
  });
});
sandbox.app.addHook("onSend", async (request) => {
  const left = latencyMs - (performance.now() - (askedAt.get(request) ?? 0));
  if (left > 0) await pause(left);
});
process.on("message", () => process.send?.(mostInFlight));
await sandbox.start();
process.once("SIGTERM", () => process.exit(0));
process.send?.("ready");
