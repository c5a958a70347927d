import { caddySites, inCaddy } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import type { Site } from "./site.ts";

/** All sites of Caddy in one process, each at its own address, with certificates that lie on the disk. */
export async function startCaddy(room: Room, sites: readonly Site[]): Promise<void> {
  if (sites.length === 0) return;
  const config = [
    ...["{", "  admin off", "  auto_https off"],
    ...["  servers {", "    protocols h1 h2", "  }", "}"],
    ...sites.flatMap(blocksOf),
  ];
  const file = room.file("/lab/caddy/Caddyfile", `${config.join("\n")}\n`);
  const folders = {
    HOME: "/lab/caddy",
    XDG_DATA_HOME: "/lab/caddy",
    XDG_CONFIG_HOME: "/lab/caddy",
  };
  room.daemon(
    "caddy",
    "/usr/bin/caddy",
    ["run", "--config", file, "--adapter", "caddyfile"],
    folders,
  );
  for (const { place } of sites) await room.listening("caddy", place.v4, 443);
}

function blocksOf({ domain, place, spec, headers, root, certificates }: Site): string[] {
  const at = `bind ${place.v4} ${place.v6}`;
  const block = (name: string, lines: readonly string[]) => [`${name} {`, at, ...lines, "}"];
  const pages = [
    `root * ${root}`,
    ...Object.entries(headers).map(([name, value]) => `header ${name} "${value}"`),
    "file_server",
  ];
  const tls = certificates.map(({ chain, key }) => `tls ${chain} ${key}`);
  const copied = caddySites(spec.applied);
  const plain =
    spec.http === "same"
      ? block(`http://${domain}`, pages)
      : block(`http://${domain}`, ["redir https://{host}{uri} permanent"]);
  return [
    ...(copied.length > 0
      ? copied.flatMap((text) => text.replace("{", `{\n${at}`).split("\n"))
      : plain),
    ...block(`https://${domain}`, inCaddy([...tls, ...pages], spec.applied)),
  ];
}
