import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request as requestPlainly } from "node:http";
import { type RequestOptions, request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { issueSelfSigned } from "@sekimori/diagnosis/fixtures/pki/authority";
import { wireErrorSchema } from "@sekimori/kit-contract/wire-error";
import { requestFor } from "@sekimori/kit-development/testing";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { report } from "./support/figures.ts";
import { canBeMade, installationAt, unpacked } from "./support/installation.ts";
import { newMember } from "./support/journeys.ts";
import { isInstalled, type ProxyPlaces, proxyKinds, startProxy } from "./support/proxies.ts";
import type { RunningProcess } from "./support/running-process.ts";
import { standingProduct } from "./support/standing.ts";
import { productSettings } from "./support/world.ts";

// Row 49: the examples in deploy, run as they are before a portal of the tarball, which has pages. In karte's place is a
// server that holds a stream open and tells which headers reached it.

const product = standingProduct();

/** An address of this machine that is no proxy of the product's. */
const client = "127.0.0.5";
const claimed = "203.0.113.9";

const answered = async (message: IncomingMessage) => ({
  status: message.statusCode ?? 0,
  headers: message.headers,
  text: await text(message),
});

async function ask(port: number, options: RequestOptions, body = "") {
  const sent = request({
    host: "127.0.0.1",
    port,
    localAddress: client,
    rejectUnauthorized: false,
    servername: "portal.example",
    ...options,
    headers: { host: "portal.example", "content-length": body.length, ...options.headers },
  });
  sent.end(body);
  const [message] = (await once(sent, "response")) as [IncomingMessage];
  return message;
}

async function askPlainly(port: number, path: string) {
  const sent = requestPlainly({
    host: "127.0.0.1",
    port,
    path,
    headers: { host: "portal.example" },
  });
  sent.end();
  const [message] = (await once(sent, "response")) as [IncomingMessage];
  return answered(message);
}

/** Ends a stream only with its server. */
const streams = createServer((incoming, outgoing) => {
  if (incoming.url === "/readyz") {
    outgoing.end("ready");
    return;
  }
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  outgoing.write(`data: ${JSON.stringify(incoming.headers)}\n\n`);
});
let karte = 0;
let certificate: ProxyPlaces["certificate"];
let key: ProxyPlaces["key"];
const portal = await freePort();
let running: RunningProcess | undefined;
const isOneThere = canBeMade && Object.values(proxyKinds).some(isInstalled);
const folder = mkdtempSync(join(tmpdir(), "sekimori-proxies-"));

beforeAll(async () => {
  streams.listen(0, "127.0.0.1");
  await once(streams, "listening");
  karte = (streams.address() as AddressInfo).port;
  ({ certificate, key } = await issueSelfSigned({ name: "portal.example", key: "rsa2048" }));
  if (!isOneThere) return;
  const { servingUrl, sandboxOrigin } = inject("faults");
  mkdirSync(join(folder, "secrets"));
  running = await installationAt(unpacked(folder), join(folder, "secrets")).start(
    "portal",
    {
      ...productSettings({
        servingUrl,
        origin: product.origin,
        smtpPort: 9,
        paymentOrigin: sandboxOrigin,
        sandboxOrigin,
      }),
      LISTEN_PORT: String(portal),
    },
    {},
  );
}, 300_000);
afterAll(async () => {
  await running?.kill();
  streams.closeAllConnections();
  streams.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(proxyKinds))("%s", (name, kind) => {
  const isThere = canBeMade && isInstalled(kind);
  if (!isThere) console.log(`${name} is not tried: it is not installed (Debian: ${kind.debian}).`);
  const proxyTest = test.skipIf(!isThere);
  let secure = 0;
  let plain = 0;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    if (!isThere) return;
    [plain, secure] = [await freePort(), await freePort()];
    const places = { folder: join(folder, kind.program), plain, secure, portal, karte };
    stop = await startProxy(kind, { ...places, certificate, key });
  });
  afterAll(() => stop?.());

  proxyTest("pages are there, over https alone", async () => {
    const page = await answered(
      await ask(secure, { path: "/login", headers: { accept: "text/html" } }),
    );
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const redirected = await askPlainly(plain, "/login?next=1");
    expect(redirected.status).toBe(301);
    expect(redirected.headers.location).toMatch(
      /^https:\/\/portal\.example(:\d+)?\/login\?next=1$/,
    );
    expect((await askPlainly(plain, "/v1/session")).status).toBe(403);
  });

  proxyTest("the audit log has the client's address, and not the one it claims", async () => {
    const { email } = await newMember(product);
    const body = { email, password: "Wrong-password1" };
    const spoofed = {
      "x-forwarded-for": claimed,
      forwarded: `for=${claimed}`,
      "x-real-ip": claimed,
      origin: product.origin,
    };
    const failed = await answered(
      await ask(
        secure,
        {
          method: "POST",
          path: requestFor(signIn, { body }).url,
          headers: {
            ...spoofed,
            "content-type": "application/json",
          },
        },
        JSON.stringify(body),
      ),
    );
    expect(failed.status, failed.text).toBe(400);
    const { rows } = await product.pool.query<{ address: string }>(
      `select host(ip_address) as address from portal.audit_event
       where action = 'sign-in.failed' order by at desc limit 1`,
    );
    expect(rows).toEqual([{ address: client }]);
  });

  proxyTest("what is too large gets the product's own answer", async () => {
    const headers = { origin: product.origin, "content-type": "application/json" };
    const { url: path } = requestFor(signIn, { body: { email: "a@b.test", password: "x" } });
    const body = JSON.stringify({ email: "x".repeat(400_000) });
    const large = await answered(await ask(secure, { method: "POST", path, headers }, body));
    const { error } = wireErrorSchema.parse(JSON.parse(large.text));
    expect([large.status, error.type]).toEqual([400, "InvalidInput"]);
    const cookies = await answered(
      await ask(secure, { path: "/login", headers: { cookie: `a=${"b".repeat(17_000)}` } }),
    );
    expect([cookies.status, wireErrorSchema.parse(JSON.parse(cookies.text)).error.type]).toEqual([
      431,
      "InvalidInput",
    ]);
  });

  proxyTest(
    "a stream's first event arrives while it stays open, and no header is the client's word",
    async () => {
      const stream = await ask(secure, {
        path: "/v1/stream",
        headers: {
          host: "karte.example",
          "x-forwarded-for": claimed,
          "x-forwarded-host": "evil.example",
          "x-forwarded-proto": "http",
          "x-request-id": "chosen-by-the-client",
        },
      });
      const [event] = (await once(stream, "data")) as [Buffer];
      stream.destroy();
      const seen = JSON.parse(event.toString().slice("data: ".length)) as Record<string, string>;
      expect(seen).toMatchObject({
        host: "karte.example",
        "x-forwarded-for": client,
        "x-forwarded-proto": "https",
        "x-request-id": expect.stringMatching(/^[\w.:-]{8,64}$/),
      });
      expect(JSON.stringify(seen)).not.toMatch(/evil|chosen/);
      report("49", { [`${name}: addresses claimed and believed`]: 0 });
    },
  );
});
