import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { isInstalled, root, withRuntime } from "./install.mjs";

const folder = `${root}e2e/clients/`;
const python = `${root}.cache/clients/python`;
/** Exact; Flask's as docs/integrate/flask.md has them. */
const pythonPackages = [
  ...["flask==3.1.3", "authlib==1.9.9", "requests==2.34.2"],
  ...["django==5.2.19", "mozilla-django-oidc==5.0.2", "requests-oauthlib==2.0.0"],
];

/** Runs a command without a word. @returns whether it succeeded in time, where one is set */
async function succeeds(command, args, options) {
  const child = spawn(command, args, { stdio: "ignore", ...options });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (status) => resolve(status === 0));
  });
}

/** Whether Python and its packages are there or could be installed, within two minutes each. */
async function installPython() {
  if (["flask", "django-admin"].every((name) => existsSync(`${python}/bin/${name}`))) return true;
  const options = { timeout: 120_000 };
  const isThere =
    (await succeeds("python3", ["-m", "venv", python], options)) &&
    (await succeeds(`${python}/bin/pip`, ["install", "-q", ...pythonPackages], options));
  // Half an installation would pass for a whole one.
  if (!isThere) rmSync(python, { recursive: true, force: true });
  return isThere;
}

async function installNodes() {
  if (isInstalled(folder)) return true;
  console.log("Installing the clients of e2e/clients …");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  return succeeds("npm", args, { cwd: folder, env: withRuntime(), stdio: "inherit" });
}

/**
 * Installs the OpenID clients that others wrote, for the tests: never part of the product, never
 * installed by `npm start`.
 *
 * @returns what could not be had
 * @throws Error where those of the registry could not be installed
 */
export async function installClients() {
  const [hasNodes, hasPython] = await Promise.all([installNodes(), installPython()]);
  if (!hasNodes) throw new Error("npm could not install the clients of e2e/clients");
  return hasPython
    ? []
    : [
        "Authlib, mozilla-django-oidc, requests-oauthlib (Python's packages), for signing in with them",
      ];
}
