import { OPEN_LDAP, openLdap } from "./open-ldap.ts";
import { factValues, type Recipe, type RecipeSite, type Recipes, recipes } from "./recipe.ts";
import { isSeen } from "./seen.ts";

/** The port that a finding is about, or those that are meant in general. */
const ports = (site: RecipeSite, all: string) => factValues(site, "port.number")[0] ?? all;

/**
 * Keeps out who comes from elsewhere, and lets in the machine itself and who is of the same network. A table of its
 * own, so that no rule of another lets them in first; before addresses are translated, since what a container has
 * published never passes `input`.
 */
function fromElsewhere(listed: string): string {
  const own = "10.0.0.0/8, 100.64.0.0/10, 172.16.0.0/12, 192.168.0.0/16";
  const rule = (family: string, from: string) =>
    `    fib daddr type local ${family} saddr != { ${from} } tcp dport { ${listed} } drop`;
  return [
    "# /etc/nftables.conf",
    "table inet own_network {",
    "  chain prerouting {",
    "    type filter hook prerouting priority -300; policy accept;",
    '    iif "lo" accept',
    rule("ip", own),
    rule("ip6", "fc00::/7, fe80::/10"),
    "  }",
    "}",
  ].join("\n");
}

/** Recipes of the product that is found or whose port it is, and those for any; all where no port is known. */
function byPort(
  site: RecipeSite,
  products: Readonly<Record<string, readonly number[]>>,
  all: Readonly<Record<string, string>>,
): readonly Recipe[] {
  const port = Number(factValues(site, "port.number")[0] ?? site.port ?? Number.NaN);
  const services = factValues(site, "port.service");
  const fits = (product: string) =>
    Number.isNaN(port) ||
    products[product] === undefined ||
    products[product].includes(port) ||
    isSeen(product, services);
  return recipes(all).filter(({ product }) => fits(product));
}

/** Settings of OpenSSH by the names of the algorithms that they list, in the order in which these are told. */
const OF_SSH: readonly (readonly [setting: string, names: RegExp])[] = [
  ["KexAlgorithms", /^(?:diffie-hellman|ecdh|curve|gss|rsa\d|kex)/],
  ["HostKeyAlgorithms", /^(?:ssh-|ecdsa-|x509v3-)/],
  ["MACs", /^(?:hmac|umac)/],
  ["Ciphers", /./],
];
const WEAK_OF_SSH = [
  "diffie-hellman-group1-sha1",
  "diffie-hellman-group14-sha1",
  "diffie-hellman-group-exchange-sha1",
  "ssh-rsa",
  "ssh-dss",
  "hmac-sha1",
  "hmac-md5",
  "3des-cbc",
  "aes128-cbc",
  "aes256-cbc",
];

/** Takes away what was found, by OpenSSH's "-" before a list (sshd_config), and leaves what this version has. */
function withoutWeak(site: RecipeSite): string {
  const seen = factValues(site, "ssh.weak");
  const lists = new Map<string, string[]>();
  for (const name of seen.length > 0 ? seen : WEAK_OF_SSH) {
    // Somebody else's server said it, and it is copied into a configuration.
    if (!/^[a-z\d][\w.@-]{0,79}$/i.test(name)) continue;
    const setting = OF_SSH.find(([, names]) => names.test(name))?.[0] ?? "Ciphers";
    lists.set(setting, [...(lists.get(setting) ?? []), name]);
  }
  return [...lists].map(([setting, names]) => `${setting} -${names.join(",")}`).join("\n");
}

export const SERVICE_RECIPES: Recipes = {
  "port-data": (site) =>
    byPort(
      site,
      {
        Redis: [6379],
        memcached: [11_211],
        PostgreSQL: [5432],
        MySQL: [3306],
        Elasticsearch: [9200, 9300],
        MongoDB: [27_017],
      },
      {
        Redis: "bind 127.0.0.1\nprotected-mode yes",
        memcached: "-l 127.0.0.1",
        PostgreSQL: "listen_addresses = 'localhost'",
        MySQL: "[mysqld]\nbind-address = 127.0.0.1",
        Elasticsearch: "network.host: 127.0.0.1\nxpack.security.enabled: true",
        MongoDB: "net:\n  bindIp: 127.0.0.1\nsecurity:\n  authorization: enabled",
        nftables: fromElsewhere(ports(site, "3306, 5432, 6379, 9200, 11211, 27017")),
      },
    ),
  "port-admin": (site) =>
    byPort(
      site,
      { Windows: [135, 139, 445, 3389, 5985, 5986], Docker: [2375, 2376] },
      {
        nftables: fromElsewhere(ports(site, "23, 135, 139, 445, 2375, 3389, 5900, 5985")),
        Windows: `New-NetFirewallRule -Direction Inbound -Protocol TCP -LocalPort ${ports(site, "3389")} -RemoteAddress 192.0.2.0/24 -Action Allow`,
        Docker: '{ "hosts": ["unix:///var/run/docker.sock"] }',
      },
    ),
  "svc-ssh": (site) =>
    recipes({
      OpenSSH: site.outcome === "version-1" ? "Protocol 2" : withoutWeak(site),
    }),
  "svc-plain": (site) =>
    byPort(
      site,
      {
        Dovecot: [110, 143],
        vsftpd: [21],
        Mosquitto: [1883],
        ...Object.fromEntries(OPEN_LDAP.map((product) => [product, [389]])),
        rsync: [873],
      },
      {
        Dovecot: "ssl = required",
        vsftpd: "ssl_enable=YES\nforce_local_logins_ssl=YES\nforce_local_data_ssl=YES",
        // The listener in the clear stays for programs of the same machine alone.
        Mosquitto:
          "listener 1883 127.0.0.1\nlistener 8883\ncertfile fullchain.pem\nkeyfile privkey.pem\ntls_version tlsv1.2\nallow_anonymous false\npassword_file /etc/mosquitto/passwd",
        ...openLdap(["olcSecurity: ssf=71"]),
        // Others go through SSH: rsync -e ssh.
        rsync: "address = 127.0.0.1",
      },
    ),
};
