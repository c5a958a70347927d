import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const chromiums = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** The same without windows and profiles: what drives pages costs it little more than half. */
const shells = ["chromium-headless-shell"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** What single tests ask of the system, and which Debian package has it. Absent: they are skipped. */
const tools = [
  { command: "delv", debian: "bind9-dnsutils", for: "the fixtures' signed zones, read by another" },
  { command: "gnutls-serv", debian: "gnutls-bin", for: "servers with old ciphers" },
  { command: "openssl", debian: "openssl", for: "stapled answers, read by another" },
  { command: "ip", debian: "iproute2", for: "processes without a network" },
  { command: "pdftotext", debian: "poppler-utils", for: "documents, read by another" },
  { command: "pgbouncer", debian: "pgbouncer", for: "the product behind a pooler" },
  { command: "qpdf", debian: "qpdf", for: "invoices, checked by another" },
  { command: "systemd-analyze", debian: "systemd", for: "units, examined by another" },
  { command: "xz", debian: "xz-utils", for: "what an operator installs, packed and started" },
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(names) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
}

/**
 * Paths of the browsers on this machine, as tests read them from the environment: the one that
 * journeys drive, and one that knows profiles. Set ones stand.
 */
function findBrowsers() {
  const whole =
    process.env.WHOLE_CHROMIUM_PATH || find(chromiums) || applications.find(isExecutable);
  const driven = process.env.CHROMIUM_PATH || find(shells) || whole;
  return {
    ...(driven ? { CHROMIUM_PATH: driven } : {}),
    ...(whole ? { WHOLE_CHROMIUM_PATH: whole } : {}),
  };
}

/** The tools of the system that this machine lacks. */
export function missingTools() {
  return tools.filter(({ command }) => find([command]) === undefined);
}

function installFromDebian(packages) {
  console.log(`Installing from Debian: ${packages.join(", ")} …`);
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", ...packages], options);
}

/**
 * Finds what the tests ask of the system, or installs it: on Debian as root from the distribution
 * (with the Japanese fonts the screens need), elsewhere Chromium by Playwright's own installer.
 *
 * @returns what the environment of the tests is to say of browsers; nothing when Playwright manages
 *   the browser itself
 */
export function ensureSystemTools() {
  const lacksChromium =
    !process.env.CHROMIUM_PATH && findBrowsers().WHOLE_CHROMIUM_PATH === undefined;
  const packages = [
    ...(lacksChromium ? ["chromium", "fonts-noto-cjk"] : []),
    ...missingTools().map(({ debian }) => debian),
  ];
  const isDebian = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (isDebian && packages.length > 0) installFromDebian(packages);
  // On its own: not every distribution has it, and without it the whole one is driven.
  if (isDebian && !process.env.CHROMIUM_PATH && !find(shells)) installFromDebian(shells);
  if (!isDebian && lacksChromium) {
    spawnSync("npx", ["playwright-core", "install", "chromium"], { stdio: "inherit" });
  }
  return findBrowsers();
}
