import { type Recipes, recipes } from "./recipe.ts";

const TWO_SERVERS = recipes({
  BIND: "example.jp. IN NS ns1.example.jp.\nexample.jp. IN NS ns2.example.net.",
  "named.conf (ns2)":
    'zone "example.jp" {\n  type secondary;\n  primaries { 192.0.2.53; };\n  file "example.jp.zone";\n};',
});

/** How to take away a record that leads nowhere. */
const REMOVED = recipes({
  BIND: "; old.example.jp. IN CNAME gone.provider.example.\nrndc reload example.jp",
  nsupdate: "update delete old.example.jp CNAME\nsend",
  Cloudflare: "DNS > Records > old > Delete",
});

export const NAME_RECIPES: Recipes = {
  "dns-resolves": TWO_SERVERS,
  "dns-alias": recipes({
    BIND: "; example.jp. IN CNAME site.provider.example.\nexample.jp. IN A 192.0.2.80\nexample.jp. IN AAAA 2001:db8::80",
    nsupdate: "update delete a.example.jp CNAME\nupdate add a.example.jp 300 A 192.0.2.80\nsend",
    Cloudflare: "DNS > Records > @ > CNAME (flattened)",
  }),
  "dns-ns": TWO_SERVERS,
  "dns-lame": TWO_SERVERS,
  "dns-delegation": TWO_SERVERS,
  "dns-dnssec": recipes({
    BIND: 'zone "example.jp" {\n  type primary;\n  file "example.jp.zone";\n  dnssec-policy default;\n  inline-signing yes;\n};',
    Knot: "policy:\n  - id: default\n    algorithm: ecdsap256sha256\nzone:\n  - domain: example.jp\n    dnssec-signing: on",
    DS: "dnssec-dsfromkey -2 Kexample.jp.+013+12345.key",
    Cloudflare: "DNS > Settings > DNSSEC > Enable",
  }),
  "dns-caa": recipes({
    BIND: 'example.jp. IN CAA 0 issue "letsencrypt.org"\nexample.jp. IN CAA 0 iodef "mailto:security@example.jp"',
    Cloudflare:
      "DNS > Records > Add record\nType: CAA\nTag: issue\nCA domain name: letsencrypt.org",
  }),
  "dns-axfr": recipes({
    BIND: "allow-transfer { key transfer-key; };",
    Knot: "acl:\n  - id: transfer\n    key: transfer-key\n    action: transfer",
    PowerDNS: "disable-axfr=yes",
  }),
  "dns-recursion": recipes({
    BIND: "recursion no;\nallow-query-cache { none; };",
    Unbound: "access-control: 0.0.0.0/0 refuse\naccess-control: 192.0.2.0/24 allow",
  }),
  "dns-dangling": REMOVED,
  "dns-lapsed": REMOVED,
  "dns-wildcard": recipes({
    BIND: "; *.example.jp. IN A 192.0.2.80",
    Cloudflare: "DNS > Records > * > Delete",
  }),
  "dns-private": recipes({
    BIND: 'view "internal" {\n  match-clients { 10.0.0.0/8; };\n  zone "example.jp" { type primary; file "internal.zone"; };\n};',
    nsupdate: "update delete intra.example.jp A 10.0.0.5\nsend",
  }),
  "net-ipv6": recipes({
    BIND: "example.jp. IN AAAA 2001:db8::80",
    nginx: "listen [::]:443 ssl;\nlisten [::]:80;",
    Apache: "Listen [::]:443",
    Postfix: "inet_protocols = all",
    Cloudflare: "Network > IPv6 Compatibility: On",
  }),
};
