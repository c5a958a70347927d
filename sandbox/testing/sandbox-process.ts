import { movableClock } from "@sekimori/kit-server/clock";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createSandbox } from "../server/sandbox.ts";
import { testPaymentSettings } from "./test-sandbox.ts";

// A sandbox as a process of its own, for tests that kill it: node sandbox-process.ts <database url> <origin>
const [, , url = "", origin = ""] = process.argv;
const logger = createLogger({ name: "sandbox", level: "silent" });
const sandbox = await createSandbox({
  database: openDatabase({ url, logger }),
  clock: movableClock(),
  origin,
  portalOrigins: ["http://localhost:3000"],
  smtpPort: 0,
  logger,
  settings: { payment: testPaymentSettings },
});
const { smtpPort } = await sandbox.start();
process.stdout.write(`${smtpPort}\n`);
