import type { LabState, ServiceSpec } from "../state.ts";

const ports = (
  name: string,
  services: readonly ServiceSpec[],
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "open ports", services, finds, ...more });

const WEAK_SSH =
  "KexAlgorithms diffie-hellman-group1-sha1,diffie-hellman-group14-sha1\nCiphers 3des-cbc,aes128-cbc\nMACs hmac-sha1";

const OLD_TLS = "ssl_min_protocol = TLSv1\nssl_cipher_list = DEFAULT:@SECLEVEL=0";

export const portStates: readonly LabState[] = [
  ports("redis-open", [{ kind: "redis" }], ["port-data:unauthenticated:6379"], { quick: true }),
  ports(
    "redis-password",
    [{ kind: "redis", options: { password: "tora" } }],
    ["port-data:open:6379"],
  ),
  // The program stays as it is; its machine's firewall is what is mended.
  ports("redis-open-alone", [{ kind: "redis", alone: true }], ["port-data:unauthenticated:6379"]),
  ports("memcached-open", [{ kind: "memcached" }], ["port-data:unauthenticated:11211"]),
  ports("mariadb-asks", [{ kind: "mariadb" }], ["port-data:open:3306"], {
    lacks: ["sw-version:end-of-life", "sw-version:known-exploited"],
  }),
  ports("postgresql-asks", [{ kind: "postgresql" }], ["port-data:open:5432"], {
    lacks: ["port-data:unauthenticated"],
  }),
  // Whoever comes is let in, which only a log-in would show: the open port is what can be said.
  ports(
    "postgresql-trusts",
    [{ kind: "postgresql", options: { trust: "yes" } }],
    ["port-data:open:5432"],
  ),
  ports(
    "mqtt-open",
    [{ kind: "mosquitto", options: { anonymous: "true" } }],
    ["svc-plain:anonymous:1883"],
  ),
  ports("mqtt-asks", [{ kind: "mosquitto" }], ["svc-plain:plain:1883"]),
  ports("ftp-plain", [{ kind: "vsftpd" }], ["svc-plain:plain:21"], { quick: true }),
  ports("ftp-tls", [{ kind: "vsftpd", options: { tls: "YES" } }], [], {
    lacks: ["svc-plain"],
    // Its settings know no newest version but TLS 1.2, and no oldest.
    tolerates: ["tls-service:old-versions"],
  }),
  ports("ssh-sound", [{ kind: "sshd" }], [], {
    quick: true,
    lacks: ["svc-ssh", "sw-version:known-exploited", "sw-version:cve-high"],
  }),
  ports("ssh-weak", [{ kind: "sshd", options: { more: WEAK_SSH } }], ["svc-ssh:weak"]),
  ports(
    "ssh-elsewhere-weak",
    [{ kind: "sshd", options: { port: "2222", more: WEAK_SSH } }],
    ["svc-ssh:weak"],
  ),
  ...["23", "3306", "5900", "6379"].map((port) =>
    ports(`ssh-at-${port}`, [{ kind: "sshd", options: { port } }], [], {
      lacks: ["port-data:open", "port-admin:open"],
    }),
  ),
  ports("telnet-open", [{ kind: "telnet", alone: true }], ["port-admin:open:23"]),
  ports("smb-open", [{ kind: "smb", alone: true }], ["port-admin:open:445"]),
  ports("vnc-open", [{ kind: "vnc", alone: true }], ["port-admin:open:5900"]),
  ports("vnc-asks", [{ kind: "vnc", options: { password: "tora" } }], ["port-admin:open:5900"]),
  ...["23", "3306", "3389"].map((port) =>
    ports(`vnc-at-${port}`, [{ kind: "vnc", options: { port } }], [], {
      lacks: ["port-data:open", "port-admin:open"],
    }),
  ),
  ports("rsync-open", [{ kind: "rsync" }], ["svc-plain:plain:873"]),
  ports("ldap-plain", [{ kind: "slapd" }], ["svc-plain:plain:389"]),
  // GnuTLS, which Debian's slapd is built with, takes TLS 1.0 unless told otherwise.
  ports(
    "ldap-starttls",
    [{ kind: "slapd", options: { tls: "yes" } }],
    ["tls-service:old-versions:389"],
    { lacks: ["svc-plain:plain"] },
  ),
  ports(
    "imap-plain",
    [{ kind: "dovecot", options: { tls: "no" } }],
    ["svc-plain:plain:143", "svc-plain:plain:110"],
  ),
  ports("imap-tls", [{ kind: "dovecot" }], [], { lacks: ["svc-plain:plain", "tls-service"] }),
  ports(
    "imap-starttls-old",
    [{ kind: "dovecot", options: { more: OLD_TLS } }],
    [143, 993, 110, 995].map((port) => `tls-service:old-versions:${port}`),
    { lacks: ["svc-plain:plain"] },
  ),
  // The certificate after STARTTLS, in each protocol's own words, and where TLS begins at once.
  ports(
    "imap-starttls-expired",
    [{ kind: "dovecot", certificate: { fromDay: -90, toDay: -3 } }],
    [143, 993, 110, 995].map((port) => `tls-service:expired:${port}`),
    { lacks: ["svc-plain:plain"], gradeAtMost: "E" },
  ),
  ports(
    "ldap-starttls-expired",
    [{ kind: "slapd", options: { tls: "yes" }, certificate: { fromDay: -90, toDay: -3 } }],
    ["tls-service:expired:389", "tls-service:old-versions:389"],
    { lacks: ["svc-plain:plain"], gradeAtMost: "E" },
  ),
  ports(
    "ftp-starttls-self-signed",
    [{ kind: "vsftpd", options: { tls: "YES" }, certificate: { signer: "self-signed" } }],
    ["tls-service:untrusted:21"],
    { lacks: ["svc-plain"], tolerates: ["tls-service:old-versions"], gradeAtMost: "E" },
  ),
  ports("prometheus-open", [{ kind: "prometheus" }], ["app-print:open-medium"], {
    tolerates: ["web-each", "http-none", "http-redirect"],
  }),
];
