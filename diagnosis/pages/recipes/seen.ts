import type { Asset } from "../../engine/asset.ts";
import type { Finding } from "../../engine/finding.ts";

/** How products of the recipes show themselves: in banners, headers, and names of servers. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  nginx: /\b(?:nginx|openresty)\b/i,
  Apache: /\bapache(?!\s*tomcat)\b|\bhttpd\b/i,
  Caddy: /\bcaddy\b/i,
  Cloudflare: /\bcloudflare\b/i,
  Postfix: /\bpostfix\b/i,
  Exim: /\bexim\b/i,
  Dovecot: /\bdovecot\b/i,
  vsftpd: /\bvsftpd\b/i,
  OpenSSH: /\bopenssh\b/i,
  Redis: /\bredis\b/i,
  memcached: /\bmemcached\b/i,
  PostgreSQL: /\bpostgres(?:ql)?\b/i,
  MySQL: /\b(?:mysql|mariadb)\b/i,
  Elasticsearch: /\b(?:elasticsearch|opensearch)\b/i,
  MongoDB: /\bmongodb\b/i,
  Docker: /\bdocker\b/i,
  Windows: /\b(?:microsoft|windows|RDP|remote desktop)\b/i,
  Mosquitto: /\b(?:mosquitto|mqtt)\b/i,
  OpenLDAP: /\bldap\b/i,
  "OpenLDAP (Debian, Ubuntu)": /\bldap\b/i,
  rsync: /\brsync\b/i,
  PHP: /\bphp\b/i,
  Express: /\bexpress\b/i,
  WordPress: /\bwordpress\b/i,
  npm: /\b(?:jquery|bootstrap|angular|react|vue|lodash|moment)\b/i,
  "Debian, Ubuntu": /\b(?:debian|ubuntu)\b/i,
  "Red Hat, Alma, Rocky": /\b(?:red ?hat|rhel|almalinux|rocky|centos)\b/i,
  BIND: /\bBIND\b/i,
  Knot: /\bknot\b/i,
  PowerDNS: /\bpowerdns\b/i,
};

/** Facts in which a server says what it is, or a check says what it recognised. */
const TELLING = [
  "service.product",
  "port.service",
  "port.answers",
  "port.greeting",
  "smtp.reply",
  "leak.headers",
  "app.name",
  "software.library",
  "software.distribution",
  "ssh.software",
];

/** What of the inventory tells which product a finding is about. */
export type SeenAsset = Pick<Asset, "id" | "name" | "product" | "certificate" | "foundBy">;

/**
 * The words in which products were seen around a finding: its own evidence, the host's software for what a host
 * answers, the names of the name servers for what stands in the zone (who serves a site need not serve its names).
 */
export function told(finding: Finding, assets: readonly SeenAsset[]): readonly string[] {
  const { category, place, evidence } = finding;
  const own = evidence
    .filter(({ name }) => TELLING.includes(name))
    .flatMap(({ value }) => (Array.isArray(value) ? value : [String(value)]));
  if (category === "dns" || category === "mail") {
    const isServer = ({ foundBy }: SeenAsset) => foundBy.some(({ source }) => source === "ns");
    return [...own, ...assets.filter(isServer).map(({ name }) => name)];
  }
  const isHost = ({ id }: SeenAsset) =>
    id === `host:${place.host}` || id === `domain:${place.host}`;
  return [...own, ...assets.filter(isHost).flatMap(({ product }) => product ?? [])];
}

/** Whether a recipe is for something that was seen. */
export function isSeen(product: string, words: readonly string[]): boolean {
  const sign = SIGNS[product];
  return sign !== undefined && words.some((text) => sign.test(text));
}
