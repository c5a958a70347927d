import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of a Chromium on this machine, or undefined. `CHROMIUM_PATH` names one explicitly. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const candidates = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...applications].find(isExecutable);
}

/**
 * Finds Chromium, or installs it: on Debian as root from the distribution (with the Japanese fonts
 * the screens need), elsewhere by Playwright's own installer.
 *
 * @returns the path, or undefined when Playwright manages the browser itself
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    console.log("Installing Chromium and Japanese fonts from Debian …");
    const quiet = { stdio: ["ignore", "ignore", "inherit"] };
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { ...quiet, env });
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium", "fonts-noto-cjk"], { ...quiet, env });
    return findChromium();
  }
  spawnSync("npx", ["playwright-core", "install", "chromium"], { stdio: "inherit" });
  return undefined;
}
