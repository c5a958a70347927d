import type { Room } from "../room.ts";
import { SOUND_CIPHERS } from "./nginx.ts";
import type { Site } from "./site.ts";

/** All sites of HAProxy in one process; it answers with one page of its own. */
export async function startHaproxy(room: Room, sites: readonly Site[]): Promise<void> {
  if (sites.length === 0) return;
  const config = ["global", "  maxconn 500", "  nbthread 1", "defaults", "  mode http"];
  for (const time of ["connect", "client", "server"]) config.push(`  timeout ${time} 10s`);
  for (const { name, domain, place, spec, headers, root, certificates } of sites) {
    const { protocols, ciphers = SOUND_CIPHERS } = spec;
    const [oldest = "TLSv1.2"] = protocols ?? [];
    const tls = `ssl crt ${certificates[0]?.both} ssl-min-ver ${oldest} ciphers ${ciphers}`;
    config.push(
      `frontend ${name}-plain`,
      `  bind ${place.v4}:80`,
      `  bind [${place.v6}]:80`,
      `  http-request redirect location https://${domain}%[path] code 301`,
      `frontend ${name}`,
      `  bind ${place.v4}:443 ${tls}`,
      `  bind [${place.v6}]:443 ${tls}`,
      ...Object.entries(headers).map(
        ([header, value]) => `  http-after-response set-header ${header} "${value}"`,
      ),
      `  http-request return status 200 content-type "text/plain; charset=utf-8" file ${root}/.well-known/security.txt if { path /.well-known/security.txt }`,
      "  http-request return status 404 content-type text/plain string none unless { path / }",
      `  http-request return status 200 content-type "text/html; charset=utf-8" file ${root}/index.html`,
      ...(spec.extra === undefined ? [] : [spec.extra]),
    );
  }
  const file = room.file("/lab/haproxy/haproxy.conf", `${config.join("\n")}\n`);
  room.daemon("haproxy", "/usr/sbin/haproxy", ["-db", "-f", file]);
  for (const { place } of sites) await room.listening("haproxy", place.v4, 443);
}
