import { flushCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { composePortal } from "../processes/compose.ts";

/** `sekimori portal`: one HTTP process; any number may run beside each other. */
export async function portal(): Promise<void> {
  const { settings, logger, lifecycle, portal } = await composePortal("portal", process.env);
  lifecycle.stopOnSignal();
  const { listenHost: host, listenPort: port, drainSeconds } = settings;
  await lifecycle.start(
    "portal",
    () => portal.start({ host, port }),
    async () => {
      // A connection that waits to be accepted when the socket closes is reset: first everybody
      // who asks for readiness must have heard that this process leaves.
      portal.leave();
      await pause(drainSeconds * 1_000);
      await portal.stop();
    },
  );
  logger.info({ host, port }, "listening");
  // Not at the end: a process that is killed would leave nothing for the next.
  flushCompileCache();
}
