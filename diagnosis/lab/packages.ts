import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { downloadArchives, unpackArchives } from "./debian-archives.ts";

/** What the lab runs. Each group is resolved on its own: mail servers refuse to stand side by side. */
const SERVERS: readonly (readonly string[])[] = [
  [
    "nginx",
    "apache2",
    "lighttpd",
    "lighttpd-mod-openssl",
    "haproxy",
    "caddy",
    "gnutls-bin",
    "openssl",
    "bind9",
    "bind9-utils",
    "bind9-dnsutils",
    "nsd",
    "knot",
    "pdns-server",
    "pdns-backend-bind",
    "unbound",
    "postfix",
    "dovecot-imapd",
    "dovecot-pop3d",
    "vsftpd",
    "openssh-server",
    "redis-server",
    "memcached",
    "mariadb-server",
    "mosquitto",
    "slapd",
    "rsync",
    "prometheus",
    "iproute2",
  ],
  ["exim4-daemon-light"],
];

/** What the quick form does without. */
const MORE: readonly string[] = [
  "postgresql-15",
  "php8.2-fpm",
  "php8.2-mysql",
  "wordpress",
  "wordpress-theme-twentytwentythree",
  "tcpdump",
  "git",
  "subversion",
  "mercurial",
  "opendkim-tools",
  "nftables",
];

/** Servers of a few states, which are passed over where these cannot be had. */
const RARE: readonly (readonly string[])[] = [
  ["inetutils-telnetd", "inetutils-inetd"],
  ["samba"],
  ["x11vnc"],
];

/** Tools of others whose word is set beside ours; one that cannot be had does not hold up the others. */
const PEERS: readonly (readonly string[])[] = [
  ["sslscan"],
  ["nmap"],
  ["testssl.sh"],
  ["python3-spf"],
  ["zonemaster-cli"],
  ["opendmarc"],
  ["libmail-dmarc-perl"],
];

/** For how long the packages of an earlier run will do. */
const FRESH_MS = 7 * 86_400_000;

type Stamp = {
  readonly wanted: readonly string[];
  readonly at: number;
  readonly versions: Readonly<Record<string, string>>;
};

/** Unpacked packages, with the version of each. */
export type Unpacked = {
  readonly root: string;
  readonly versions: Readonly<Record<string, string>>;
};

/**
 * Downloads the packages with those they need that this machine lacks (by apt's own resolver) and unpacks
 * them below `cache`. Nothing is installed: no package's scripts run and no service is known to the system.
 * Answers why not where the mirror cannot be reached.
 */
export function unpackPackages(
  cache: string,
  form: { readonly quick: boolean; readonly peers: boolean; readonly withinMs: number },
): Unpacked | string {
  const servers = form.quick ? SERVERS : [...SERVERS, MORE, ...RARE];
  const groups = form.peers ? [...servers, ...PEERS] : servers;
  const until = Date.now() + form.withinMs;
  const root = join(cache, "root");
  const stamp = join(cache, "unpacked.json");
  const wanted = groups.flat();
  const known = existsSync(stamp) ? (JSON.parse(readFileSync(stamp, "utf8")) as Stamp) : null;
  const isHere = known !== null && wanted.every((name) => known.wanted.includes(name));
  if (isHere && Date.now() - known.at < FRESH_MS) return { root, versions: known.versions };
  const archives = join(cache, "archives");
  for (const group of groups) {
    const failed = downloadArchives(archives, group, until);
    // A peer that cannot be had is skipped where it would be asked, a rare server where its states are.
    if (failed !== null && ![...PEERS, ...RARE].includes(group)) return failed;
  }
  unpackArchives(archives, root);
  const versions = versionsOf();
  // What an earlier run wanted lies among the archives and was unpacked as well.
  const all = [...new Set([...(known?.wanted ?? []), ...wanted])];
  writeFileSync(stamp, JSON.stringify({ wanted: all, at: Date.now(), versions } satisfies Stamp));
  return { root, versions };
}

/** Versions by package name, of what was unpacked and of what the machine had already. */
function versionsOf(): Record<string, string> {
  const names = [...SERVERS, MORE, ...RARE, ...PEERS].flat();
  const { stdout } = spawnSync("apt-cache", ["policy", ...names], { encoding: "utf8" });
  const versions = [...stdout.matchAll(/^(\S+):\n.*\n\s+Candidate: (?:\d+:)?(\S+)/gm)];
  return Object.fromEntries(versions.map(([, name = "", version = ""]) => [name, version]));
}
