import { flushCompileCache } from "node:module";
import { composePortal } from "../processes/compose.ts";

/** `sekimori portal`: one HTTP process; any number may run beside each other. */
export async function portal(): Promise<void> {
  const { settings, logger, lifecycle, portal } = await composePortal("portal", process.env);
  lifecycle.stopOnSignal();
  const { listenHost: host, listenPort: port } = settings;
  await lifecycle.start(
    "portal",
    () => portal.start({ host, port }),
    () => portal.stop(),
  );
  logger.info({ host, port }, "listening");
  // Not at the end: a process that is killed would leave nothing for the next.
  flushCompileCache();
}
