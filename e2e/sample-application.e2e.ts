import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { systemClock } from "@sekimori/kit-server/clock";
import { migrate, openDatabase } from "@sekimori/kit-server/database";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger } from "@sekimori/kit-server/logger";
import type { Mail } from "@sekimori/kit-server/mail";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { createSample, sampleMigration } from "./sample-application/server.ts";
import { signIn } from "./support/member.ts";
import { newDataFolder } from "./support/product-template.ts";
import { runProduct } from "./support/running-product.ts";
import { expect, test } from "./support/test.ts";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const logger = createLogger({ name: "sample", level: "warn" });
const lifecycle = createLifecycle({ logger });
const folder = await newDataFolder();
const webFolder = join(folder, "web");
const mails: Mail[] = [];
let origin: string;

/** Builds the sample's page, as `vite build` does. */
const buildPage = () =>
  promisify(execFile)(
    pathOf("../node_modules/.bin/node"),
    [pathOf("../node_modules/vite/bin/vite.js"), "build", "--outDir", webFolder],
    { cwd: pathOf("./sample-application/web") },
  );

/** Registers the sample at the portal, as its operator does. @returns its secret. */
async function register(clientId: string): Promise<string> {
  const command = ["operator", "clients", "add", "--data", folder, "--json"];
  const { stdout } = await promisify(execFile)(pathOf("../node_modules/.bin/node"), [
    pathOf("../cli/main.ts"),
    ...command,
    ...["--id", clientId, "--name", "Sample", "--redirect-uri", `${origin}/openid/callback`],
  ]);
  return (JSON.parse(stdout) as { client_secret: string }).client_secret;
}

async function ownDatabase(portalUrl: string) {
  const client = new pg.Client({ connectionString: portalUrl });
  await client.connect();
  await client.query("create database sample");
  await client.end();
  const url = new URL(portalUrl);
  url.pathname = "/sample";
  const database = openDatabase({ url: url.href, logger, poolSize: 4 });
  await migrate(database, [sampleMigration]);
  return database;
}

beforeAll(async () => {
  const [product] = await Promise.all([
    lifecycle.start(
      "product",
      () => runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { dataFolder: folder }),
      (running) => running.stop(),
    ),
    buildPage(),
  ]);
  const database = await lifecycle.start(
    "database",
    () => ownDatabase(product.databaseUrl),
    (opened) => opened.close(),
  );
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const clientSecret = await register("sample");
  const sample = await createSample({
    origin,
    issuer: `${product.portalOrigin}/v1/idp/oidc`,
    clientId: "sample",
    clientSecret,
    secret: randomBytes(32).toString("base64url"),
    dataKeys: `sample:${randomBytes(32).toString("base64")}`,
    database,
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    logger,
    webFolder,
  });
  const { jobs } = sample;
  await lifecycle.start(
    "worker",
    () => startWorker({ database, jobs, clock: systemClock, logger }),
    (worker) => worker.stop(),
  );
  await lifecycle.start(
    "server",
    () => sample.app.listen({ host: "127.0.0.1", port }),
    () => sample.app.close(),
  );
});
afterAll(async () => {
  await lifecycle.stop();
  rmSync(folder, { recursive: true, force: true });
});

const looks = [
  {
    locale: "ja",
    note: "メモ",
    keep: "保存する",
    allow: "許可する",
    missing: "メモを入力してください",
  },
  { locale: "en", note: "Note", keep: "Save", allow: "Allow", missing: "Enter" },
] as const;

describe.each(looks)("an application made of the kits alone, in $locale", (look) => {
  test("signs people in by the portal, refuses an empty note, keeps one and mails it", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: look.locale, width: 375 });
    await page.goto(origin);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, look.locale, "demo@sekimori.example", "Sekimori-2026");
    const keep = page.getByRole("button", { name: look.keep, exact: true });
    const allow = page.getByRole("button", { name: look.allow, exact: true });
    await keep.or(allow).first().waitFor();
    if (await allow.isVisible()) await allow.click();
    await keep.waitFor();
    await keep.click();
    const field = page.getByRole("textbox", { name: look.note });
    await page.getByText(look.missing).first().waitFor();
    const text = `A note in ${look.locale}`;
    await field.fill(text);
    await keep.click();
    await page.getByRole("listitem").filter({ hasText: text }).waitFor();
    await expect.poll(() => mails.map((mail) => mail.text).join("\n")).toContain(text);
    await page.reload();
    await page.getByRole("listitem").filter({ hasText: text }).waitFor();
  });
});
