import type { Room } from "../room.ts";
import type { Site } from "./site.ts";

/** Below the ports that the kernel lends to outgoing connections (from 32768), which hold some of those. */
const FIRST_PORT = 24_000;

/**
 * One GnuTLS server for each site: it alone still speaks what OpenSSL's build leaves out. It listens at
 * every address and cannot be told otherwise, so HAProxy brings it each site's connections.
 */
export async function startGnutls(room: Room, sites: readonly Site[]): Promise<void> {
  if (sites.length === 0) return;
  const relay = ["global", "  maxconn 500", "  nbthread 1", "defaults", "  mode tcp"];
  for (const time of ["connect", "client", "server"]) relay.push(`  timeout ${time} 10s`);
  for (const [index, { name, place, spec, certificates, root, dhFile }] of sites.entries()) {
    const port = FIRST_PORT + index;
    const args = ["--http", "--quiet", "--disable-client-cert", "--port", String(port)];
    for (const { chain, key } of certificates)
      args.push("--x509certfile", chain, "--x509keyfile", key);
    args.push("--priority", spec.ciphers ?? "NORMAL", "--httpdata", `${root}/index.html`);
    if (dhFile !== null) args.push("--dhparams", dhFile);
    room.daemon(`gnutls ${name}`, "/usr/bin/gnutls-serv", args);
    relay.push(
      `listen ${name}`,
      `  bind ${place.v4}:443`,
      `  bind [${place.v6}]:443`,
      `  server it 127.0.0.1:${port}`,
    );
    await room.listening(`gnutls ${name}`, "127.0.0.1", port);
  }
  const file = room.file("/lab/haproxy/relay.conf", `${relay.join("\n")}\n`);
  room.daemon("relay", "/usr/sbin/haproxy", ["-db", "-f", file]);
  for (const { place } of sites) await room.listening("relay", place.v4, 443);
}
