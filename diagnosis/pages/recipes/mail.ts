import { dmarcSteps } from "./dmarc-steps.ts";
import { mtaSts } from "./mta-sts.ts";
import {
  factNames,
  factValues,
  ownName,
  type Recipe,
  type RecipeSite,
  type Recipes,
  recipes,
  same,
} from "./recipe.ts";
import { mergedSpf } from "./spf-merge.ts";

/** A record in a BIND zone file, and the same typed into a hosting service's form. */
function record(name: string, type: string, data: string): readonly Recipe[] {
  return recipes({
    BIND: `${name}. IN ${type} ${data}`,
    Cloudflare: `DNS > Records > Add record\nType: ${type}\nName: ${name}\nContent: ${data}`,
  });
}

/** Text as a zone file writes it: strings of at most 255 octets, odd ones as numbers (RFC 1035 §3.3.14, §5.1). */
function quoted(text: string): string {
  const octets = [...Buffer.from(text, "utf8")].map(octet);
  const strings = Math.max(1, Math.ceil(octets.length / MOST_OCTETS));
  return Array.from({ length: strings }, (_, at) => {
    const part = octets.slice(at * MOST_OCTETS, (at + 1) * MOST_OCTETS);
    return `"${part.join("")}"`;
  }).join(" ");
}

const MOST_OCTETS = 255;

function octet(value: number): string {
  const letter = String.fromCharCode(value);
  if (letter === '"' || letter === "\\") return `\\${letter}`;
  return value >= 0x20 && value <= 0x7e ? letter : `\\${String(value).padStart(3, "0")}`;
}

/** What is there already stays in it: mail of a sender who was forgotten is not lost. */
function spfRecord(site: RecipeSite): string | null {
  const [at] = factValues(site, "spf.at");
  const [term] = factValues(site, "spf.term");
  const isOwn = at === undefined || at === site.domain;
  if (!isOwn) return null;
  const isDead = ["syntax-error", "broken-include", "too-many-voids"].includes(site.outcome ?? "");
  return mergedSpf(factValues(site, "spf.record"), isDead ? (term ?? null) : null);
}

const spf = (site: RecipeSite) => {
  const text = spfRecord(site);
  return text === null ? [] : record(site.domain, "TXT", quoted(text));
};

/** Days to read reports for before receivers are asked for more. */
const STEP_DAYS = 14;

/** Today's record, and those that follow once the reports show that own mail passes. */
function dmarc(site: RecipeSite): readonly Recipe[] {
  const [at = site.domain] = factNames(site, "dmarc.foundAt");
  const texts = factValues(site, "dmarc.record");
  const [now, ...later] = dmarcSteps(texts, `dmarc@${site.domain}`);
  if (now === undefined) return [];
  const after = (mark: string) =>
    later.map((text, index) => `${mark} +${STEP_DAYS * (index + 1)} d: ${quoted(text)}`);
  const [bind, cloudflare] = record(`_dmarc.${at}`, "TXT", quoted(now));
  return recipes({
    BIND: [bind?.text, ...after(";")].join("\n"),
    Cloudflare: [cloudflare?.text, ...after("Content")].join("\n"),
  });
}

/** Both records that together say who may send; the key, where a key is what strangers break. */
function senders(site: RecipeSite): readonly Recipe[] {
  if (site.outcome === "signs-all") return dkim(site);
  const [hosts] = factValues(site, "mx.hosts");
  // While SPF lets everybody pass, no policy helps: it has to be measured first.
  if (site.outcome === "passes-all" && spf(site).length === 0) return [];
  const all = [...spf(site), ...(hosts === "." ? refuseAll(site) : dmarc(site))];
  const of = (product: string) => all.filter((one) => one.product === product);
  return ["BIND", "Cloudflare"].flatMap((product) => {
    const text = of(product)
      .map((one) => one.text)
      .join("\n");
    return text === "" ? [] : [{ product, text }];
  });
}

/** A domain that says it has no mail needs no weeks of looking. */
const refuseAll = ({ domain }: RecipeSite) =>
  record(`_dmarc.${domain}`, "TXT", quoted("v=DMARC1; p=reject"));

/** Days for mail that the old key has signed to arrive. */
const ARRIVAL_DAYS = 7;
/** A selector (RFC 6376 §3.1) that can be written as it is. */
const SELECTOR = /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i;

/** A new key beside the old one, which is withdrawn (an empty `p`) once nothing that it signed is on its way. */
const dkim = (site: RecipeSite) => {
  const { domain, subject, outcome } = site;
  const isPublished = outcome !== "missing" || factValues(site, "dkim.record").length > 0;
  const isThere = subject !== null && SELECTOR.test(subject) && isPublished;
  const withdrawn = isThere
    ? `\n; +${ARRIVAL_DAYS} d: ${subject}._domainkey.${domain}. IN TXT "v=DKIM1; p="`
    : "";
  return recipes({
    OpenDKIM: `opendkim-genkey -b 2048 -d ${domain} -s s2026 -D /etc/dkim\n# opendkim.conf\nDomain    ${domain}\nSelector  s2026\nKeyFile   /etc/dkim/s2026.private`,
    Rspamd: `rspamadm dkim_keygen -b 2048 -d ${domain} -s s2026 -k s2026.key`,
    BIND: `s2026._domainkey.${domain}. IN TXT ( "v=DKIM1; k=rsa; "\n  "p=MIIBIjANBgkqhkiG9w0BAQEFAAOC..." )${withdrawn}`,
    Postfix: "smtpd_milters = inet:localhost:8891\nnon_smtpd_milters = $smtpd_milters",
  });
};

/** The mail server that a finding is about, or one of the domain. */
const mailServer = (site: RecipeSite) => ownName(site.subject) ?? `mx.${site.domain}`;

const encryption = same({
  Postfix: "smtpd_tls_security_level = may\nsmtpd_tls_chain_files = privkey.pem, fullchain.pem",
  Exim: "tls_advertise_hosts = *\ntls_certificate = /etc/exim4/fullchain.pem\ntls_privatekey = /etc/exim4/privkey.pem",
});

/** The digest of the key that is in use, and the key kept when its certificate is renewed. */
function dane(site: RecipeSite): readonly Recipe[] {
  // The records are there: what is missing is the encryption they promise, or the zone's signatures.
  if (site.outcome === "unencrypted") return encryption(site);
  if (site.outcome === "unsigned") return [];
  const server = mailServer(site);
  return recipes({
    OpenSSL:
      "openssl x509 -in fullchain.pem -noout -pubkey | openssl pkey -pubin -outform DER | sha256sum",
    BIND: `_25._tcp.${server}. IN TLSA 3 1 1 <SHA-256>`,
    Certbot: `certbot renew --cert-name ${server} --reuse-key --force-renewal`,
  });
}

export const MAIL_RECIPES: Recipes = {
  "mail-spf": spf,
  "mail-dmarc": dmarc,
  "mail-spoof": senders,
  "mail-dkim": dkim,
  "mail-mtasts": mtaSts,
  "mail-tlsrpt": ({ domain }) =>
    record(`_smtp._tls.${domain}`, "TXT", quoted(`v=TLSRPTv1; rua=mailto:tls@${domain}`)),
  "mail-dane": dane,
  "mail-starttls": encryption,
  "mail-nullmx": ({ domain }) =>
    recipes({
      BIND: `${domain}. IN MX 0 .\n${domain}. IN TXT "v=spf1 -all"\n_dmarc.${domain}. IN TXT "v=DMARC1; p=reject"`,
      Cloudflare: `Email > DMARC Management\nMX  ${domain}  0  .\nTXT ${domain}  "v=spf1 -all"`,
    }),
  "mail-mx": (site) => {
    const server = mailServer(site);
    return recipes({
      BIND: `${site.domain}. IN MX 10 ${server}.\n${server}. IN A     192.0.2.25\n${server}. IN AAAA  2001:db8::25`,
      Postfix: `inet_interfaces = all\nmydestination = ${site.domain}, localhost\nsmtpd_tls_protocols = >=TLSv1.2`,
    });
  },
};
