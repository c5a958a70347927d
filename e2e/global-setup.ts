import { freePort } from "@sekimori/kit-development/testing/free-port";
import type { TestProject } from "vitest/node";
import { clearFindings } from "./support/accessibility.ts";
import { startGuestApplication } from "./support/guest-application.ts";
import { runProduct } from "./support/running-product.ts";

/** One product for all journeys, with an embedded application; each test brings its own people. */
export default async function setup(project: TestProject) {
  clearFindings();
  const guestPort = await freePort();
  const product = await runProduct({
    // Each person's browser names a network of its own; see support/test.ts.
    TRUSTED_PROXIES: "127.0.0.1,::1",
    KARTE_ORIGIN: `http://localhost:${guestPort}`,
  });
  const guest = await startGuestApplication(guestPort, product.portalOrigin);
  project.provide("portalOrigin", product.portalOrigin);
  project.provide("sandboxOrigin", product.sandboxOrigin);
  return async () => {
    await guest.stop();
    await product.stop();
  };
}
