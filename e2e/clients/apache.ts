import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { debianPath, debianRoot } from "./debian-clients.ts";
import { apacheModules } from "./kinds.ts";

const modules = [
  "mpm_event",
  "authn_core",
  "authz_core",
  "authz_user",
  "alias",
  "dir",
  "mime",
  "include",
];

/**
 * What Debian's own configuration brings around a site: modules, folders, a port of loopback.
 *
 * @returns the command that serves the site in the foreground
 */
export function apacheConfiguration(folder: string, port: number): string {
  const installed = (path: string) => debianPath(path) ?? path;
  const configuration = [
    `ServerRoot ${folder}`,
    `PidFile ${join(folder, "pid")}`,
    `Listen 127.0.0.1:${port}`,
    `ServerName localhost:${port}`,
    "ErrorLog /dev/stderr",
    "LogLevel auth_openidc:info",
    ...[...modules, "auth_openidc"].map(
      (name) => `LoadModule ${name}_module ${installed(`${apacheModules}/mod_${name}.so`)}`,
    ),
    `TypesConfig ${installed("/etc/mime.types")}`,
    `DocumentRoot ${folder}`,
    `<Directory ${folder}>`,
    "  Require all granted",
    "</Directory>",
    `Include ${join(folder, "site.conf")}`,
  ];
  writeFileSync(join(folder, "apache.conf"), `${configuration.join("\n")}\n`);
  const file = join(folder, "apache.conf");
  const secrets = "SESSION_SECRET=a-secret-for-this-test CLIENT_SECRET=…";
  // Libraries of packages that were only unpacked; a folder that is not there is passed over.
  const libraries = `LD_LIBRARY_PATH="$(echo ${debianRoot}/usr/lib/*-linux-gnu)"`;
  // Its log is opened by name, which a socket has none of: a pipe has one.
  return `${secrets} ${libraries} ${installed("/usr/sbin/apache2")} -DFOREGROUND -f ${file} 2>&1 | cat`;
}
