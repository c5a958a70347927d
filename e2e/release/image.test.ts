import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { report } from "../faults/support/figures.ts";
import { makeArtefacts } from "../faults/support/installation.ts";
import { signInAs, signUpTo } from "../faults/support/journeys.ts";
import { Person } from "../faults/support/person.ts";
import type { RunningProcess } from "../faults/support/running-process.ts";
import {
  emptyDatabase,
  type Surroundings,
  startSurroundings,
} from "../faults/support/surroundings.ts";
import { hindrance, type Image, openImage } from "./container.ts";

// Row “image”: the image as others read it, and its file system alone, read-only and as its own user.

const hindered = hindrance();
if (hindered !== undefined) console.log(`The image is not tried: ${hindered}.`);
const imageTest = test.skipIf(hindered !== undefined);

const made = inject("artefacts");
let image: Image;
let around: Surroundings;
let origin: string;
let karteOrigin: string;
const settings: Record<string, string> = {};
const portalSecrets: Record<string, string> = {};
const karteSecrets: Record<string, string> = {};
const running: RunningProcess[] = [];

const archiveIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith(".oci.tar")) ?? "(no image)");
const portOf = (address: string) => new URL(address).port;

beforeAll(async () => {
  if (hindered !== undefined) return;
  makeArtefacts(made);
  image = openImage(archiveIn(made));
  origin = `http://localhost:${await freePort()}`;
  karteOrigin = `http://localhost:${await freePort()}`;
  around = await startSurroundings(origin, karteOrigin);
  Object.assign(settings, around.settings);
  Object.assign(portalSecrets, around.portalSecrets);
  Object.assign(karteSecrets, around.karteSecrets);
});
afterAll(async () => {
  await Promise.all(running.map((process) => process.kill()));
  await around?.stop();
  image?.remove();
});

const done = async (args: readonly string[], secrets: Readonly<Record<string, string>>) => {
  const { code, stdout, stderr } = await image.run(args, settings, secrets);
  expect(code, stderr + stdout).toBe(0);
  return stdout;
};

/** Every file and folder in the image, from its root. */
const entries = () => readdirSync(image.root, { recursive: true, encoding: "utf8" });

imageTest("it says what it is, runs as nobody's user, and offers no shell", () => {
  const { config } = image;
  expect(config.User).toBe("10001:10001");
  const labels = (name: string) => config.Labels[`org.opencontainers.image.${name}`];
  const { version } = JSON.parse(
    readFileSync(join(image.root, "opt/sekimori/package.json"), "utf8"),
  ) as { version: string };
  expect([labels("version"), labels("created")]).toEqual([version, "2026-01-01T00:00:00.000Z"]);
  expect(Object.keys(config.ExposedPorts)).toEqual(["3000/tcp", "3001/tcp", "3004/tcp"]);
  expect(readdirSync(join(image.root, "usr/bin"))).toEqual(["sekimori"]);
  expect(readdirSync(join(image.root, "opt/sekimori"))).not.toContain("bin");
  const given = entries().filter((path) => {
    const stat = lstatSync(join(image.root, path));
    return !stat.isSymbolicLink() && (stat.uid !== 0 || (stat.mode & 0o6022) !== 0);
  });
  // Nobody but root owns or writes anything, and nothing changes who runs it.
  expect(given).toEqual(["tmp"]);
});

imageTest("its lists of parts name the libraries of the system, with their licences", () => {
  const at = (path: string) => readFileSync(join(image.root, path), "utf8");
  const { components } = JSON.parse(at("opt/sekimori/sbom.cdx.json")) as {
    components: readonly { readonly name: string; readonly purl: string }[];
  };
  const libraries = components.filter(({ purl }) => purl.startsWith("pkg:deb/debian/"));
  expect(libraries.map(({ name }) => name)).toEqual(["libc6", "libgcc-s1", "libstdc++6"]);
  for (const { name } of libraries) {
    expect(at(`var/lib/dpkg/status.d/${name}`)).toContain(`Package: ${name}\n`);
    expect(at("opt/sekimori/LICENSES")).toContain(`${name} `);
  }
  const said = libraries.map(({ name }) => at(`usr/share/doc/${name}/copyright`)).join("");
  for (const [, path = ""] of said.matchAll(/(\/usr\/share\/common-licenses\/[\w.-]*\w)/g)) {
    expect(existsSync(join(image.root, path)), path).toBe(true);
  }
});

imageTest("it weighs little enough", () => {
  const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
  const packed = megabytes(statSync(archiveIn(made)).size);
  const fonts = entries().filter((path) => path.startsWith("opt/sekimori/fonts/scripts/"));
  report("image", {
    "MB packed, all fonts": packed,
    "of them unpacked fonts of further scripts": megabytes(
      fonts.reduce((sum, path) => sum + statSync(join(image.root, path)).size, 0),
    ),
    files: entries().length,
  });
  expect(packed).toBeLessThanOrEqual(110);
});

imageTest("it says its version by its command too, and finds names", async () => {
  const { version } = JSON.parse(
    readFileSync(join(image.root, "opt/sekimori/package.json"), "utf8"),
  ) as { version: string };
  expect(await done(["--version"], {})).toBe(`${version}\n`);
  const byName = await image.run(["--version"], {}, {}, ["/usr/bin/sekimori"]);
  expect([byName.code, byName.stdout, byName.stderr]).toEqual([0, `${version}\n`, ""]);
  const program = `console.log(await (await import("node:dns/promises")).lookup("one.test"))`;
  const looked = await image.run(["--input-type=module", "--eval", program], {}, {}, [
    "/opt/sekimori/node/bin/node",
  ]);
  expect(looked.stdout + looked.stderr).toContain("127.0.0.1");
});

imageTest("an owner without superuser brings both databases up to date", async () => {
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
});

imageTest(
  "portal, worker and karte start, say that they are ready, and a member signs up and in",
  async () => {
    const portal = { ...settings, LISTEN_PORT: portOf(origin), DRAIN_SECONDS: "2" };
    const worker = { ...settings, PROBE_PORT: String(await freePort()) };
    running.push(
      await image.start("portal", portal, portalSecrets),
      await image.start("worker", worker, portalSecrets),
    );
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const added = await done(
      [
        ...["operator", "clients", "add", "--preset", "karte", "--allow-private-addresses"],
        ...["--json", "--operator", "Sato"],
      ],
      portalSecrets,
    );
    karteSecrets.KARTE_CLIENT_SECRET = (
      JSON.parse(added) as { client_secret: string }
    ).client_secret;
    const karte = { ...settings, LISTEN_PORT: portOf(karteOrigin) };
    running.push(await image.start("karte", karte, karteSecrets));
    for (const [whose, own, secrets] of [
      ["portal", portal, portalSecrets],
      ["worker", worker, portalSecrets],
      ["karte", karte, karteSecrets],
    ] as const) {
      const asked = await image.run(["health", whose], own, secrets);
      expect([whose, asked.code, asked.stderr]).toEqual([whose, 0, ""]);
    }
    const email = await signUpTo(around, new Person(origin), "account", { plan: "free" });
    expect((await signInAs(new Person(origin), email)).status).toBe(200);
  },
);

imageTest("each process is the image's user, without any right, and can gain none", () => {
  for (const { pid } of running) {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    expect(/^Uid:\t(.*)$/m.exec(status)?.[1]).toBe("10001\t10001\t10001\t10001");
    expect(/^Groups:\t(.*)$/m.exec(status)?.[1]?.trim()).toBe("");
    expect(/^CapEff:\t(.*)$/m.exec(status)?.[1]).toBe("0000000000000000");
    expect(/^NoNewPrivs:\t(.*)$/m.exec(status)?.[1]).toBe("1");
  }
});

imageTest("a portal that is told to stop says so, serves on, and ends in order", async () => {
  const [portal, ...others] = running.splice(0);
  const ended = portal?.terminate();
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(503));
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const asked = await image.run(["health"], { ...settings, LISTEN_PORT: portOf(origin) }, {});
  expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining("is not ready (503)")]);
  const codes = await Promise.all([ended, ...others.map((process) => process.terminate())]);
  expect(codes).toEqual([0, 0, 0]);
});

imageTest("made once more, all artefacts are the same bytes", () => {
  const again = mkdtempSync(join(tmpdir(), "sekimori-again-"));
  try {
    makeArtefacts(again);
    const sums = (folder: string) => readFileSync(join(folder, "SHA256SUMS"), "utf8");
    expect(sums(again)).toContain(".oci.tar\n");
    expect(sums(again)).toBe(sums(made));
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
});
