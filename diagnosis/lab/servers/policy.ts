import type { Place } from "../addresses.ts";
import { withFiles } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import type { PolicySpec } from "../state.ts";
import { certify } from "./site.ts";

/** The server block of nginx for a policy of MTA-STS, and where it listens. */
export type PolicySite = { readonly place: Place; readonly block: string };

/** Puts a domain's policy on the disk, with a certificate for its host. */
export async function makePolicy(
  room: Room,
  domain: string,
  place: Place,
  { text, applied }: PolicySpec,
): Promise<PolicySite> {
  const host = `mta-sts.${domain}`;
  const folder = `/lab/mta-sts/${domain}`;
  room.file(`${folder}/.well-known/mta-sts.txt`, `${text.replaceAll("{domain}", domain)}\n`);
  const files = await certify(room, `/lab/tls/${host}`, host);
  const own = `server {
  listen 443 ssl;
  server_name ${host};
  ssl_certificate fullchain.pem;
  ssl_certificate_key privkey.pem;
  root /srv/mta-sts;
}`;
  // The lab's machines share one nginx: of port 443 each has that of its own addresses.
  const block = withFiles(applied ?? own, files)
    .replace("listen 443 ssl;", `listen ${place.v4}:443 ssl; listen [${place.v6}]:443 ssl;`)
    .replace("/srv/mta-sts", folder);
  return { place, block };
}
