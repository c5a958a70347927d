import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { testClient } from "@sekimori/kit-development/testing";
import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { registerStaticSite } from "./static-site.ts";

const html = `<!doctype html><html><head><title>App</title>
<script type="module" crossorigin src="/assets/main-Ab12Cd34.js"></script>
<link rel="modulepreload" href="/assets/lib-Ab12Cd34.js">
<link rel="stylesheet" href="/assets/main-Ab12Cd34.css"></head><body></body></html>`;
const script = "console.log('app');".repeat(100);

let app: FastifyInstance;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), html);
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  await writeFile(join(folder, "assets/main-Ab12Cd34.js"), script);
  await writeFile(join(folder, "assets/main-Ab12Cd34.js.br"), brotliCompressSync(script));
  app = await sampleServer({
    origin: "https://portal.example",
    security: { frameSrc: ["https://karte.example"], connectSrc: ["https://api.example"] },
  });
  await registerStaticSite(app, {
    folder,
    pages: ["/login", "/third-party/karte/*", "/page-not-found"],
    unknownPage: "/page-not-found",
  });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const asBrowser = { accept: "text/html,application/xhtml+xml" };

describe("a page", () => {
  test.each(["/login", "/login?next=1", "/third-party/karte/group/list"])(
    "%s is the application under a policy with its own nonce",
    async (url) => {
      const answer = await testClient(app).request({ url, headers: asBrowser });
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-store");
      const policy = String(answer.headers["content-security-policy"]);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(Buffer.from(nonce, "base64")).toHaveLength(16);
      expect(answer.text.split(`nonce="${nonce}"`)).toHaveLength(5);
      expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic';`);
      expect(policy).toContain("frame-src https://karte.example;");
      expect(policy).toContain("connect-src 'self' https://api.example;");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(answer.headers["x-frame-options"]).toBe("DENY");
      expect(answer.headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(answer.headers["permissions-policy"]).toContain("camera=()");
    },
  );

  test("is sent compressed to a browser that takes it, and as it is to others", async () => {
    const ask = (accepted: string) =>
      app.inject({ url: "/login", headers: { ...asBrowser, "accept-encoding": accepted } });
    const small = await ask("gzip, deflate, br");
    expect(small.headers["content-encoding"]).toBe("br");
    expect(small.headers["content-type"]).toContain("text/html");
    expect(small.headers.vary).toMatch(/accept-encoding/i);
    expect(brotliDecompressSync(small.rawPayload).toString()).toContain("<title>");
    for (const accepted of ["", "gzip", "br;q=0"]) {
      const plain = await ask(accepted);
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(plain.headers.vary).toMatch(/accept-encoding/i);
      expect(plain.payload).toContain("<title>");
    }
  });

  test("has a new nonce each time", async () => {
    const first = await testClient(app).request({ url: "/login" });
    const second = await testClient(app).request({ url: "/login" });
    expect(first.text).not.toBe(second.text);
  });

  test.each([
    ["/login/", "/login"],
    ["/Login?login_hint=A%40b.jp", "/login?login_hint=A%40b.jp"],
    ["/LOGIN//", "/login"],
    ["//login", "/page-not-found"],
  ])("typed as %s is at %s", async (url, location) => {
    const answer = await testClient(app).request({ url, headers: asBrowser });
    expect([answer.status, answer.headers.location]).toEqual([302, location]);
  });

  test("that says there is no such page answers 404", async () => {
    const answer = await testClient(app).request({ url: "/page-not-found", headers: asBrowser });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("<title>App</title>");
  });

  test("that nobody knows is redirected; an API address is a JSON 404", async () => {
    const unknown = await testClient(app).request({ url: "/no/such", headers: asBrowser });
    expect([unknown.status, unknown.headers.location]).toEqual([302, "/page-not-found"]);
    const api = await testClient(app).request({ url: "/v1/no-such", headers: asBrowser });
    expect([api.status, api.error().type]).toEqual([404, "NotFound"]);
    const data = await testClient(app).request({ url: "/no/such.png" });
    expect(data.status).toBe(404);
  });
});

describe("an asset", () => {
  const url = "/assets/main-Ab12Cd34.js";

  test("with a hash in its name is kept for a year", async () => {
    const answer = await testClient(app).request({ url });
    expect(answer.text).toBe(script);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers["content-type"]).toContain("javascript");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("is sent compressed to a browser that takes it", async () => {
    const answer = await app.inject({ url, headers: { "accept-encoding": "br, gzip" } });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.headers["cache-control"]).toContain("immutable");
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  });

  test("without a hash is checked again after an hour", async () => {
    const answer = await testClient(app).request({ url: "/favicon.svg" });
    expect(answer.headers["cache-control"]).toBe("public, max-age=3600");
  });

  test.each(["/assets/../index.html", "/assets/%2e%2e/%2e%2e/etc/passwd", "/index.html"])(
    "%s leads nowhere",
    async (path) => {
      const answer = await app.inject({ url: path });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});

test("on a staging installation every page says so, in both languages and before its scripts", async () => {
  const staging = await sampleServer({ isStaging: true });
  await registerStaticSite(staging, { folder, pages: ["/login"] });
  const { text } = await testClient(staging).request({ url: "/login", headers: asBrowser });
  expect(text).toMatch(/<body><aside class="staging-notice"[\s\S]*検証環境[\s\S]*Staging/);
  const normal = await testClient(app).request({ url: "/login", headers: asBrowser });
  expect(normal.text).not.toContain("staging");
  await staging.close();
});
