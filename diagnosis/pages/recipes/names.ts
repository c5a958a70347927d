import { caaNames } from "./authorities.ts";
import {
  factNames,
  factValues,
  type Recipe,
  type RecipeMaker,
  type RecipeSite,
  type Recipes,
  recipes,
  same,
} from "./recipe.ts";

const twoServers: RecipeMaker = ({ domain }) =>
  recipes({
    BIND: `${domain}. IN NS ns1.${domain}.\n${domain}. IN NS ns2.example.net.`,
    "named.conf (ns2)": `zone "${domain}" {\n  type secondary;\n  primaries { 192.0.2.53; };\n  file "${domain}.zone";\n};`,
  });

/** How to take away a record that leads nowhere. */
function removed(name: string, type: string, target: string): readonly Recipe[] {
  return recipes({
    BIND: `; ${name}. IN ${type} ${target}`,
    nsupdate: `update delete ${name} ${type}\nsend`,
    Cloudflare: `DNS > Records > ${name} > ${type} > Delete`,
  });
}

const aliasTarget = (site: RecipeSite) =>
  `${factNames(site, "dns.aliasTarget")[0] ?? "gone.provider.example"}.`;

/** What refers to the domain that nobody holds is what goes, whichever kind of record it is. */
function lapsed(site: RecipeSite): readonly Recipe[] {
  const [kind = "CNAME"] = factValues(site, "lapsed.kind");
  const [name = "gone.provider.example"] = factNames(site, "lapsed.name");
  const { host, domain } = site;
  if (kind === "SPF")
    return recipes({ BIND: `; ${domain}. IN TXT "v=spf1 ..."\n; include:${name}` });
  if (kind === "script")
    return recipes({ HTML: `<!-- <script src="https://${name}/..."></script> -->` });
  if (kind === "NS" || kind === "MX") {
    const data = kind === "MX" ? `10 ${name}.` : `${name}.`;
    return recipes({
      BIND: `; ${domain}. IN ${kind} ${data}`,
      nsupdate: `update delete ${domain} ${kind} ${data}\nsend`,
      Cloudflare: `DNS > Records > ${domain} > ${kind} ${name} > Delete`,
    });
  }
  return removed(host, "CNAME", `${name}.`);
}

const ADDRESS = /^[0-9a-f.:]+$/i;

function hidden(site: RecipeSite): readonly Recipe[] {
  const addresses = factValues(site, "dns.privateAddresses").filter((one) => ADDRESS.test(one));
  const records = (addresses.length > 0 ? addresses : ["10.0.0.5"]).map((address) => ({
    type: address.includes(":") ? "AAAA" : "A",
    address,
  }));
  return recipes({
    BIND: `view "internal" {\n  match-clients { 10.0.0.0/8; };\n  zone "${site.domain}" { type primary; file "internal.zone"; };\n};`,
    nsupdate: [
      ...records.map(({ type, address }) => `update delete ${site.host} ${type} ${address}`),
      "send",
    ].join("\n"),
  });
}

/** Outcomes of a parent that says nothing of the zone's keys or another thing. */
const AT_THE_PARENT = ["no-ds", "ds-mismatch"];

/** A zone that its server signs, and then the DS that the parent is given in place of what it has. */
function signing(site: RecipeSite): readonly Recipe[] {
  const { domain, outcome } = site;
  const ds = `dig @127.0.0.1 +norecurse +noall +answer DNSKEY ${domain} | dnssec-dsfromkey -2 -f - ${domain}`;
  // Where the zone has keys, it is signed as it should be.
  const hasKeys = factValues(site, "dnssec.keys").includes("true");
  if (hasKeys && AT_THE_PARENT.includes(outcome ?? "")) return recipes({ DS: ds });
  return recipes({
    BIND: `zone "${domain}" {\n  type primary;\n  file "${domain}.zone";\n  dnssec-policy default;\n  inline-signing yes;\n};`,
    Knot: `policy:\n  - id: signed\n    algorithm: ecdsap256sha256\nzone:\n  - domain: ${domain}\n    dnssec-signing: on\n    dnssec-policy: signed`,
    PowerDNS: outcome?.startsWith("nsec3")
      ? `pdnsutil unset-nsec3 ${domain}`
      : `pdnsutil secure-zone ${domain}`,
    DS: ds,
    Cloudflare: "DNS > Settings > DNSSEC > Enable",
  });
}

export const NAME_RECIPES: Recipes = {
  "dns-resolves": twoServers,
  "dns-alias": (site) =>
    recipes({
      BIND: `; ${site.host}. IN CNAME ${aliasTarget(site)}\n${site.host}. IN A 192.0.2.80\n${site.host}. IN AAAA 2001:db8::80`,
      nsupdate: `update delete ${site.host} CNAME\nupdate add ${site.host} 300 A 192.0.2.80\nsend`,
      Cloudflare: `DNS > Records > ${site.host} > CNAME (flattened)`,
    }),
  "dns-ns": twoServers,
  "dns-lame": twoServers,
  "dns-delegation": twoServers,
  "dns-dnssec": signing,
  "dns-caa": ({ domain, issuers }) => {
    const names = caaNames(issuers);
    return recipes({
      BIND: [
        ...names.map((name) => `${domain}. IN CAA 0 issue "${name}"`),
        `${domain}. IN CAA 0 iodef "mailto:security@${domain}"`,
      ].join("\n"),
      Cloudflare: names
        .map(
          (name) =>
            `DNS > Records > Add record\nType: CAA\nName: ${domain}\nTag: issue\nCA domain name: ${name}`,
        )
        .join("\n\n"),
    });
  },
  "dns-axfr": same({
    BIND: '# tsig-keygen transfer-key > /etc/bind/transfer-key.conf\ninclude "/etc/bind/transfer-key.conf";\nallow-transfer { key transfer-key; };',
    Knot: "acl:\n  - id: transfer\n    key: transfer-key\n    action: transfer",
    PowerDNS: "disable-axfr=yes",
  }),
  "dns-recursion": same({
    BIND: "recursion no;\nallow-query-cache { none; };",
    Unbound: "access-control: 0.0.0.0/0 refuse\naccess-control: 192.0.2.0/24 allow",
  }),
  "dns-dangling": (site) => removed(site.host, "CNAME", aliasTarget(site)),
  "dns-lapsed": lapsed,
  "dns-wildcard": ({ domain }) =>
    recipes({
      BIND: `; *.${domain}. IN A 192.0.2.80`,
      Cloudflare: `DNS > Records > *.${domain} > Delete`,
    }),
  "dns-private": hidden,
  "net-ipv6": (site) => {
    const { host, domain } = site;
    const missing = factValues(site, "ipv6.missing");
    const isKnown = missing.length > 0;
    const lacks = (kind: string) => !isKnown || missing.includes(kind);
    // What lies with somebody else, by an alias or as their server, gets its record there.
    const own = (isKnown ? factNames(site, "ipv6.without") : [host]).filter(
      (name) => name === domain || name.endsWith(`.${domain}`),
    );
    if (own.length === 0) return [];
    return recipes({
      BIND: own.map((name) => `${name}. IN AAAA 2001:db8::80`).join("\n"),
      ...(lacks("web")
        ? { nginx: "listen [::]:443 ssl;\nlisten [::]:80;", Apache: "Listen [::]:443" }
        : {}),
      ...(lacks("mail") ? { Postfix: "inet_protocols = all" } : {}),
      ...(lacks("web") ? { Cloudflare: "Network > IPv6 Compatibility: On" } : {}),
    });
  },
};
