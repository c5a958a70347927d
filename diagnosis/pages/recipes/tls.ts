import { OPEN_LDAP, openLdap } from "./open-ldap.ts";
import {
  factValues,
  ownName,
  type RecipeMaker,
  type RecipeSite,
  type Recipes,
  recipes,
  same,
} from "./recipe.ts";

const VERSIONS = same({
  nginx: "ssl_protocols TLSv1.2 TLSv1.3;",
  Apache: "SSLProtocol -all +TLSv1.2 +TLSv1.3",
  Caddy: "tls {\n  protocols tls1.2 tls1.3\n}",
  Postfix: "smtpd_tls_protocols = >=TLSv1.2\nsmtpd_tls_mandatory_protocols = >=TLSv1.2",
  Dovecot: "ssl_min_protocol = TLSv1.2",
  Cloudflare: "SSL/TLS > Edge Certificates > Minimum TLS Version: 1.2",
});

/** Suites with forward secrecy and authenticated encryption only. */
const SUITES = same({
  nginx: "ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\nssl_prefer_server_ciphers off;",
  Apache: "SSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\nSSLHonorCipherOrder off",
  Caddy: "tls {\n  protocols tls1.2 tls1.3\n}",
  Postfix: "smtpd_tls_mandatory_ciphers = high\nsmtpd_tls_exclude_ciphers = aNULL, RC4, 3DES, kRSA",
  Cloudflare: "SSL/TLS > Edge Certificates > Cipher suites: Modern",
});

/** What nobody trusts no program of an authority's has got, and so has nothing to renew there. */
const OF_NOBODY = ["self-signed", "unknown-root", "untrusted", "not-trusted"];

/** Certbot's command for a certificate that it has; and where it is to get one, for the name that is known. */
const certbot = ({ host, outcome }: RecipeSite, kind: string, renew: string) => {
  const get = `certbot certonly${kind} -d ${host}`;
  if (OF_NOBODY.includes(outcome ?? "")) return get;
  return `${renew}\n# not of Certbot yet: ${get}`;
};

/** A certificate that renews itself. */
const renewed: RecipeMaker = (site) =>
  recipes({
    Certbot: `${certbot(site, "", "certbot renew")}\nsystemctl enable --now certbot.timer`,
    ...filesOf(site),
  });

const filesOf = ({ host }: RecipeSite) => ({
  nginx: `ssl_certificate     /etc/letsencrypt/live/${host}/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;`,
  Apache: `SSLCertificateFile    /etc/letsencrypt/live/${host}/fullchain.pem\nSSLCertificateKeyFile /etc/letsencrypt/live/${host}/privkey.pem`,
  Caddy: `${host} {\n  tls admin@${host}\n}`,
  Postfix: "smtpd_tls_chain_files = privkey.pem, fullchain.pem",
  Cloudflare: "SSL/TLS > Origin Server > Create Certificate",
});

const newKey: RecipeMaker = (site) => {
  const { host } = site;
  return recipes({
    Certbot: certbot(
      site,
      " --key-type ecdsa",
      `certbot renew --cert-name ${host} --key-type ecdsa --force-renewal`,
    ),
    OpenSSL: `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \\\n  -keyout privkey.pem -out request.csr -subj /CN=${host}`,
    Caddy: "tls {\n  key_type p256\n}",
  });
};

/**
 * A staple that is missing or old: the server fetches it, whoever has the key. Without a resolver nginx asks at the
 * addresses that it found when it began, with one that does not answer nowhere; verifying needs further authorities
 * to be trusted, by which it would let in their clients, too, where it asks for certificates of those.
 */
const stapled: RecipeMaker = ({ outcome }) =>
  recipes({
    nginx: [
      "ssl_stapling on;",
      ...(outcome === "stale" ? ["# ssl_stapling_file ...;"] : []),
      "# resolver <nameserver in /etc/resolv.conf>;",
    ].join("\n"),
    Apache:
      "# <VirtualHost>\nSSLUseStapling on\n# outside of it\nSSLStaplingCache shmcb:/run/apache2/stapling(128000)\nSSLStaplingReturnResponderErrors off",
  });

/** What renewing leaves as it was: the key, and what signed it. */
const OF_THE_KEY = ["short-key", "tiny-key", "broken-signature"];

/** The names that the certificate has, those with a star among them. */
const certificateNames = (site: RecipeSite) =>
  factValues(site, "cert.names").filter((name) => ownName(name.replace(/^\*\./, "")) !== null);

/** What the TLS of services that are no websites is set with. */
const OF_SERVICES: Readonly<Record<string, string>> = {
  Dovecot:
    "ssl = required\nssl_min_protocol = TLSv1.2\nssl_cert = <fullchain.pem\nssl_key = <privkey.pem",
  Postfix:
    "smtpd_tls_mandatory_protocols = >=TLSv1.2\nsmtpd_tls_chain_files = privkey.pem, fullchain.pem",
  vsftpd:
    "ssl_enable=YES\nforce_local_logins_ssl=YES\nrsa_cert_file=fullchain.pem\nrsa_private_key_file=privkey.pem",
  ...openLdap(),
  Mosquitto: "tls_version tlsv1.2\ncertfile fullchain.pem\nkeyfile privkey.pem",
};

/** Which of them runs what, by the service's name; everything else that has TLS is a web server's. */
const SERVICE_PRODUCTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:IMAP|POP3)\b/, ["Dovecot"]],
  [/^(?:Mail submission|SMTP)\b/, ["Postfix"]],
  [/^FTP\b/, ["vsftpd"]],
  [/^LDAP\b/, OPEN_LDAP],
  [/^MQTT\b/, ["Mosquitto"]],
];

/** Where each web server sets what holds for one port. */
const AT_PORT: Readonly<Record<string, (host: string, port: number, text: string) => string>> = {
  nginx: (_, port, text) => `# server { listen ${port} ssl; }\n${text}`,
  Apache: (_, port, text) => `# <VirtualHost *:${port}>\n${text}`,
  Caddy: (host, port, text) =>
    text.startsWith(host) ? text.replace(host, `${host}:${port}`) : `# ${host}:${port}\n${text}`,
  Certbot: (_host, _port, text) => text,
};

/** The recipe of the site for the same fault, at the port where it was seen. */
function atWebPort(site: RecipeSite) {
  const [check = ofCertificate(site.outcome)] = factValues(site, "tls.check");
  const { host, port } = site;
  return (TLS_RECIPES[check]?.(site) ?? []).flatMap(({ product, text }) => {
    const put = AT_PORT[product];
    if (put === undefined) return [];
    return [{ product, text: port === null ? text : put(host, port, text) }];
  });
}

/** The check of the site that finds the same. */
function ofCertificate(outcome: string | null): string {
  if (outcome === "old-versions") return "tls-old";
  if (outcome === "misnamed") return "cert-name";
  return OF_THE_KEY.includes(outcome ?? "") ? "cert-key" : "cert-trust";
}

export const TLS_RECIPES: Recipes = {
  "tls-ssl": VERSIONS,
  "tls-old": VERSIONS,
  "tls-new": VERSIONS,
  "tls-null": SUITES,
  "tls-weak": SUITES,
  "tls-aead": SUITES,
  "tls-fs": SUITES,
  "tls-dh": same({
    nginx: "ssl_dhparam ffdhe3072.pem;",
    Apache: "SSLOpenSSLConfCmd DHParameters ffdhe3072.pem",
    Postfix: "smtpd_tls_dh1024_param_file = auto",
    OpenSSL: "openssl genpkey -genparam -algorithm DH -pkeyopt group:ffdhe3072 -out ffdhe3072.pem",
  }),
  "tls-comp": same({
    Apache: "SSLCompression off\nSSLInsecureRenegotiation off",
    "Debian, Ubuntu": "apt update && apt install --only-upgrade openssl libssl3",
  }),
  "tls-ems": same({
    "Debian, Ubuntu": "apt update && apt install --only-upgrade openssl libssl3",
    "Red Hat, Alma, Rocky": "dnf upgrade openssl openssl-libs",
  }),
  "tls-pq": same({
    nginx: "ssl_ecdh_curve X25519MLKEM768:X25519:prime256v1;",
    Apache: "SSLOpenSSLConfCmd Groups X25519MLKEM768:X25519:prime256v1",
    Caddy: "tls {\n  curves x25519mlkem768 x25519 secp256r1\n}",
  }),
  "tls-service": (site) => {
    const [service] = factValues(site, "tls.service");
    if (service === undefined) return recipes(OF_SERVICES);
    const known = SERVICE_PRODUCTS.find(([sign]) => sign.test(service));
    if (known === undefined) return atWebPort(site);
    return recipes(Object.fromEntries(known[1].map((one) => [one, OF_SERVICES[one] ?? ""])));
  },
  "cert-trust": renewed,
  "cert-expiry": renewed,
  "cert-life": renewed,
  "cert-each": (site) => (OF_THE_KEY.includes(site.outcome ?? "") ? newKey(site) : renewed(site)),
  "cert-name": (site) => {
    const { host } = site;
    // A certificate is reissued with all the names it had, or visitors of the others are turned away.
    const names = [...new Set([...certificateNames(site), host])];
    const all = names.map((name) => `-d ${name.startsWith("*") ? `'${name}'` : name}`).join(" ");
    return recipes({
      Certbot: `certbot certonly --expand ${all}`,
      nginx: `server_name ${host};`,
      Apache: `ServerName ${host}`,
      Caddy: `${host} {\n}`,
    });
  },
  "cert-key": newKey,
  "cert-sig": newKey,
  "cert-revoked": (site) =>
    site.outcome === "must-staple" || site.outcome === "stale" ? stapled(site) : newKey(site),
  "cert-chain": ({ host, port }) =>
    recipes({
      nginx: "ssl_certificate fullchain.pem;",
      Apache: "SSLCertificateFile fullchain.pem",
      Postfix: "smtpd_tls_chain_files = privkey.pem, fullchain.pem",
      OpenSSL: `openssl s_client -connect ${host}:${port ?? 443} -servername ${host} -showcerts </dev/null`,
    }),
};
