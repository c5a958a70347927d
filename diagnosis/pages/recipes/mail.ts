import { type Recipe, type Recipes, recipes } from "./recipe.ts";

/** A record in a BIND zone file, and the same typed into a hosting service's form. */
function record(name: string, type: string, data: string): readonly Recipe[] {
  return recipes({
    BIND: `${name}. IN ${type} ${data}`,
    Cloudflare: `DNS > Records > Add record\nType: ${type}\nName: ${name}\nContent: ${data}`,
  });
}

export const MAIL_RECIPES: Recipes = {
  // What is there already stays in it: only the end is new, and mail of a sender who was forgotten is not lost.
  "mail-spf": record("example.jp", "TXT", '"v=spf1 mx ~all"'),
  "mail-dmarc": record(
    "_dmarc.example.jp",
    "TXT",
    // Reports first; quarantine and reject come after weeks in which all own mail passed.
    '"v=DMARC1; p=none; rua=mailto:dmarc@example.jp"',
  ),
  "mail-spoof": recipes({
    BIND: 'example.jp.        IN TXT "v=spf1 mx ~all"\n_dmarc.example.jp. IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.jp"',
    Cloudflare:
      'TXT example.jp         "v=spf1 mx ~all"\nTXT _dmarc.example.jp  "v=DMARC1; p=none; rua=mailto:dmarc@example.jp"',
  }),
  "mail-dkim": recipes({
    OpenDKIM:
      "opendkim-genkey -b 2048 -d example.jp -s s2026\nopendkim.conf:\nKeyTable    s2026 example.jp:s2026:/etc/dkim/s2026.private",
    Rspamd: "rspamadm dkim_keygen -b 2048 -d example.jp -s s2026 -k s2026.key",
    BIND: 's2026._domainkey.example.jp. IN TXT ( "v=DKIM1; k=rsa; "\n  "p=MIIBIjANBgkqhkiG9w0BAQEFAAOC..." )',
    Postfix: "smtpd_milters = inet:localhost:8891\nnon_smtpd_milters = $smtpd_milters",
  }),
  "mail-mtasts": recipes({
    BIND: '_mta-sts.example.jp. IN TXT "v=STSv1; id=20261122"',
    "https://mta-sts.example.jp/.well-known/mta-sts.txt":
      "version: STSv1\nmode: testing\nmx: mx.example.jp\nmax_age: 604800",
    nginx:
      "location = /.well-known/mta-sts.txt {\n  root /srv/mta-sts;\n  default_type text/plain;\n}",
  }),
  "mail-tlsrpt": record("_smtp._tls.example.jp", "TXT", '"v=TLSRPTv1; rua=mailto:tls@example.jp"'),
  "mail-dane": recipes({
    OpenSSL:
      "openssl x509 -in fullchain.pem -noout -pubkey | openssl pkey -pubin -outform DER | sha256sum",
    BIND: "_25._tcp.mx.example.jp. IN TLSA 3 1 1 <SHA-256>",
  }),
  "mail-starttls": recipes({
    Postfix: "smtpd_tls_security_level = may\nsmtpd_tls_chain_files = privkey.pem, fullchain.pem",
    Exim: "tls_advertise_hosts = *\ntls_certificate = /etc/exim4/fullchain.pem\ntls_privatekey = /etc/exim4/privkey.pem",
  }),
  "mail-nullmx": recipes({
    BIND: 'example.jp. IN MX 0 .\nexample.jp. IN TXT "v=spf1 -all"\n_dmarc.example.jp. IN TXT "v=DMARC1; p=reject"',
    Cloudflare: 'Email > DMARC Management\nMX  example.jp  0  .\nTXT example.jp  "v=spf1 -all"',
  }),
  "mail-mx": recipes({
    BIND: "example.jp.    IN MX 10 mx.example.jp.\nmx.example.jp. IN A     192.0.2.25\nmx.example.jp. IN AAAA  2001:db8::25",
    Postfix:
      "inet_interfaces = all\nmydestination = example.jp, localhost\nsmtpd_tls_protocols = >=TLSv1.2",
  }),
};
