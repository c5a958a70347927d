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
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asRoot, dpkg, emptyMachine, hindrance, startUnit } from "./support/debian-machine.ts";
import { report } from "./support/figures.ts";
import { countedSteps, guideSteps } from "./support/guide-steps.ts";
import { madeArtefacts } from "./support/installation.ts";
import { signInAs, signUpTo } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { type RunningProcess, runtime } from "./support/running-process.ts";
import { type Surroundings, startSurroundings } from "./support/surroundings.ts";

// Row 48: the packages for Debian, installed by the steps of docs/operate/operations.md on a machine that has a
// shell and the C library, and its units started as they say.

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
  machine = emptyMachine([runtime, ...addons], ["cat", "cp", "openssl", "rm", "sed"]);
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

/** What the guide names, and what there is here instead. All of it is read in the guide. */
const instead = (server: URL): readonly (readonly [string, string])[] => [
  ["database.example:5432", server.host],
  ["?sslmode=verify-full", ""],
  ["https://portal.example", origin],
  ["https://karte.example", karteOrigin],
  ["smtps://sekimori:password@mail.example", around.portalSecrets.SMTP_URL ?? ""],
  ["sk_live_key", around.portalSecrets.PAYMENT_SECRET_KEY ?? ""],
  ["pk_live_key", around.settings.PAYMENT_PUBLISHABLE_KEY ?? ""],
  ["whsec_secret", around.portalSecrets.PAYMENT_WEBHOOK_SECRET ?? ""],
  ["--preset karte", "--preset karte --allow-private-addresses"],
];

/** What this machine has no program for, and does after a step as it was asked to. */
const asked = {
  async apt(args: readonly string[]) {
    const names = args.filter((arg) => arg.startsWith("./")).map((arg) => arg.slice(2));
    expect(names).toEqual(packages().map((file) => basename(file)));
    dpkg(machine, "--install", ...packages());
  },
  async editor([file = ""]: readonly string[]) {
    const own = Object.entries({ ...around.settings, PROBE_PORT: "" })
      .filter(([name]) => !/ORIGIN|PROVIDER|PUBLISHABLE/.test(name))
      .map(([name, value]) => `${name}=${value}\n`);
    appendFileSync(at(file), own.join(""));
    const portOf = (address: string) => `LISTEN_PORT=${new URL(address).port}\nPROBE_PORT=\n`;
    writeFileSync(at("etc/sekimori/portal.conf"), portOf(origin));
    writeFileSync(at("etc/sekimori/karte.conf"), portOf(karteOrigin));
    writeFileSync(at("etc/sekimori/worker.conf"), "PROBE_PORT=\n");
  },
  async psql(args: readonly string[]) {
    expect(args.slice(0, -1)).toEqual([
      "--host=database.example",
      "--username=postgres",
      "--dbname=postgres",
    ]);
    const client = new Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    // A database is made outside of transactions, so a line at a time.
    const lines = readFileSync(at("run/asked.sql"), "utf8").split("\n").filter(Boolean);
    for (const line of lines) await client.query(line);
    await client.end();
  },
  async systemctl([enable, now, ...units]: readonly string[]) {
    expect([enable, now]).toEqual(["enable", "--now"]);
    for (const unit of units.filter((name) => !name.endsWith(".target"))) {
      const name = unit.replace("sekimori-", "") as Parameters<typeof startUnit>[1];
      running.push(await startUnit(machine, name));
    }
  },
};

/** Programs that write down what they were asked for. What psql reads is kept, for it is removed. */
function writeStubs() {
  for (const name of Object.keys(asked)) {
    const keep = name === "psql" ? "cp /run/roles.sql /run/asked.sql\n" : "";
    writeFileSync(at(`usr/bin/${name}`), `#!/bin/sh\n${keep}echo "${name} $*" >> /run/asked\n`, {
      mode: 0o755,
    });
  }
}

async function follow(step: string): Promise<string> {
  rmSync(at("run/asked"), { force: true });
  const text = instead(new URL(inject("postgresUrl"))).reduce(
    (sofar, [from, to]) => sofar.replaceAll(from, to),
    step,
  );
  // What doctor finds about this machine is no failure of the step.
  const finds = step.includes("doctor");
  const { code, stdout, stderr } = await asRoot(machine, "/bin/sh", finds ? "-c" : "-ec", text);
  if (!finds) expect([code, stderr.replace(/.*Warning.*\n/g, "")]).toEqual([0, ""]);
  const lines = existsSync(at("run/asked")) ? readFileSync(at("run/asked"), "utf8") : "";
  for (const line of lines.split("\n").filter(Boolean)) {
    const [name = "", ...args] = line.split(" ");
    await asked[name as keyof typeof asked](args);
  }
  return stdout;
}

const steps = guideSteps("Install on Debian");

packageTest("the guide has ten steps at most, and names nothing that is not there", () => {
  expect(countedSteps("Install on Debian")).toBeLessThanOrEqual(10);
  expect(steps.length).toBeGreaterThanOrEqual(9);
  for (const [named] of instead(new URL(inject("postgresUrl")))) {
    expect(steps.join(""), named).toContain(named);
  }
});

/** Follows the steps up to the one that has these words. */
async function followUpTo(words: string): Promise<string> {
  for (;;) {
    const step = steps[followed];
    if (step === undefined) throw new Error(`No step has “${words}”.`);
    followed += 1;
    const said = await follow(step);
    if (step.includes(words)) return said;
  }
}
let followed = 0;

packageTest(
  "they are installed: users, settings, a folder of secrets for root, nothing started",
  async () => {
    writeStubs();
    await followUpTo("apt install");
    expect(readFileSync(at("etc/passwd"), "utf8")).toContain("sekimori-karte:");
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
    expect(await followUpTo("sekimori migrate")).toContain("portal/001-");
    for (const name of readdirSync(at("etc/sekimori/secrets"))) {
      expect([name, statSync(at(`etc/sekimori/secrets/${name}`)).mode & 0o777]).toEqual([
        name,
        0o600,
      ]);
    }
    expect(existsSync(at("run/roles.sql"))).toBe(false);
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
    await followUpTo("sekimori-portal");
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    await followUpTo("--preset karte");
    expect((await fetch(`${karteOrigin}/readyz`)).status).toBe(200);
    expect(await followUpTo("doctor karte")).toContain("✓ sign-in: the return address");
    expect(followed).toBe(steps.length);
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
