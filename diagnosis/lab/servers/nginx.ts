import { inNginx, nginxServer } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import { pagesOf } from "./applications.ts";
import type { PolicySite } from "./policy.ts";
import type { Site } from "./site.ts";

/** Forward secrecy and authenticated encryption only. */
export const SOUND_CIPHERS =
  "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";

/** All sites of nginx in one process, each at its own address, and the policies of MTA-STS. */
export async function startNginx(
  room: Room,
  sites: readonly Site[],
  policies: readonly PolicySite[] = [],
): Promise<void> {
  if (sites.length + policies.length === 0) return;
  const config = [
    "user root;",
    "worker_processes 1;",
    "daemon off;",
    "pid /lab/nginx/pid;",
    "error_log /lab/nginx/error.log;",
    "events { worker_connections 4096; }",
    "http {",
    "include /etc/nginx/mime.types;",
    "default_type text/html;",
    "charset utf-8;",
    "log_format times '$msec $server_addr $scheme \"$request\" $status $request_time';",
    "access_log /lab/nginx/access.log times;",
    "server_tokens off;",
    "root /lab/www/none;",
    ...["body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) =>
      kind === "body"
        ? "client_body_temp_path /lab/nginx/body;"
        : `${kind}_temp_path /lab/nginx/${kind};`,
    ),
    ...sites.flatMap(serversOf),
    ...policies.map(({ block }) => block),
    "}",
  ];
  const file = room.file("/lab/nginx/nginx.conf", `${config.join("\n")}\n`);
  room.file("/lab/www/none/index.html", "");
  room.daemon("nginx", "/usr/sbin/nginx", ["-c", file, "-e", "/lab/nginx/error.log"]);
  for (const { place, spec } of sites)
    await room.listening("nginx", place.v4, spec.https === false ? 80 : 443);
  for (const { place } of policies) await room.listening("nginx", place.v4, 443);
}

function serversOf(site: Site): string[] {
  const { name: state, domain, place, spec, headers, root } = site;
  const { certificates, alsoCertificate, dhFile } = site;
  const { http = "redirect", https = true, protocols, ciphers = SOUND_CIPHERS, extra } = spec;
  const at = (port: number, more = "") => [
    `listen ${place.v4}:${port}${more};`,
    `listen [${place.v6}]:${port}${more};`,
  ];
  const pages = [
    `server_name ${domain};`,
    `root ${root};`,
    ...(spec.application === undefined ? [] : pagesOf(state, spec.application)),
    ...Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`),
    ...(extra === undefined
      ? []
      : [extra.replaceAll("{domain}", domain).replaceAll("{name}", state)]),
  ];
  const servers: string[] = [];
  const copied = nginxServer(at(80), spec.applied);
  if (copied !== null) servers.push(copied);
  else if (http === "redirect" && https)
    servers.push(...server([...at(80), `return 301 https://${domain}$request_uri;`]));
  if (copied === null && (http === "same" || !https))
    servers.push(
      ...server([
        ...at(80),
        ...inNginx(pages, spec.applied).flatMap((line) =>
          line === "listen 443 ssl;" ? at(443, " ssl") : [line],
        ),
      ]),
    );
  if (https) {
    const protocol = [
      `ssl_protocols ${(protocols ?? ["TLSv1.2", "TLSv1.3"]).join(" ")};`,
      `ssl_ciphers ${ciphers};`,
      "ssl_prefer_server_ciphers on;",
    ];
    const tls = [
      ...certificates.flatMap(({ chain, key }) => [
        `ssl_certificate ${chain};`,
        `ssl_certificate_key ${key};`,
      ]),
      ...protocol,
    ];
    if (dhFile !== null) tls.push(`ssl_dhparam ${dhFile};`);
    servers.push(...server([...at(443, " ssl"), ...inNginx([...tls, ...pages], spec.applied)]));
    if (spec.alsoAt !== undefined) {
      const other = alsoCertificate ?? certificates[0];
      const keys = [`ssl_certificate ${other?.chain};`, `ssl_certificate_key ${other?.key};`];
      servers.push(...server([...at(spec.alsoAt.port, " ssl"), ...keys, ...protocol, ...pages]));
    }
  }
  return servers;
}

const server = (lines: readonly string[]) => ["server {", ...lines, "}"];
