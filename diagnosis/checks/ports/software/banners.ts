/** A product as the data sets call it, with the version it admits to. */
export interface Software {
  readonly product: string;
  readonly version: string;
  /** True when a distribution's mark shows that fixes may have been ported back without a new number. */
  readonly maintainedByDistribution: boolean;
}

const VERSION = String.raw`(\d[\w.-]{0,30})`;

/** How products write themselves in headers and greetings, and what the data sets call them. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\bApache/${VERSION}`, "i"), "apache"],
  [new RegExp(`\\bnginx/${VERSION}`, "i"), "nginx"],
  [new RegExp(`\\bMicrosoft-IIS/${VERSION}`, "i"), "iis"],
  [new RegExp(`\\bOpenSSL/${VERSION}`, "i"), "openssl"],
  [new RegExp(`\\bPHP/${VERSION}`, "i"), "php"],
  [new RegExp(`\\bApache Tomcat/${VERSION}`, "i"), "tomcat"],
  [new RegExp(`\\bOpenSSH_(?:for_Windows_)?${VERSION}`, "i"), "openssh"],
  [new RegExp(`\\bExim ${VERSION}`, "i"), "exim"],
  [new RegExp(`\\bProFTPD ${VERSION}`, "i"), "proftpd"],
  [new RegExp(`\\bvsFTPd ${VERSION}`, "i"), "vsftpd"],
];

const DISTRIBUTIONS =
  /\b(Debian|Ubuntu|Raspbian|CentOS|Red Hat|RHEL|Rocky|AlmaLinux|SUSE|Amazon|Alpine|FreeBSD)\b|\bdeb\d|\bel\d/i;

/** Every product that a header or greeting names with a version. */
export function softwareIn(text: string): readonly Software[] {
  const line = text.slice(0, 1_000);
  const maintainedByDistribution = DISTRIBUTIONS.test(line);
  return MARKS.flatMap(([mark, product]) => {
    const version = mark.exec(line)?.[1];
    return version === undefined ? [] : [{ product, version, maintainedByDistribution }];
  });
}

/** The version in a MySQL or MariaDB handshake packet (protocol 10), or null. */
export function mysqlVersion(greeting: Uint8Array): Software | null {
  const bytes = Buffer.from(greeting);
  if (bytes.length < 6 || bytes[4] !== 10) return null;
  const end = bytes.indexOf(0, 5);
  const text = bytes.toString("latin1", 5, end === -1 ? 5 : Math.min(end, 65));
  const version = /^(?:5\.5\.5-)?(\d+\.\d+\.\d+)/.exec(text)?.[1];
  if (version === undefined) return null;
  const product = /mariadb/i.test(text) ? "mariadb" : "mysql";
  const maintainedByDistribution = DISTRIBUTIONS.test(text);
  return { product, version, maintainedByDistribution };
}
