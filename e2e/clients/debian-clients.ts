import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { downloadArchives, unpackArchives } from "@sekimori/diagnosis/debian-archives";

const cache = fileURLToPath(new URL("../../.cache/clients/debian", import.meta.url));

/** Debian's packages lie here where this machine has not installed them. */
export const debianRoot = join(cache, "root");

/** What each client needs, by a file that it is known by. */
const packages = [
  {
    file: "/usr/lib/apache2/modules/mod_auth_openidc.so",
    names: ["apache2-bin", "libapache2-mod-auth-openidc", "media-types"],
  },
  {
    file: "/usr/share/gocode/src/github.com/coreos/go-oidc",
    names: ["golang-github-coreos-go-oidc-dev", "golang-go"],
  },
  {
    file: "/usr/share/rubygems-integration/all/gems/gitlab-omniauth-openid-connect-0.10.0",
    // What activesupport names is not among what Debian says that it needs.
    names: ["ruby", "ruby-omniauth-openid-connect", "ruby-webrick", "ruby-minitest"],
  },
] as const;

const downloadMs = 300_000;

/** Where a file of a package is: in its own place, or where it was unpacked. */
export function debianPath(path: string): string | undefined {
  return [path, join(debianRoot, path)].find((place) => existsSync(place));
}

/**
 * Downloads and unpacks what is not here; nothing is installed.
 *
 * @returns what could not be had, in sentences
 */
export function fetchDebianClients(): string[] {
  if (packages.every(({ file }) => debianPath(file) !== undefined)) return [];
  // What was unpacked before is replaced as a whole.
  const lacking = packages.filter(({ file }) => !existsSync(file));
  const archives = join(cache, "archives");
  const until = Date.now() + downloadMs;
  const problems = lacking.flatMap(({ names }) => {
    const problem = downloadArchives(archives, names, until);
    return problem === null ? [] : [`${names.join(", ")}: ${problem}`];
  });
  if (problems.length < lacking.length) unpackArchives(archives, debianRoot);
  // Where one is still lacking, the next unpacking begins with these.
  if (problems.length === 0) rmSync(archives, { recursive: true });
  return problems;
}
