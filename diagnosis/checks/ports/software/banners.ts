/** A product as the data sets call it, with the version it admits to. */
export interface Software {
  readonly product: string;
  readonly version: string;
  /** The distribution whose mark it carries, with its release where that shows ("debian 12"). */
  readonly distribution: string | null;
  /** The distribution's own version, where the banner holds it ("9.2p1-2+deb12u3"). */
  readonly packageVersion: string | null;
  readonly platform: "windows" | "unix" | null;
  /** Runs on the server as its guest: as often its publisher's copy as the distribution's package. */
  readonly isApplication: boolean;
}

const VERSION = String.raw`(\d[\w.+~-]{0,60})`;

/** How products write themselves in headers and greetings, and what the data sets call them. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\bApache/${VERSION}`, "i"), "apache"],
  [new RegExp(`\\bnginx/${VERSION}`, "i"), "nginx"],
  [new RegExp(`\\bopenresty/${VERSION}`, "i"), "openresty"],
  [new RegExp(`\\blighttpd/${VERSION}`, "i"), "lighttpd"],
  [new RegExp(`\\bMicrosoft-IIS/${VERSION}`, "i"), "iis"],
  [new RegExp(`\\bOpenSSL/${VERSION}`, "i"), "openssl"],
  [new RegExp(`\\bPHP/${VERSION}`, "i"), "php"],
  [new RegExp(`\\bApache Tomcat/${VERSION}`, "i"), "tomcat"],
  [new RegExp(`\\bOpenSSH_(?:for_Windows_)?${VERSION}`, "i"), "openssh"],
  [new RegExp(`\\bExim ${VERSION}`, "i"), "exim"],
  [new RegExp(`\\bProFTPD ${VERSION}`, "i"), "proftpd"],
  [new RegExp(`\\bvsFTPd ${VERSION}`, "i"), "vsftpd"],
];

/** What stands in brackets behind the number of a server that its publisher built; anything else names who did. */
const BUILDER =
  /\b(?:Apache|nginx|lighttpd)\/[\w.+~-]+ \((?!Unix\)|Win(?:32|64)\)|Darwin\)|NETWARE\)|OS\/2\))/i;
/** A product that stands before these in their own header is what was built of them ("IBM_HTTP_Server/6 Apache/2.0"). */
const BUILT_OF = /^(?!\d\.\d )[^(),]*\S (?:Apache|nginx|lighttpd)\/\d/i;
/** What the publisher itself adds to a number; anything else behind a sign is a builder's, or of no release. */
const OF_PUBLISHER = /[-~](?:rc|alpha|beta|fips)/i;
/** Programs whose publisher counts by three numbers: a fourth is another's, of what was made of them. */
const BY_THREE = ["apache", "nginx", "lighttpd", "php", "tomcat"];
/** A builder that nobody knows: whether that one goes on mending is not known either. */
export const UNKNOWN_BUILDER = "another builder";

/** Words by which a build says whose it is, and the name of the distribution. */
const DISTRIBUTIONS: readonly (readonly [RegExp, string])[] = [
  // Ubuntu's marks are often beside Debian's, as in deb.sury.org's.
  [/ubuntu/i, "ubuntu"],
  [/debian|raspbian|[+~-]deb\d|deb\.sury\.org|~bpo\d/i, "debian"],
  [
    /\b(?:Red ?Hat|RHEL|CentOS|Rocky|Alma ?Linux|Oracle Linux|Scientific Linux|CloudLinux|cPanel|remi)\b|\.el\d|mod_bwlimited/i,
    "rhel",
  ],
  [/fedora|\.fc\d\d/i, "fedora"],
  [/suse\b|\bSLES\b/i, "suse"],
  // Amazon Linux leaves its name out of the brackets.
  [/\bAmazon\b|\.amzn\d|\bApache\/[\d.]+ \(\)/i, "amazon"],
  [/\bAlpine\b|\d-r\d{1,2}(?:\s|$)/i, "alpine"],
  [/\bFreeBSD\b/i, "freebsd"],
  [
    /\b(?:Gentoo|Arch Linux|Mageia|Mandriva|Slackware|Devuan|Kali|ALT Linux|Astra Linux|Miracle Linux|Vine\b|Turbolinux|openEuler|EulerOS|Anolis|Kylin|Photon|NetBSD|OpenBSD|Univention|Synology|QNAP|Plesk|Bitnami)/i,
    "another",
  ],
  [BUILDER, UNKNOWN_BUILDER],
  [BUILT_OF, UNKNOWN_BUILDER],
];

/** The distribution of which a line without a version speaks, as "ESMTP Postfix (Ubuntu)" does; of prose, in brackets. */
export function markIn(line: string): string | null {
  const mark = distributionIn(line);
  return mark === null || mark === UNKNOWN_BUILDER ? null : (mark.split(" ")[0] ?? null);
}

/** What a package adds to its program's number: a revision, and the marks of those who built it. */
const REVISION = /^(\d[\w.]*?)((?:-\d|[+~]|-[\w.]*(?:ubuntu|deb|el\d|amzn|fc\d|r\d))[\w.+~-]*)$/i;

/** Every product that a header or greeting names with a version. */
export function softwareIn(text: string): readonly Software[] {
  const line = text.slice(0, 1_000);
  const distribution = distributionIn(line);
  const platform = platformIn(line, distribution);
  return MARKS.flatMap(([mark, product]) => {
    const written = mark.exec(line)?.[1];
    const shown = written?.replace(/[.+~-]+$/, "");
    if (written === undefined || shown === undefined) return [];
    const [whole, number = shown] = REVISION.exec(shown) ?? [];
    const packageVersion = product === "openssh" ? opensshPackage(line) : (whole ?? null);
    const isOthers =
      (/[-+~]/.test(written) && !OF_PUBLISHER.test(written)) ||
      (BY_THREE.includes(product) && /^\d+(?:\.\d+){3}/.test(number));
    const built = distribution ?? (isOthers || hasComment(product, line) ? UNKNOWN_BUILDER : null);
    return [
      {
        product,
        version: number,
        distribution: built,
        packageVersion,
        platform,
        isApplication: false,
      },
    ];
  });
}

/** What MySQL and MariaDB themselves write behind the number; clouds and Percona write other words. */
const OF_MYSQL =
  /^(?:-(?:log|debug|community|enterprise|commercial|advanced|cluster|standard|mariadb|\d:[\d.]+\+maria~\w+))*$/i;

/** The version in a MySQL or MariaDB handshake packet (protocol 10), or null. */
export function mysqlVersion(greeting: Uint8Array): Software | null {
  const bytes = Buffer.from(greeting);
  if (bytes.length < 6 || bytes[4] !== 10) return null;
  const end = bytes.indexOf(0, 5);
  const text = bytes.toString("latin1", 5, end === -1 ? 5 : Math.min(end, 65));
  const [, version, rest = ""] = /^(?:5\.5\.5-)?(\d+\.\d+\.\d+)(.*)$/.exec(text) ?? [];
  if (version === undefined) return null;
  const product = /mariadb/i.test(text) ? "mariadb" : "mysql";
  const distribution = distributionIn(text) ?? (OF_MYSQL.test(rest) ? null : UNKNOWN_BUILDER);
  const packageVersion = /\b(\d[\w.:]*-\d[\w.~]*\+deb\d+u\d+)/.exec(text)?.[1] ?? null;
  const isApplication = false;
  return { product, version, distribution, packageVersion, platform: null, isApplication };
}

function distributionIn(line: string): string | null {
  const debian = /[+~](?:deb|debian)(\d+)(?:u\d|~|\b)/i.exec(line)?.[1];
  if (debian && !/ubuntu/i.test(line)) return `debian ${debian}`;
  const ubuntu = /ubuntu(?:\d\.)?(\d\d\.(?:04|10))\b/i.exec(line)?.[1];
  if (ubuntu) return `ubuntu ${ubuntu}`;
  const redHat = /\.el(\d+)(?:[._\s]|$)/i.exec(line)?.[1];
  if (redHat) return `rhel ${redHat}`;
  return DISTRIBUTIONS.find(([mark]) => mark.test(line))?.[1] ?? null;
}

function platformIn(line: string, distribution: string | null): Software["platform"] {
  if (/\bWin(?:32|64)\b|for_Windows|Microsoft-IIS/i.test(line)) return "windows";
  const isKnown = distribution !== null && distribution !== UNKNOWN_BUILDER;
  return isKnown || /\bUnix\b|\bLinux\b/i.test(line) ? "unix" : null;
}

/** OpenSSH's own greeting ends with the number (RFC 4253 §4.2): whoever builds it adds the rest. */
function hasComment(product: string, line: string): boolean {
  return product === "openssh" && /OpenSSH_(?!for_Windows)\S+ +\S/i.test(line);
}

/** OpenSSH of Debian and Ubuntu shows its package's revision (RFC 4253 §4.2, "comments"). */
function opensshPackage(line: string): string | null {
  const [, upstream, revision] = /OpenSSH_(\S+) (?:Debian|Ubuntu|Raspbian)-(\S+)/i.exec(line) ?? [];
  return upstream && revision ? `${upstream}-${revision}` : null;
}
