import { apacheRedirect, inApache, ofApacheServer } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import { SOUND_CIPHERS } from "./nginx.ts";
import type { Site } from "./site.ts";

const MODULES =
  "authz_core dir mime headers rewrite ssl socache_shmcb status autoindex alias mpm_event unixd env setenvif";
/** Built into Debian's program. */
const BUILT_IN = new Set(["unixd"]);

/** All sites of Apache in one process, each at its own address. */
export async function startApache(room: Room, sites: readonly Site[]): Promise<void> {
  if (sites.length === 0) return;
  const modules = MODULES.split(" ").filter((name) => !BUILT_IN.has(name));
  const config = [
    "ServerRoot /lab/apache",
    "ServerName lab",
    "PidFile /lab/apache/pid",
    "DefaultRuntimeDir /lab/apache",
    "ErrorLog /lab/apache/error.log",
    "User www-data",
    "Group www-data",
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    "TypesConfig /etc/mime.types",
    "AddDefaultCharset utf-8",
    "DirectoryIndex index.html",
    "ServerTokens Prod",
    "ServerSignature Off",
    "TraceEnable Off",
    "SSLSessionCache shmcb:/lab/apache/ssl(51200)",
    ...ofApacheServer(sites.flatMap(({ spec }) => spec.applied ?? [])),
    "<Directory /lab/www>",
    "Require all granted",
    "AllowOverride None",
    "</Directory>",
    ...sites.flatMap(hostsOf),
  ];
  room.file("/lab/apache/note", "");
  room.file("/run/apache2/note", "");
  const file = room.file("/lab/apache/apache.conf", `${config.join("\n")}\n`);
  room.daemon("apache", "/usr/sbin/apache2", ["-f", file, "-DFOREGROUND"]);
  for (const { place, spec } of sites)
    await room.listening("apache", place.v4, spec.https === false ? 80 : 443);
}

function hostsOf({ domain, place, spec, headers, root, certificates }: Site): string[] {
  const { http = "redirect", https = true, protocols, ciphers = SOUND_CIPHERS, extra } = spec;
  const host = (port: number, lines: readonly string[]) => [
    `Listen ${place.v4}:${port}`,
    `Listen [${place.v6}]:${port}`,
    `<VirtualHost ${place.v4}:${port} [${place.v6}]:${port}>`,
    `ServerName ${domain}`,
    ...lines,
    "</VirtualHost>",
  ];
  const pages = [
    `DocumentRoot ${root}`,
    ...Object.entries(headers).map(([name, value]) => `Header always set ${name} "${value}"`),
    ...(extra === undefined
      ? []
      : [extra.replaceAll("{domain}", domain).replaceAll("{root}", root)]),
  ];
  const hosts: string[] = [];
  const redirect = apacheRedirect(spec.applied);
  if (redirect !== null) hosts.push(...host(80, [redirect]));
  else if (http === "redirect" && https)
    hosts.push(...host(80, [`Redirect permanent / https://${domain}/`]));
  else if (http === "same" || !https) hosts.push(...host(80, inApache(pages, spec.applied)));
  if (https) {
    const tls = [
      "SSLEngine on",
      ...certificates.flatMap(({ chain, key }) => [
        `SSLCertificateFile ${chain}`,
        `SSLCertificateKeyFile ${key}`,
      ]),
      `SSLProtocol ${(protocols ?? ["TLSv1.2", "TLSv1.3"]).map((name) => `+${name}`).join(" ")}`,
      `SSLCipherSuite ${ciphers}`,
      "SSLHonorCipherOrder on",
    ];
    hosts.push(...host(443, inApache([...tls, ...pages], spec.applied)));
  }
  return hosts;
}
