import { type Recipes, recipes } from "./recipe.ts";

export const SERVICE_RECIPES: Recipes = {
  "port-data": recipes({
    Redis: "bind 127.0.0.1 ::1\nprotected-mode yes\nrequirepass ...",
    PostgreSQL: "listen_addresses = 'localhost'",
    MySQL: "[mysqld]\nbind-address = 127.0.0.1",
    Elasticsearch: "network.host: 127.0.0.1\nxpack.security.enabled: true",
    MongoDB: "net:\n  bindIp: 127.0.0.1\nsecurity:\n  authorization: enabled",
    nftables: "tcp dport { 3306, 5432, 6379, 9200, 11211, 27017 } drop",
  }),
  "port-admin": recipes({
    nftables: "tcp dport { 23, 135, 139, 445, 2375, 3389, 5900, 5985 } drop",
    Windows:
      "New-NetFirewallRule -Direction Inbound -Protocol TCP -LocalPort 3389 -RemoteAddress 192.0.2.0/24 -Action Allow",
    Docker: '{ "hosts": ["unix:///var/run/docker.sock"] }',
  }),
  "svc-ssh": recipes({
    OpenSSH:
      "KexAlgorithms sntrup761x25519-sha512@openssh.com,curve25519-sha256\nCiphers chacha20-poly1305@openssh.com,aes256-gcm@openssh.com\nMACs hmac-sha2-256-etm@openssh.com",
  }),
  "svc-plain": recipes({
    Dovecot: "ssl = required",
    vsftpd: "ssl_enable=YES\nforce_local_logins_ssl=YES\nforce_local_data_ssl=YES",
    Mosquitto: "listener 8883\ncertfile fullchain.pem\nkeyfile privkey.pem\nallow_anonymous false",
    OpenLDAP: "olcSecurity: tls=1\nolcTLSCertificateFile: /etc/ldap/fullchain.pem",
    rsync: "rsync -e ssh source/ host:target/",
  }),
};
