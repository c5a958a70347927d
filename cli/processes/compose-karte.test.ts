import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import type { Tables } from "@sekimori/karte-server/tables";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWebIfStale } from "../development/web-build.ts";
import { composeKarte, karteWebFolder } from "./compose-karte.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const secret = (name: string) => `${name} of a process that only tests start, long enough`;

let database: TestDatabase<Tables>;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(karteMigrations, "karte");
}, 120_000);
afterAll(() => database.close());

/** A process of karte as `sekimori karte` puts it together. */
async function runningKarte(webFolder?: string) {
  const role = `karte_${randomBytes(6).toString("hex")}`;
  const password = "only-for-tests";
  const administrator = { pool: database.superuser };
  const grant = { ...karteFence, role, password, administrator };
  const url = await prepareServingRole(database, database.url, grant);
  const parts = await composeKarte(
    {
      SEKIMORI_MODE: "development",
      KARTE_DATABASE_URL: url,
      KARTE_ORIGIN: "http://localhost:3001",
      PORTAL_ORIGIN: "http://localhost:3000",
      KARTE_CLIENT_SECRET: secret("client"),
      KARTE_SECRET: secret("karte"),
      KARTE_DATA_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
      SMTP_URL: "smtp://127.0.0.1:9",
      LOG_LEVEL: "fatal",
    },
    webFolder,
  );
  const address = await parts.karte.start({ host: "127.0.0.1", port: 0 });
  return {
    address,
    async stop() {
      await parts.karte.stop();
      await parts.lifecycle.stop();
      await database.superuser.query(`drop owned by ${role}`);
      await database.superuser.query(`drop role ${role}`);
    },
  };
}

describe("a process of karte", () => {
  test("serves the built web app with its files, and the portal may frame it", async () => {
    const karte = await runningKarte(await buildWebIfStale(root, "karte", () => undefined));
    try {
      const page = await fetch(`${karte.address}/site/list`);
      const text = await page.text();
      expect([page.status, page.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      expect(page.headers.get("content-security-policy")).toContain(
        "frame-ancestors http://localhost:3000",
      );
      const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(text) ?? [];
      const file = await fetch(new URL(script, karte.address));
      expect([file.status, file.headers.get("content-type")]).toEqual([
        200,
        expect.stringContaining("javascript"),
      ]);
      expect((await fetch(`${karte.address}/v1/domains`)).status).toBe(401);
    } finally {
      await karte.stop();
    }
  }, 240_000);

  test("answers its API where no web app was built", async () => {
    const karte = await runningKarte("/nowhere");
    try {
      expect((await fetch(`${karte.address}/site/list`)).status).toBe(404);
      expect((await fetch(`${karte.address}/v1/site`)).status).toBe(200);
    } finally {
      await karte.stop();
    }
  });

  test("looks for the web app where the build puts it", () => {
    expect(karteWebFolder).toBe(`${root}karte/web/dist`);
  });
});
