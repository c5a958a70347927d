import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asRoot, dpkg, emptyMachine, hindrance, startUnit } from "./support/debian-machine.ts";
import { report } from "./support/figures.ts";
import { madeArtefacts } from "./support/installation.ts";
import { signInAs, signUpTo } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { type RunningProcess, runtime } from "./support/running-process.ts";
import { emptyDatabase, type Surroundings, startSurroundings } from "./support/surroundings.ts";

// Row 48: the packages for Debian, installed on a machine that has a shell and the C library, and its
// units started as they say.

const hindered = hindrance();
if (hindered !== undefined) console.log(`The packages for Debian are not tried: ${hindered}.`);
const root = fileURLToPath(new URL("../..", import.meta.url));
const addons = globSync("node_modules/@node-rs/argon2-linux-x64-gnu/*.node", { cwd: root }).map(
  (path) => join(root, path),
);
const packageTest = test.skipIf(hindered !== undefined);

let made: string;
let machine: string;
let around: Surroundings;
let origin: string;
let karteOrigin: string;
const running: RunningProcess[] = [];

const at = (path: string) => join(machine, path);
const secret = (name: string, value: string) => {
  writeFileSync(at(`etc/sekimori/secrets/${name}`), `${value}\n`, { mode: 0o600 });
};
const command = (...args: readonly string[]) => asRoot(machine, "/usr/bin/sekimori", ...args);
const done = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await command(...args);
  expect(code, stderr + stdout).toBe(0);
  return stdout;
};
const packages = () =>
  readdirSync(made)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => join(made, name));

beforeAll(async () => {
  if (hindered !== undefined) return;
  made = madeArtefacts();
  machine = emptyMachine([runtime, ...addons]);
  origin = `http://localhost:${await freePort()}`;
  karteOrigin = `http://localhost:${await freePort()}`;
  around = await startSurroundings(origin, karteOrigin);
}, 300_000);
afterAll(async () => {
  await Promise.all(running.map((process) => process.kill()));
  await around?.stop();
  if (machine !== undefined) rmSync(machine, { recursive: true, force: true });
});

packageTest(
  "two packages say what they are and need, and hold what Debian's policy asks for",
  () => {
    const [files = "", units = ""] = packages();
    const said = (file: string, field: string) =>
      execFileSync("dpkg-deb", ["--field", file, field], { encoding: "utf8" }).trim();
    const version = said(units, "Version");
    expect(said(files, "Package")).toBe(`sekimori-${version}`);
    expect(said(units, "Depends")).toContain(`sekimori-${version} (= ${version})`);
    for (const file of [files, units]) {
      expect(said(file, "Architecture")).toBe("amd64");
      const listed = execFileSync("dpkg-deb", ["--contents", file], { encoding: "utf8" });
      const documents = `./usr/share/doc/${said(file, "Package")}`;
      expect(listed).toContain(`${documents}/copyright\n`);
      expect(listed).toContain(`${documents}/changelog.gz\n`);
      expect(listed.match(/^\S+ (?!root\/root )/gm)).toBeNull();
    }
  },
);

packageTest(
  "they are installed: users, settings, a folder of secrets for root, nothing started",
  async () => {
    const said = dpkg(machine, "--install", ...packages());
    expect(said).toContain("Creating user 'sekimori-karte'");
    expect(statSync(at("etc/sekimori/secrets")).mode & 0o777).toBe(0o700);
    expect(existsSync(at("etc/systemd/system/multi-user.target.wants"))).toBe(false);
    expect(await done("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  },
);

packageTest("systemd finds nothing wrong with the units, and little that they could do", () => {
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) {
    console.log("Units are not examined: systemd-analyze is not installed (Debian: systemd).");
    return;
  }
  for (const target of ["basic", "sysinit", "shutdown", "network-online", "multi-user"]) {
    writeFileSync(at(`usr/lib/systemd/system/${target}.target`), "[Unit]\n");
  }
  const units = ["portal", "worker", "karte", "console"].map((name) => `sekimori-${name}.service`);
  const verified = spawnSync(
    "systemd-analyze",
    ["verify", `--root=${machine}`, "sekimori.target", ...units],
    { encoding: "utf8" },
  );
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
  const exposed = units.map((unit) => {
    const args = ["security", "--offline=true", `--root=${machine}`, unit];
    const text = execFileSync("systemd-analyze", args, { encoding: "utf8" });
    return Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1]);
  });
  report("48", { "exposure at most": Math.max(...exposed) });
  for (const level of exposed) expect(level).toBeLessThanOrEqual(2);
});

packageTest(
  "root migrates with the settings and secrets of the units, as an owner without superuser",
  async () => {
    const portal = await emptyDatabase(portalMigrations);
    const karte = await emptyDatabase(karteMigrations);
    const settings = Object.entries(around.settings).map(([name, value]) => `${name}=${value}\n`);
    appendFileSync(at("etc/sekimori/sekimori.conf"), settings.join(""));
    const portOf = (address: string) => `LISTEN_PORT=${new URL(address).port}\nPROBE_PORT=\n`;
    writeFileSync(at("etc/sekimori/portal.conf"), portOf(origin));
    writeFileSync(at("etc/sekimori/karte.conf"), portOf(karteOrigin));
    writeFileSync(at("etc/sekimori/worker.conf"), "PROBE_PORT=\n");
    const secrets = { ...around.portalSecrets, ...around.karteSecrets };
    for (const [name, value] of Object.entries(secrets)) secret(name, value);
    secret("DATABASE_OWNER_URL", portal.owner);
    secret("DATABASE_URL", portal.serving);
    secret("KARTE_DATABASE_OWNER_URL", karte.owner);
    secret("KARTE_DATABASE_URL", karte.serving);
    expect(await done("migrate", "--grant-to", portal.role)).toContain("portal/001-");
    await done("migrate", "--application", "karte", "--grant-to", karte.role);
  },
);

packageTest("a secret that a unit does not load is refused by name", async () => {
  secret("CAPTCHA_SECRET_KEY", "one that nobody asked for");
  const started = startUnit(machine, "portal").then((process) => running.push(process));
  await expect(started).rejects.toThrow(
    "LoadCredential=CAPTCHA_SECRET_KEY:/etc/sekimori/secrets/CAPTCHA_SECRET_KEY",
  );
  rmSync(at("etc/sekimori/secrets/CAPTCHA_SECRET_KEY"));
});

packageTest(
  "portal, worker and karte start as their units say, and a member signs up and in",
  async () => {
    running.push(await startUnit(machine, "portal"), await startUnit(machine, "worker"));
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const added = await done(
      ...["operator", "clients", "add", "--preset", "karte", "--allow-private-addresses"],
      ...["--json", "--operator", "Sato"],
    );
    secret("KARTE_CLIENT_SECRET", (JSON.parse(added) as { client_secret: string }).client_secret);
    running.push(await startUnit(machine, "karte"));
    expect((await fetch(`${karteOrigin}/readyz`)).status).toBe(200);
    expect((await command("doctor", "karte")).stdout).toContain("✓ sign-in: the return address");
    const email = await signUpTo(around, new Person(origin), "account", { plan: "free" });
    expect((await signInAs(new Person(origin), email)).status).toBe(200);
  },
);

/** The package of units and settings as a later version would have it, with an example changed. */
function laterPackage(): string {
  const [, units = ""] = packages();
  const folder = at("tmp/later");
  execFileSync("dpkg-deb", ["--raw-extract", units, folder]);
  const control = join(folder, "DEBIAN/control");
  writeFileSync(control, readFileSync(control, "utf8").replaceAll(/\d+\.\d+\.\d+\b/g, "99.0.0"));
  rmSync(join(folder, "usr/lib/sekimori/current"));
  symlinkSync("99.0.0", join(folder, "usr/lib/sekimori/current"));
  mkdirSync(join(folder, "usr/lib/sekimori/99.0.0"));
  appendFileSync(join(folder, "etc/sekimori/sekimori.conf"), "#NEW=\n");
  const file = at("tmp/later.deb");
  execFileSync("dpkg-deb", ["--root-owner-group", "-Znone", "--build", folder, file], {
    stdio: "ignore",
  });
  return file;
}

packageTest(
  "an upgrade keeps settings, and a process of before loads parts of it late",
  async () => {
    const settings = readFileSync(at("etc/sekimori/sekimori.conf"), "utf8");
    dpkg(machine, "--install", laterPackage());
    expect(readFileSync(at("usr/lib/sekimori/current/../check-secrets"), "utf8")).toContain("#!");
    expect(readFileSync(at("etc/sekimori/sekimori.conf"), "utf8")).toBe(settings);
    expect(existsSync(at("etc/sekimori/sekimori.conf.dpkg-dist"))).toBe(true);
    // The OpenID engine is loaded with its first request.
    const issuer = `${origin}/v1/idp/oidc`;
    const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({ issuer });
  },
);

packageTest("each process ends in order, and a purge leaves the keys of the data", async () => {
  const codes = await Promise.all(running.splice(0).map((process) => process.terminate()));
  expect(codes).toEqual([0, 0, 0]);
  const said = dpkg(machine, "--purge", "sekimori");
  expect(said).toContain("Kept: /etc/sekimori/secrets");
  expect(existsSync(at("etc/sekimori/secrets/PORTAL_DATA_KEYS"))).toBe(true);
  expect(existsSync(at("etc/sekimori/sekimori.conf"))).toBe(false);
  expect(existsSync(at("var/cache/sekimori"))).toBe(false);
});
