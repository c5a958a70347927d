import { factValues, type RecipeSite, type Recipes, recipes, same } from "./recipe.ts";

/** The port that a finding is about, or those that are meant in general. */
const ports = (site: RecipeSite, all: string) => factValues(site, "port.number")[0] ?? all;

export const SERVICE_RECIPES: Recipes = {
  "port-data": (site) =>
    recipes({
      Redis: "bind 127.0.0.1 ::1\nprotected-mode yes\nrequirepass ...",
      PostgreSQL: "listen_addresses = 'localhost'",
      MySQL: "[mysqld]\nbind-address = 127.0.0.1",
      Elasticsearch: "network.host: 127.0.0.1\nxpack.security.enabled: true",
      MongoDB: "net:\n  bindIp: 127.0.0.1\nsecurity:\n  authorization: enabled",
      nftables: `tcp dport { ${ports(site, "3306, 5432, 6379, 9200, 11211, 27017")} } drop`,
    }),
  "port-admin": (site) =>
    recipes({
      nftables: `tcp dport { ${ports(site, "23, 135, 139, 445, 2375, 3389, 5900, 5985")} } drop`,
      Windows: `New-NetFirewallRule -Direction Inbound -Protocol TCP -LocalPort ${ports(site, "3389")} -RemoteAddress 192.0.2.0/24 -Action Allow`,
      Docker: '{ "hosts": ["unix:///var/run/docker.sock"] }',
    }),
  "svc-ssh": same({
    OpenSSH:
      "KexAlgorithms sntrup761x25519-sha512@openssh.com,curve25519-sha256\nCiphers chacha20-poly1305@openssh.com,aes256-gcm@openssh.com\nMACs hmac-sha2-256-etm@openssh.com",
  }),
  "svc-plain": same({
    Dovecot: "ssl = required",
    vsftpd: "ssl_enable=YES\nforce_local_logins_ssl=YES\nforce_local_data_ssl=YES",
    Mosquitto: "listener 8883\ncertfile fullchain.pem\nkeyfile privkey.pem\nallow_anonymous false",
    OpenLDAP: "olcSecurity: tls=1\nolcTLSCertificateFile: /etc/ldap/fullchain.pem",
    rsync: "rsync -e ssh source/ host:target/",
  }),
};
