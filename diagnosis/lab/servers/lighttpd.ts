import type { Room } from "../room.ts";
import { SOUND_CIPHERS } from "./nginx.ts";
import type { Site } from "./site.ts";

/** One lighttpd for each site: its settings by address are few. */
export async function startLighttpd(room: Room, sites: readonly Site[]): Promise<void> {
  for (const { name, domain, place, spec, headers, root, certificates } of sites) {
    const { http = "redirect", https = true, protocols, ciphers = SOUND_CIPHERS } = spec;
    const [certificate] = certificates;
    if (certificate === undefined) continue;
    const [oldest = "TLSv1.2"] = protocols ?? [];
    const tls = [
      'ssl.engine = "enable"',
      `ssl.pemfile = "${certificate.chain}"`,
      `ssl.privkey = "${certificate.key}"`,
      `ssl.openssl.ssl-conf-cmd = ("MinProtocol" => "${oldest}", "CipherString" => "${ciphers}")`,
    ];
    const onPlain =
      https && http === "redirect"
        ? [`url.redirect = ("" => "https://${domain}\${url.path}\${qsa}")`]
        : [];
    const pages = Object.entries(headers).map(([key, value]) => `"${key}" => "${value}"`);
    const config = [
      'server.modules = ("mod_setenv", "mod_redirect", "mod_openssl", "mod_dirlisting", "mod_staticfile", "mod_alias")',
      `server.document-root = "${root}"`,
      'server.tag = ""',
      `server.bind = "${place.v4}"`,
      "server.port = 80",
      'index-file.names = ("index.html")',
      'mimetype.assign = (".html" => "text/html; charset=utf-8", ".txt" => "text/plain; charset=utf-8", ".js" => "text/javascript", "" => "application/octet-stream")',
      ...(https
        ? [
            ...[`${place.v4}:443`, `[${place.v6}]:443`].flatMap((socket) => [
              `$SERVER["socket"] == "${socket}" {`,
              ...tls,
              "}",
            ]),
          ]
        : []),
      `$SERVER["socket"] == "[${place.v6}]:80" { }`,
      ...(onPlain.length > 0 ? ['$HTTP["scheme"] == "http" {', ...onPlain, "}"] : []),
      `setenv.set-response-header = (${pages.join(", ")})`,
      ...(spec.extra === undefined ? [] : [spec.extra.replaceAll("{domain}", domain)]),
    ];
    const file = room.file(`/lab/lighttpd/${name}.conf`, `${config.join("\n")}\n`);
    room.daemon(`lighttpd ${name}`, "/usr/sbin/lighttpd", ["-D", "-f", file]);
    await room.listening(`lighttpd ${name}`, place.v4, https ? 443 : 80);
  }
}
