import { once } from "node:events";
import { type ConnectionOptions, connect } from "node:tls";
import { issueSelfSigned } from "@sekimori/diagnosis/fixtures/pki/authority";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { expect, inject, onTestFinished, test } from "vitest";
import { report } from "./support/figures.ts";
import { runProcess } from "./support/running-process.ts";
import { productSettings } from "./support/world.ts";

/** What a client that offers this much agrees on with the portal; undefined when it is refused. */
async function agreed(port: number, offer: ConnectionOptions): Promise<string | undefined> {
  // OpenSSL offers old versions and suites only at security level 0.
  const ciphers = `${offer.ciphers ?? "ALL"}:@SECLEVEL=0`;
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...offer, ciphers });
  const outcome = await Promise.race([
    once(socket, "secureConnect").then(() => `${socket.getProtocol()} ${socket.getCipher().name}`),
    new Promise<undefined>((resolve) => socket.once("error", () => resolve(undefined))),
  ]);
  socket.destroy();
  return outcome;
}

test("the portal's own TLS speaks 1.2 and 1.3 with recommended suites, and nothing older", async () => {
  const { servingUrl, sandboxOrigin } = inject("faults");
  const { certificate, key } = await issueSelfSigned({ name: "localhost", key: "rsa2048" });
  const port = await freePort();
  const portal = await runProcess("portal", {
    ...productSettings({
      servingUrl,
      origin: `https://localhost:${port}`,
      smtpPort: 9,
      paymentOrigin: sandboxOrigin,
      sandboxOrigin,
    }),
    LISTEN_PORT: String(port),
    TLS_CERTIFICATE: certificate,
    TLS_KEY: key,
  });
  onTestFinished(() => portal.kill());

  const good = {
    "TLS 1.3": await agreed(port, { minVersion: "TLSv1.3" }),
    "TLS 1.2": await agreed(port, { maxVersion: "TLSv1.2" }),
  };
  const weak: Record<string, ConnectionOptions> = {
    "TLS 1.1": { minVersion: "TLSv1", maxVersion: "TLSv1.1" },
    "TLS 1.0": { minVersion: "TLSv1", maxVersion: "TLSv1" },
    "CBC suites": {
      maxVersion: "TLSv1.2",
      ciphers: "ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES128-SHA",
    },
    "no forward secrecy": { maxVersion: "TLSv1.2", ciphers: "AES128-GCM-SHA256:AES256-GCM-SHA384" },
    "no authentication": { maxVersion: "TLSv1.2", ciphers: "aNULL" },
  };
  const taken: string[] = [];
  for (const [name, offer] of Object.entries(weak)) {
    if ((await agreed(port, offer)) !== undefined) taken.push(name);
  }
  report("tls", {
    ...Object.fromEntries(Object.entries(good).map(([k, v]) => [k, v ?? "refused"])),
    "weak offers": Object.keys(weak).length,
    taken: taken.length,
  });
  expect(good).toEqual({
    "TLS 1.3": "TLSv1.3 TLS_AES_256_GCM_SHA384",
    "TLS 1.2": "TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384",
  });
  expect(taken).toEqual([]);
});
