import type { LabState, MailSpec, ZoneSpec } from "../state.ts";

/*
 * What professionals argue about: names that are gone and who may claim them, forms of denial, servers in odd
 * places, what CAA, SPF and DMARC say to the letter, and mail servers that treat strangers badly.
 */

const zone = (
  name: string,
  spec: ZoneSpec,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "DNS, DNSSEC", zone: spec, finds, ...more });

const NS = "bind1.dnsya.jp.";
const NOT_CLAIMABLE = ["dns-lapsed", "dns-dangling:claimable"];

/** An alias at `www`, which the customer approved, to somebody else's name. */
const alias = (
  name: string,
  target: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
  elsewhere: readonly string[] = [],
): LabState =>
  zone(name, { records: [`www CNAME ${target}.`], elsewhere }, finds, {
    hosts: ["www"],
    lacks: finds.includes("dns-dangling:claimable") ? ["dns-lapsed"] : NOT_CLAIMABLE,
    ...more,
  });

const SENTENCE = "404 Blog is not found";
/** An alias to a blog provider that shows this page. */
const page = (name: string, answer: string, finds: readonly string[]): LabState => ({
  ...alias(name, `${name}.hatenablog.com`, finds, {}, [`${name}.hatenablog.com. A {v4}`]),
  web: { server: "nginx", extra: `location = / { default_type text/html; return ${answer}; }` },
  tolerates: ["http-none", "http-redirect", "cert-name", "cert-trust", "tls-service"],
});
const LONG = "Our notes on hosting. ".repeat(20);

const aliasStates = [
  alias("alias-elb-gone", "my-lb-1234567890.us-east-1.elb.amazonaws.com", ["dns-dangling:gone"]),
  alias("alias-elb-tokyo-gone", "my-lb-987.elb.ap-northeast-1.amazonaws.com", [
    "dns-dangling:gone",
  ]),
  alias("alias-cdn-gone", "d111111abcdef8.cloudfront.net", ["dns-dangling:gone"]),
  alias("alias-azure-cdn-gone", "old-site.azureedge.net", ["dns-dangling:gone"]),
  alias("alias-heroku-gone", "old-site.herokudns.com", ["dns-dangling:gone"]),
  alias("alias-beanstalk-gone", "old-site.ap-northeast-1.elasticbeanstalk.com", [
    "dns-dangling:claimable",
  ]),
  alias("alias-beanstalk-old", "old-site-x7k2.elasticbeanstalk.com", ["dns-dangling:gone"]),
  alias("alias-azure-gone", "old-site.azurewebsites.net", ["dns-dangling:claimable"]),
  // A name inside a network of its owner's, which an account that lives may have lost.
  alias("alias-azure-private", "old.privatelink.blob.core.windows.net", ["dns-dangling:gone"]),
  alias("alias-elb-lives", "lives-1.us-east-1.elb.amazonaws.com", [], {}, [
    "lives-1.us-east-1.elb.amazonaws.com. A 11.4.1.25",
  ]),
  alias("alias-of-authority-gone", "www.nobody-has-this.go.jp", ["dns-dangling:gone"]),
  alias("alias-of-school-gone", "www.nobody-has-this.ac.jp", ["dns-dangling:gone"]),
  alias("alias-of-schools-gone", "www.nobody-has-this.ed.jp", ["dns-dangling:gone"]),
  alias("alias-of-town-gone", "www.nobody-has-this.lg.jp", ["dns-dangling:gone"]),
  alias("alias-of-company-gone", "www.nobody-has-this.co.jp", ["dns-lapsed:unregistered"], {
    lacks: ["dns-lapsed:lapsed", "dns-dangling"],
  }),
  // The registry of com has RDAP, which nobody reaches from here; that of jp has none.
  alias("alias-lapsed-com", "www.nobody-registered-this.com", ["dns-lapsed:unregistered"], {
    lacks: ["dns-lapsed:lapsed", "dns-dangling"],
  }),
  alias("alias-lapsed-jp", "www.nobody-registered-this.jp", ["dns-lapsed:lapsed"], {
    lacks: ["dns-dangling"],
    gradeAtMost: "E",
  }),
  alias("alias-loop", "www.alias-loop.jp", ["dns-alias:loop"], { lacks: NOT_CLAIMABLE }),
  zone(
    "alias-loop-of-three",
    { records: ["www CNAME a", "a CNAME b", "b CNAME www"] },
    ["dns-alias:loop"],
    { hosts: ["www"], lacks: NOT_CLAIMABLE },
  ),
  zone(
    "alias-at-the-top",
    {
      servers: "powerdns",
      signing: "none",
      without: ["CAA", "MX", "SPF", "DMARC"],
      records: ["@ CNAME mx.yubin.jp."],
    },
    ["dns-alias:apex"],
    {
      tolerates: [
        "dns-dnssec",
        "dns-caa",
        "dns-lame",
        "dns-delegation",
        "dns-ns",
        "mail-spf",
        "mail-dmarc",
        "mail-spoof",
        "mail-nullmx",
        "net-ipv6",
        "dns-resolves",
        "http-none",
        "tls-service",
        "cert-name",
      ],
    },
  ),
  page("alias-blog-unclaimed", `404 "<h1>${SENTENCE}</h1>"`, ["dns-dangling:claimable"]),
  page("alias-blog-article", `200 "<h1>What ${SENTENCE} means</h1>"`, []),
  page("alias-blog-quotes", `404 "<p>${LONG}</p><p>${SENTENCE}</p>"`, []),
  page("alias-blog-in-script", `404 "<script>var m='${SENTENCE}'</script><p>Gone</p>"`, []),
];

const denialStates = [
  zone("denial-compact-knot", { servers: "knot", signing: "online" }, []),
  zone("denial-narrow-powerdns", { servers: "powerdns", signing: "narrow" }, []),
  zone("denial-opt-out", { signing: "opt-out" }, []),
  zone("denial-opt-out-nsd", { signing: "opt-out", servers: "nsd" }, []),
  zone("denial-empty-non-terminal", { records: ["a.b.c A {v4}"], signing: "nsec3" }, []),
  zone("denial-wildcard-text", { records: ['* TXT "a note"'] }, []),
  zone("denial-nsec3-wildcard", { records: ["* A {v4}"], signing: "nsec3" }, []),
  zone("keys-rsa-1024", { signing: "rsa-1024" }, ["dns-dnssec:short-key"]),
  zone("cds-stray", { servers: "nsd", records: [`@ CDS 12345 13 2 ${"ab".repeat(32)}`] }, [
    "dns-dnssec:cds-mismatch",
  ]),
  zone("cds-delete", { servers: "nsd", records: ["@ CDS 0 0 0 00"] }, []),
];

const served = (
  name: string,
  second: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
) =>
  zone(name, { nameServers: [NS, second] }, finds, {
    tolerates: ["dns-ns", "dns-delegation", "net-ipv6"],
    ...more,
  });

const DARK = ["dns-caa", "dns-lame", "dns-ns", "dns-delegation", "mail-mx", "net-ipv6"];

const serverStates = [
  zone("servers-ipv6-only", { nameServers: ["six1.dnsya.jp.", "six2.dnsya.jp."] }, [
    "dns-ns:ipv6-only",
  ]),
  served("server-ipv6-beside", "six2.dnsya.jp.", [], { tolerates: ["net-ipv6"] }),
  served("server-loopback", "loop.dnsya.jp.", ["dns-lame:special"]),
  served("server-private", "inner.dnsya.jp.", ["dns-lame:special"]),
  served("server-half-private", "mixed.dnsya.jp.", ["dns-lame:special"]),
  served("server-alias", "other.dnsya.jp.", ["dns-lame:alias"]),
  served("server-silent", "quiet.dnsya.jp.", ["dns-lame:silent"]),
  zone(
    "all-servers-silent",
    { delegation: ["@ NS quiet.dnsya.jp."] },
    ["dns-resolves:unresolvable"],
    {
      gradeAtMost: "C",
      tolerates: DARK,
    },
  ),
  zone(
    "all-servers-lame",
    { delegation: ["@ NS empty.dnsya.jp."] },
    ["dns-resolves:unresolvable"],
    {
      gradeAtMost: "C",
      tolerates: DARK,
    },
  ),
  zone(
    "all-servers-nowhere",
    { delegation: ["@ NS nobody.dnsya.jp.", "@ NS loop.dnsya.jp."] },
    ["dns-resolves:unresolvable"],
    { gradeAtMost: "C", tolerates: DARK },
  ),
];

const caa = (name: string, values: readonly string[], finds: readonly string[]) =>
  zone(name, { records: values.map((value) => `@ CAA ${value}`) }, finds);

const caaStates = [
  caa("caa-issue-and-wild", ['0 issue "ca.jp"', '0 issuewild ";"'], []),
  caa("caa-capital-tag", ['0 ISSUE "ca.jp"'], []),
  caa(
    "caa-parameters",
    ['0 issue "ca.jp; accounturi=https://ca.jp/1; validationmethods=dns-01"'],
    [],
  ),
  caa("caa-wild-alone", ['0 issuewild "ca.jp"'], ["dns-caa:wildcards-only"]),
  caa("caa-iodef-alone", ['0 iodef "mailto:a@yubin.jp"'], ["dns-caa:unrestricted"]),
  caa("caa-unknown-critical", ['128 tbs "unknown"', '0 issue "ca.jp"'], ["dns-caa:blocked"]),
  caa("caa-critical-issue", ['128 issue "ca.jp"'], []),
  caa("caa-unknown", ['0 tbs "unknown"', '0 issue "ca.jp"'], []),
  caa("caa-comma", ['0 issue "ca.jp, other.jp"'], ["dns-caa:malformed"]),
  caa("caa-dot-at-the-end", ['0 issue "ca.jp."'], ["dns-caa:malformed"]),
  caa("caa-twice", ['0 issue "ca.jp"', '0 issue "ca.jp"'], []),
];

const MX = "@ MX 10 mx.yubin.jp.";
const letter = (
  area: "SPF" | "DMARC, DKIM",
  name: string,
  lines: readonly string[],
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area, zone: { records: [MX, ...lines] }, finds, ...more });

const KEY = `v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString("base64")}`;

const letterStates = [
  letter(
    "SPF",
    "spf-redirect-macro",
    ['@ TXT "v=spf1 redirect=%{d}.spf.{domain}"', '{domain}.spf TXT "v=spf1 mx -all"'],
    [],
  ),
  letter(
    "SPF",
    "spf-redirect-macro-part",
    ['@ TXT "v=spf1 redirect=s.%{d2}"', 's TXT "v=spf1 mx -all"'],
    [],
  ),
  letter(
    "SPF",
    "spf-redirect-macro-open",
    ['@ TXT "v=spf1 redirect=s.%{d}"', 's TXT "v=spf1 +all"'],
    ["mail-spf:pass-all"],
    { tolerates: ["mail-spoof"] },
  ),
  letter("SPF", "spf-redirect-by-message", ['@ TXT "v=spf1 redirect=%{ir}.s.{domain}"'], [], {
    tolerates: ["mail-spf", "mail-spoof"],
  }),
  letter(
    "SPF",
    "spf-include-macro",
    ['@ TXT "v=spf1 include:s.%{d} -all"', 's TXT "v=spf1 mx -all"'],
    [],
  ),
  letter(
    "SPF",
    "spf-dot-at-the-end",
    ['@ TXT "v=spf1 include:s.{domain}. -all"', 's TXT "v=spf1 mx -all"'],
    [],
  ),
  letter(
    "SPF",
    "spf-redirect-dot",
    ['@ TXT "v=spf1 redirect=s.{domain}."', 's TXT "v=spf1 mx -all"'],
    [],
  ),
  letter(
    "SPF",
    "spf-capital-redirect",
    ['@ TXT "v=spf1 REDIRECT=s.{domain}"', 's TXT "v=spf1 mx -all"'],
    [],
  ),
  letter("SPF", "spf-equal-twice", ['@ TXT "v=spf1 mx -all"', '@ TXT "v=spf1 mx -all"'], []),
  letter(
    "SPF",
    "spf-equal-in-pieces",
    ['@ TXT "v=spf1 mx -all"', '@ TXT "v=spf1 mx" " -all"'],
    ["mail-spf:multiple"],
  ),
  letter("DMARC, DKIM", "dmarc-capital-tags", ['_dmarc TXT "V=DMARC1; P=reject; SP=reject"'], []),
  letter(
    "DMARC, DKIM",
    "dmarc-equal-twice",
    ['_dmarc TXT "v=DMARC1; p=reject"', '_dmarc TXT "v=DMARC1; p=reject"'],
    [],
  ),
  letter(
    "DMARC, DKIM",
    "dkim-two-keys",
    [`lab._domainkey TXT "${KEY}"`, `lab._domainkey TXT "${KEY.replace("p=B", "p=C")}"`],
    ["mail-dkim:multiple"],
    { dkimSelectors: ["lab"] },
  ),
  letter(
    "DMARC, DKIM",
    "dkim-beside-a-note",
    [`lab._domainkey TXT "${KEY}"`, 'lab._domainkey TXT "a note"'],
    [],
    { dkimSelectors: ["lab"] },
  ),
  letter(
    "DMARC, DKIM",
    "dkim-capital-tag",
    ['lab._domainkey TXT "v=DKIM1; P=AAAA"'],
    ["mail-dkim:missing"],
    { dkimSelectors: ["lab"] },
  ),
];

const server = (
  name: string,
  mail: Partial<MailSpec>,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({
  name,
  area: "MX, STARTTLS, DANE",
  mail: { server: "postfix", ...mail },
  finds,
  ...more,
});

/** The server shows nothing of itself to a stranger: nothing may be said of it. */
const UNSEEN = ["mail-mx", "mail-starttls", "mail-dane"];
const stranger = (
  name: string,
  strangers: NonNullable<MailSpec["strangers"]>,
  mail: Partial<MailSpec> = {},
) => server(name, { strangers, ...mail }, [], { lacks: ["mail-mx:refuses"], tolerates: UNSEEN });
const records = (
  name: string,
  lines: readonly string[],
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({
  name,
  area: "MX, STARTTLS, DANE",
  zone: { records: lines },
  finds,
  ...more,
});
const GONE = ["mail-spf", "mail-starttls"];

const strangerStates = [
  stranger("mx-refuses-us", "refused"),
  stranger("mx-defers-us", "deferred"),
  stranger("mx-refuses-our-name", "helo-refused"),
  stranger("mx-defers-our-name", "helo-deferred"),
  stranger("mx-tls-unavailable", "tls-unavailable"),
  stranger("mx-tls-unavailable-dane", "tls-unavailable", { tlsa: "matching" }),
  stranger("mx-exim-refuses-us", "refused", { server: "exim" }),
  stranger("mx-exim-defers-us", "deferred", { server: "exim" }),
  stranger("mx-exim-refuses-our-name", "helo-refused", { server: "exim" }),
  server(
    "dane-expired-certificate",
    { tlsa: "matching", certificate: { fromDay: -90, toDay: -3 } },
    [],
    {
      lacks: ["mail-starttls:certificate"],
      tolerates: ["tls-service", "cert-expiry"],
    },
  ),
  server("dane-self-signed", { tlsa: "matching", certificate: { signer: "self-signed" } }, [], {
    lacks: ["mail-starttls:certificate"],
    tolerates: ["tls-service"],
  }),
  server(
    "dane-other-name",
    { tlsa: "matching", certificate: { dnsNames: ["mail.another.jp"] } },
    [],
    {
      lacks: ["mail-starttls:certificate"],
      tolerates: ["tls-service"],
    },
  ),
  records("mx-second-private", [MX, "@ MX 20 in.{domain}.", "in A 10.9.8.7"], ["mail-mx:private"], {
    tolerates: ["mail-starttls", "mail-spf"],
  }),
  records(
    "mx-second-refuses",
    [MX, "@ MX 20 post.{domain}.", "post A {mx4}"],
    ["mail-mx:refuses"],
    {
      tolerates: ["mail-starttls"],
    },
  ),
  records("mx-all-gone", ["@ MX 10 a.{domain}.", "@ MX 20 b.{domain}."], ["mail-mx:absent"], {
    tolerates: GONE,
  }),
  records("mx-equal-twice", [MX, MX], []),
];

export const nameStates: readonly LabState[] = [
  ...aliasStates,
  ...denialStates,
  ...serverStates,
  ...caaStates,
  ...letterStates,
  ...strangerStates,
];
