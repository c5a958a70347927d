import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { isInstalled, root, run } from "./install.mjs";

const folder = `${root}e2e/clients/`;
const python = `${root}.cache/clients/python`;
/** Exact; Flask's as docs/integrate/flask.md has them. */
const pythonPackages = [
  ...["flask==3.1.3", "authlib==1.9.9", "requests==2.34.2"],
  ...["django==5.2.19", "mozilla-django-oidc==5.0.2", "requests-oauthlib==2.0.0"],
];

/** Whether Python and its packages are there or could be installed, within two minutes. */
function installPython() {
  if (["flask", "django-admin"].every((name) => existsSync(`${python}/bin/${name}`))) return true;
  const options = { stdio: "ignore", timeout: 120_000 };
  const isThere =
    spawnSync("python3", ["-m", "venv", python], options).status === 0 &&
    spawnSync(`${python}/bin/pip`, ["install", "-q", ...pythonPackages], options).status === 0;
  // Half an installation would pass for a whole one.
  if (!isThere) rmSync(python, { recursive: true, force: true });
  return isThere;
}

/**
 * Installs the OpenID clients that others wrote, for the tests: never part of the product, never
 * installed by `npm start`.
 *
 * @returns what could not be had
 */
export function installClients() {
  if (!isInstalled(folder)) {
    console.log("Installing the clients of e2e/clients …");
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {}, folder);
  }
  return installPython()
    ? []
    : [
        "Authlib, mozilla-django-oidc, requests-oauthlib (Python's packages), for signing in with them",
      ];
}
