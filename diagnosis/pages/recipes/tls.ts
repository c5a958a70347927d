import { type Recipes, recipes } from "./recipe.ts";

const VERSIONS = recipes({
  nginx: "ssl_protocols TLSv1.2 TLSv1.3;",
  Apache: "SSLProtocol -all +TLSv1.2 +TLSv1.3",
  Caddy: "tls {\n  protocols tls1.2 tls1.3\n}",
  Postfix: "smtpd_tls_protocols = >=TLSv1.2\nsmtpd_tls_mandatory_protocols = >=TLSv1.2",
  Dovecot: "ssl_min_protocol = TLSv1.2",
  Cloudflare: "SSL/TLS > Edge Certificates > Minimum TLS Version: 1.2",
});

/** Suites with forward secrecy and authenticated encryption only. */
const SUITES = recipes({
  nginx: "ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\nssl_prefer_server_ciphers off;",
  Apache: "SSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20\nSSLHonorCipherOrder off",
  Caddy: "tls {\n  protocols tls1.2 tls1.3\n}",
  Postfix: "smtpd_tls_mandatory_ciphers = high\nsmtpd_tls_exclude_ciphers = aNULL, RC4, 3DES, kRSA",
  Cloudflare: "SSL/TLS > Edge Certificates > Cipher suites: Modern",
});

/** A certificate that renews itself. */
const RENEWED = recipes({
  Certbot: "certbot renew\nsystemctl enable --now certbot.timer",
  nginx:
    "ssl_certificate     /etc/letsencrypt/live/example.jp/fullchain.pem;\nssl_certificate_key /etc/letsencrypt/live/example.jp/privkey.pem;",
  Apache:
    "SSLCertificateFile    /etc/letsencrypt/live/example.jp/fullchain.pem\nSSLCertificateKeyFile /etc/letsencrypt/live/example.jp/privkey.pem",
  Caddy: "example.jp {\n  tls admin@example.jp\n}",
  Postfix: "smtpd_tls_chain_files = privkey.pem, fullchain.pem",
  Cloudflare: "SSL/TLS > Origin Server > Create Certificate",
});

const NEW_KEY = recipes({
  Certbot: "certbot certonly --key-type ecdsa --force-renewal -d example.jp -d www.example.jp",
  OpenSSL:
    "openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \\\n  -keyout privkey.pem -out request.csr -subj /CN=example.jp",
  Caddy: "tls {\n  key_type p256\n}",
});

export const TLS_RECIPES: Recipes = {
  "tls-ssl": VERSIONS,
  "tls-old": VERSIONS,
  "tls-new": VERSIONS,
  "tls-null": SUITES,
  "tls-weak": SUITES,
  "tls-aead": SUITES,
  "tls-fs": SUITES,
  "tls-dh": recipes({
    nginx: "ssl_dhparam ffdhe3072.pem;",
    Apache: "SSLOpenSSLConfCmd DHParameters ffdhe3072.pem",
    Postfix: "smtpd_tls_dh1024_param_file = auto",
    OpenSSL: "openssl genpkey -genparam -algorithm DH -pkeyopt group:ffdhe3072 -out ffdhe3072.pem",
  }),
  "tls-comp": recipes({
    Apache: "SSLCompression off\nSSLInsecureRenegotiation off",
    "Debian, Ubuntu": "apt update && apt install --only-upgrade openssl libssl3",
  }),
  "tls-ems": recipes({
    "Debian, Ubuntu": "apt update && apt install --only-upgrade openssl libssl3",
    "Red Hat, Alma, Rocky": "dnf upgrade openssl openssl-libs",
  }),
  "tls-pq": recipes({
    nginx: "ssl_ecdh_curve X25519MLKEM768:X25519:prime256v1;",
    Apache: "SSLOpenSSLConfCmd Groups X25519MLKEM768:X25519:prime256v1",
    Caddy: "tls {\n  curves x25519mlkem768 x25519 secp256r1\n}",
  }),
  "tls-service": recipes({
    Dovecot:
      "ssl = required\nssl_min_protocol = TLSv1.2\nssl_cert = <fullchain.pem\nssl_key = <privkey.pem",
    Postfix:
      "smtpd_tls_mandatory_protocols = >=TLSv1.2\nsmtpd_tls_chain_files = privkey.pem, fullchain.pem",
    vsftpd:
      "ssl_enable=YES\nforce_local_logins_ssl=YES\nrsa_cert_file=fullchain.pem\nrsa_private_key_file=privkey.pem",
  }),
  "cert-trust": RENEWED,
  "cert-expiry": RENEWED,
  "cert-life": RENEWED,
  "cert-each": RENEWED,
  "cert-name": recipes({
    Certbot: "certbot certonly --expand -d example.jp -d www.example.jp",
    nginx: "server_name example.jp www.example.jp;",
    Apache: "ServerName example.jp\nServerAlias www.example.jp",
    Caddy: "example.jp, www.example.jp {\n}",
  }),
  "cert-key": NEW_KEY,
  "cert-sig": NEW_KEY,
  "cert-revoked": NEW_KEY,
  "cert-chain": recipes({
    nginx: "ssl_certificate fullchain.pem;",
    Apache: "SSLCertificateFile fullchain.pem",
    Postfix: "smtpd_tls_chain_files = privkey.pem, fullchain.pem",
    OpenSSL:
      "openssl s_client -connect example.jp:443 -servername example.jp -showcerts </dev/null",
  }),
};
