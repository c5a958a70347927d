import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { missingGlyphs } from "@sekimori/kit-server/testing/missing-glyphs";
import { listInvoices } from "@sekimori/portal-contract/endpoints/invoice";
import { updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { lookUpPostalCode } from "@sekimori/portal-contract/endpoints/site";
import { legalPdfPath } from "@sekimori/portal-contract/legal/pdf-path";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { agree } from "@sekimori/portal-server/testing/sign-up-calls";
import type { StandIn } from "@sekimori/sandbox/stripe";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { report } from "./support/figures.ts";
import {
  canBeMade,
  type Installation,
  installationAt,
  madeArtefacts,
  unpacked,
} from "./support/installation.ts";
import { signInAs, signUpTo } from "./support/journeys.ts";
import type { Mails } from "./support/mails.ts";
import { Person } from "./support/person.ts";
import type { RunningProcess } from "./support/running-process.ts";
import { emptyDatabase, startSurroundings } from "./support/surroundings.ts";

// Row 47: the tarball as an operator gets it, unpacked where nothing of the source tree is. What a
// bundle breaks is what is opened or loaded late, so each such thing is done once.

const installedTest = test.skipIf(!canBeMade);

const folder = mkdtempSync(join(tmpdir(), "sekimori-installed-"));

let made: string;
let tree: string;
let installed: Installation;
let standIn: StandIn;
let mails: Mails;
let pool: Pool;
let origin: string;
let karteOrigin: string;
const settings: Record<string, string> = {};
const portalSecrets: Record<string, string> = {};
const karteSecrets: Record<string, string> = {};
const running: RunningProcess[] = [];
const ends: (() => Promise<unknown>)[] = [];

const lastFirst = async () => {
  await Promise.all(running.map((process) => process.kill()));
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
};

beforeAll(async () => {
  if (!canBeMade) return;
  made = madeArtefacts();
  tree = unpacked(folder);
  mkdirSync(join(folder, "secrets"));
  installed = installationAt(tree, join(folder, "secrets"));
  origin = `http://localhost:${await freePort()}`;
  karteOrigin = `http://localhost:${await freePort()}`;
  const around = await startSurroundings(origin, karteOrigin);
  ends.push(around.stop);
  ({ standIn, mails } = around);
  Object.assign(settings, around.settings);
  Object.assign(portalSecrets, around.portalSecrets);
  Object.assign(karteSecrets, around.karteSecrets);
}, 300_000);
afterAll(lastFirst);

/** What a tarball of this release lists. */
const tarball = (name: string) =>
  execFileSync("tar", ["--list", "--file", join(made, name)], { encoding: "utf8" }).split("\n");

const portOf = (address: string) => new URL(address).port;

const done = async (args: readonly string[], secrets: Readonly<Record<string, string>>) => {
  const outcome = await installed.run(args, settings, secrets);
  expect(outcome.code, outcome.stderr + outcome.stdout).toBe(0);
  return outcome.stdout;
};

installedTest("it holds what runs, and nothing that only makes or tries it", () => {
  expect(readdirSync(tree).sort()).toEqual(
    [
      ...["CHANGELOG.md", "LICENSES", "app", "bin", "deploy", "fonts", "migrations", "node"],
      ...["package.json", "sbom.cdx.json", "web"],
    ].sort(),
  );
  const files = readdirSync(tree, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /\.(ts|tsx|map)$|(^|\/)\./.test(file))).toEqual([]);
  const licences = readFileSync(join(tree, "LICENSES"), "utf8");
  for (const part of [
    "fastify",
    "react",
    "pdfkit",
    "@node-rs/argon2",
    "noto-sans-jp",
    "noto-sans-thai",
    "node",
  ]) {
    expect(licences).toContain(part);
  }
  const { components } = JSON.parse(readFileSync(join(tree, "sbom.cdx.json"), "utf8"));
  expect(components.length).toBeGreaterThan(150);
  const maps = tarball(`${basename(tree)}-maps.tar.xz`).filter((name) => name.endsWith(".js.map"));
  const scripts = files.filter((file) => /^app\/(?!node_modules).*\.js$/.test(file));
  expect(maps.sort()).toEqual(scripts.map((file) => `${basename(tree)}/${file}.map`).sort());
  const size = readdirSync(made).map((name) => statSync(join(made, name)).size);
  report("47", {
    files: files.length,
    parts: components.length,
    "MB loosely packed": Math.max(...size) / 1e6,
  });
});

installedTest("it says its version, and opens nothing outside itself", async () => {
  expect(await done(["--version"], {})).toBe(
    `${JSON.parse(readFileSync(join(tree, "package.json"), "utf8")).version}\n`,
  );
  const outside = ["diagnose", "one.test", "--i-am-authorised", "--zone-file", "/etc/hostname"];
  const refused = await installed.run([...outside, "--language", "en"], settings, {});
  expect(refused.stderr).toContain("/etc/hostname cannot be read.");
});

installedTest("an owner without superuser brings both databases up to date", async () => {
  const portal = await emptyDatabase(portalMigrations);
  const karte = await emptyDatabase(karteMigrations);
  const migrated = await done(["migrate", "--grant-to", portal.role], {
    DATABASE_OWNER_URL: portal.owner,
  });
  expect(migrated).toContain("portal/001-");
  await done(["migrate", "--application", "karte", "--grant-to", karte.role], {
    KARTE_DATABASE_OWNER_URL: karte.owner,
  });
  portalSecrets.DATABASE_URL = portal.serving;
  karteSecrets.KARTE_DATABASE_URL = karte.serving;
  pool = new Pool({ connectionString: portal.owner, max: 2 });
  ends.unshift(() => pool.end());
});

installedTest(
  "portal and worker start with secrets as files, doctor finds nothing, and a page is there",
  async () => {
    running.push(
      await installed.start("portal", { ...settings, LISTEN_PORT: portOf(origin) }, portalSecrets),
      await installed.start("worker", settings, portalSecrets),
    );
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const said = await installed.run(["doctor"], settings, portalSecrets);
    expect(found(said.stdout)).toMatchObject({
      fine: [
        ...["settings", "way to DATABASE_URL", "database", "text search", "migrations"],
        ...["role of DATABASE_URL", "mail"],
      ],
      // The tests' server keeps nothing for long, and nobody told the company of this portal.
      wrong: ["durability", "payment company"],
    });
    await expectPage(`${origin}/register`);
  },
);

/** What doctor found in order, and what not, by subject. */
const found = (text: string) => ({
  fine: [...text.matchAll(/^✓ ([^:\n]+)/gm)].map(([, subject]) => subject),
  wrong: [...text.matchAll(/^✗ ([^:\n]+)/gm)].map(([, subject]) => subject),
});

/** A page with its scripts, as a browser asks for them: those that are worth it come compressed. */
async function expectPage(address: string) {
  const page = await fetch(address, { headers: { accept: "text/html" } });
  const text = await page.text();
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  const scripts = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)];
  const files = await Promise.all(
    scripts.map(([, path = ""]) =>
      fetch(new URL(path, address), { headers: { "accept-encoding": "br" } }),
    ),
  );
  expect(files.map(({ status }) => status)).toEqual(scripts.map(() => 200));
  expect(files.map(({ headers }) => headers.get("content-encoding"))).toContain("br");
}

installedTest("karte is registered, starts, and is ready because people can sign in", async () => {
  const added = await done(
    [
      ...["operator", "clients", "add", "--preset", "karte", "--allow-private-addresses"],
      ...["--json", "--operator", "Sato"],
    ],
    portalSecrets,
  );
  karteSecrets.KARTE_CLIENT_SECRET = (JSON.parse(added) as { client_secret: string }).client_secret;
  running.push(
    await installed.start("karte", { ...settings, LISTEN_PORT: portOf(karteOrigin) }, karteSecrets),
  );
  expect((await fetch(`${karteOrigin}/readyz`)).status).toBe(200);
  const said = await installed.run(["doctor", "karte"], settings, karteSecrets);
  expect(found(said.stdout).wrong).toEqual(["durability"]);
  expect(said.stdout).toContain("✓ sign-in: the return address");
  await expectPage(`${karteOrigin}/site/list`);
});

installedTest("the console is registered, starts, and sends staff to the portal", async () => {
  const consoleOrigin = `http://localhost:${await freePort()}`;
  const own = { ...settings, CONSOLE_ORIGIN: consoleOrigin, CONSOLE_PORT: portOf(consoleOrigin) };
  const preset = ["--preset", "console", "--allow-private-addresses"];
  const added = await installed.run(
    ["operator", "clients", "add", ...preset, "--json", "--operator", "Sato"],
    own,
    portalSecrets,
  );
  expect(added.code, added.stderr).toBe(0);
  const { client_secret } = JSON.parse(added.stdout) as { client_secret: string };
  const secrets = { ...portalSecrets, CONSOLE_CLIENT_SECRET: client_secret };
  running.push(await installed.start("console", own, secrets));
  expect((await fetch(`${consoleOrigin}/readyz`)).status).toBe(200);
  await expectPage(consoleOrigin);
  const led = await fetch(`${consoleOrigin}/openid/sign-in`, { redirect: "manual" });
  expect(new URL(led.headers.get("location") ?? "").origin).toBe(origin);
  const said = await installed.run(["doctor", "console"], own, secrets);
  expect(said.stdout).toContain("✓ sign-in: the console's registration");
  expect(said.stdout).toContain("✗ staff: Nobody is an administrator.");
});

installedTest("a member signs up with a card, signs in, and has an invoice as a file", async () => {
  const person = new Person(origin);
  const { places } = await person.call(lookUpPostalCode, { params: { code: "1000001" } });
  expect(places[0]?.roman).toMatchObject({ town: "Chiyoda" });
  const email = await signUpTo({ mails }, person, "account", { plan: "detailed" });
  const cardToken = standIn.token("4242424242424242", { fingerprint: randomUUID() });
  await person.call(signUpWithCard, { body: { attempt: randomUUID(), cardToken } });
  await agree(person);
  // Letters that the document's own font lacks: their fonts are a part of their own.
  await person.call(updateMyProfile, {
    body: { first_name: "홍길동 🚀", last_name: "Łódź ธนาคาร" },
  });
  expect((await signInAs(new Person(origin), email)).status).toBe(200);

  const month = "2027-01-01";
  await pool.query("update portal.contract set next_billing_on = $1", [month]);
  await pool.query("select graphile_worker.add_job('portal.bill-day', $1::json)", [
    JSON.stringify({ day: month }),
  ]);
  const invoice = await vi.waitFor(
    async () => {
      const { invoices } = await person.call(listInvoices, { query: {} });
      expect(invoices[0]?.state).toBe("paid");
      return invoices[0];
    },
    { timeout: 30_000, interval: 500 },
  );
  const pdf = await person.send({ url: `/v1/invoices/${invoice?.id}/ja.pdf` });
  expect([pdf.status, pdf.text.slice(0, 8)]).toEqual([200, "%PDF-1.4"]);
  expect(await missingGlyphs(pdf.bytes)).toEqual([]);
  for (const font of ["NotoSans-Regular", "NotoSansKR", "NotoSansThai", "NotoEmoji"]) {
    expect(pdf.text, font).toContain(`+${font}`);
  }
  const zip = await person.send({ url: "/v1/invoices/documents/en.zip" });
  expect([zip.status, zip.text.slice(0, 2)]).toEqual([200, "PK"]);
});

installedTest(
  "whatever else is loaded late is there: terms as a file, the provider, a thread, the engine",
  async () => {
    const terms = await fetch(`${origin}${legalPdfPath("member-terms", "ja")}`);
    expect([terms.status, (await terms.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);
    const issuer = `${origin}/v1/idp/oidc`;
    const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({ issuer });
    const checks = await done(["diagnose", "--list-checks"], {});
    expect(checks.split("\n").length).toBeGreaterThan(50);
    expect(await importedInThread()).toMatchObject({ done: { names: ["sekimori.jp"] } });
  },
);

/** What karte's thread for tables answers, started as karte starts it. */
async function importedInThread(): Promise<unknown> {
  const program = `
    import { Worker } from "node:worker_threads";
    const thread = new Worker(process.argv[1], { execArgv: [] });
    thread.on("message", (answer) => { console.log(JSON.stringify(answer)); process.exit(0); });
    thread.on("error", (error) => { console.error(error); process.exit(1); });
    thread.postMessage({ kind: "read", input: {
      bytes: new TextEncoder().encode("domain\\nsekimori.jp\\n"),
      names: { fixtures: false, optOut: [] }, encoding: "utf-8" } });`;
  return JSON.parse(
    execFileSync(
      join(tree, "node/bin/node"),
      [
        ...["--permission", `--allow-fs-read=${tree}`, "--allow-worker"],
        ...["--input-type=module", "--eval", program, join(tree, "app/threads/import.js")],
      ],
      { encoding: "utf8", cwd: tree },
    ),
  );
}

installedTest("each process ends in order when it is asked to", async () => {
  const codes = await Promise.all(running.splice(0).map((process) => process.terminate()));
  expect(codes).toEqual([0, 0, 0, 0]);
});
