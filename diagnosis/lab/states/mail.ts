import { generateKeyPairSync } from "node:crypto";
import type { Area, LabState, MailSpec } from "../state.ts";

/** A domain whose mail the lab's post office takes. */
const MX = "@ MX 10 mx.yubin.jp.";

const posted = (
  area: Area,
  name: string,
  records: readonly string[],
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area, zone: { records: [MX, ...records] }, finds, ...more });

const spf = (
  name: string,
  record: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
  extra: readonly string[] = [],
) =>
  posted(
    "SPF",
    name,
    [`@ TXT ${record.startsWith('"') ? record : `"${record}"`}`, ...extra],
    finds,
    more,
  );

const helpers = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `s${index} TXT "${text}"`);
const includes = (count: number) =>
  Array.from({ length: count }, (_, index) => `include:s${index}.{domain}`).join(" ");
const SYNTAX = ["mail-spf:syntax-error"];

const spfStates = [
  spf("spf-sound", "v=spf1 mx ip4:11.4.1.0/24 -all", [], { quick: true }),
  spf("spf-softfail", "v=spf1 mx ~all", []),
  spf("spf-capitals", "V=SPF1 MX -ALL", []),
  spf("spf-two-strings", '"v=spf1 mx ip4:11.4.1.0/24" " -all"', []),
  spf(
    "spf-redirect",
    "v=spf1 redirect=s0.{domain}",
    [],
    {},
    helpers(1, "v=spf1 mx:yubin.jp a:mx.yubin.jp -all"),
  ),
  spf("spf-private-range", "v=spf1 mx ip4:10.0.0.0/8 -all", []),
  spf("spf-exists-for-all", "v=spf1 exists:mx.yubin.jp -all", ["mail-spf:pass-all"], {
    tolerates: ["mail-spoof"],
  }),
  spf("spf-unknown-modifier", "v=spf1 mx future=yes -all", []),
  spf("spf-dual-cidr", "v=spf1 a:mx.yubin.jp/24//64 -all", []),
  spf("spf-macro", "v=spf1 exists:%{i}._spf.{domain} mx -all", []),
  spf(
    "spf-10-lookups",
    `v=spf1 ${includes(10)} -all`,
    [],
    {},
    helpers(10, "v=spf1 ip4:11.4.1.25 -all"),
  ),
  posted("SPF", "spf-absent", [], ["mail-spf:absent"], {
    zone: { records: [MX], without: ["SPF"] },
    tolerates: ["mail-spoof"],
  }),
  spf("spf-pass-all", "v=spf1 +all", ["mail-spf:pass-all"], {
    quick: true,
    tolerates: ["mail-spoof"],
  }),
  spf("spf-bare-all", "v=spf1 mx all", ["mail-spf:pass-all"], { tolerates: ["mail-spoof"] }),
  spf("spf-neutral", "v=spf1 mx ?all", ["mail-spf:neutral"]),
  spf("spf-no-all", "v=spf1 mx", ["mail-spf:neutral"]),
  spf("spf-bad-ip4", "v=spf1 ip4:300.1.2.3 -all", SYNTAX, { quick: true }),
  spf("spf-bad-ip6", "v=spf1 ip6:2a0e:::1 -all", SYNTAX),
  spf("spf-bad-cidr", "v=spf1 ip4:11.4.1.0/33 -all", SYNTAX),
  spf("spf-zero-cidr", "v=spf1 ip4:11.4.1.0/024 -all", SYNTAX),
  spf("spf-bad-macro", "v=spf1 exists:%{z}.{domain} -all", SYNTAX),
  spf("spf-percent", "v=spf1 include:%s0.{domain} -all", SYNTAX),
  spf("spf-unknown-mechanism", "v=spf1 ipv4:11.4.1.25 -all", SYNTAX),
  spf("spf-semicolon", "v=spf1 mx -all;", SYNTAX),
  spf("spf-two-explanations", "v=spf1 mx exp=a.{domain} exp=b.{domain} -all", SYNTAX),
  spf(
    "spf-two-redirects",
    "v=spf1 redirect=s0.{domain} redirect=s1.{domain}",
    SYNTAX,
    {},
    helpers(2, "v=spf1 -all"),
  ),
  spf("spf-two-records", "v=spf1 mx -all", ["mail-spf:multiple"], { quick: true }, [
    '@ TXT "v=spf1 -all"',
  ]),
  spf(
    "spf-11-lookups",
    `v=spf1 ${includes(11)} -all`,
    ["mail-spf:too-many-lookups"],
    {},
    helpers(11, "v=spf1 ip4:11.4.1.25 -all"),
  ),
  spf("spf-voids", "v=spf1 a:v1.{domain} a:v2.{domain} a:v3.{domain} -all", [
    "mail-spf:too-many-voids",
  ]),
  spf("spf-2-voids", "v=spf1 a:v1.{domain} a:v2.{domain} mx -all", []),
  spf(
    "spf-11-mx",
    "v=spf1 mx:many.{domain} -all",
    ["mail-spf:too-many-mx"],
    {},
    Array.from({ length: 11 }, (_, index) => `many MX ${index + 1} h${index}.{domain}.`).concat(
      Array.from({ length: 11 }, (_, index) => `h${index} A 11.4.1.${index + 30}`),
    ),
  ),
  spf("spf-include-nothing", "v=spf1 include:s0.{domain} -all", ["mail-spf:broken-include"], {}, [
    "s0 A 11.4.1.25",
  ]),
  spf("spf-include-absent", "v=spf1 include:gone.{domain} -all", ["mail-spf:broken-include"]),
  spf("spf-redirect-absent", "v=spf1 redirect=gone.{domain}", ["mail-spf:broken-include"]),
  spf("spf-include-loop", "v=spf1 include:{domain} -all", ["mail-spf:too-many-lookups"]),
  spf(
    "spf-include-pass-all",
    "v=spf1 ?include:s0.{domain} -all",
    [],
    { tolerates: ["mail-spf:neutral"] },
    helpers(1, "v=spf1 +all"),
  ),
  spf(
    "spf-plus-include-pass-all",
    "v=spf1 include:s0.{domain} -all",
    ["mail-spf:pass-all"],
    { tolerates: ["mail-spoof"] },
    helpers(1, "v=spf1 +all"),
  ),
  spf("spf-half-internet", "v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all", ["mail-spf"], {
    tolerates: ["mail-spoof"],
  }),
  spf("spf-quarter-internet", "v=spf1 ip4:64.0.0.0/2 -all", ["mail-spf:pass-all"], {
    tolerates: ["mail-spoof"],
  }),
  spf("spf-version-10", "v=spf10 mx -all", ["mail-spf:absent"], {
    zone: { records: [MX, '@ TXT "v=spf10 mx -all"'], without: ["SPF"] },
    tolerates: ["mail-spoof"],
  }),
  spf("spf-version-comma", "v=spf1,mx -all", ["mail-spf:absent"], {
    zone: { records: [MX, '@ TXT "v=spf1,mx -all"'], without: ["SPF"] },
    tolerates: ["mail-spoof"],
  }),
];

const dmarc = (
  name: string,
  record: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
  extra: readonly string[] = [],
) =>
  posted("DMARC, DKIM", name, [`_dmarc TXT "${record}"`, ...extra], finds, {
    tolerates: ["mail-spoof"],
    ...more,
  });

const INVALID = ["mail-dmarc:invalid-policy"];

const dmarcStates = [
  dmarc("dmarc-reject", "v=DMARC1; p=reject; rua=mailto:d@yubin.jp", [], {
    quick: true,
    tolerates: [],
  }),
  dmarc("dmarc-quarantine", "v=DMARC1; p=quarantine", []),
  dmarc("dmarc-capital-value", "v=DMARC1; p=Reject", []),
  dmarc("dmarc-spaces", "v = DMARC1 ; p = reject ;", []),
  dmarc("dmarc-strict", "v=DMARC1; p=reject; adkim=s; aspf=s; fo=1", []),
  posted("DMARC, DKIM", "dmarc-absent", [], ["mail-dmarc:absent"], {
    quick: true,
    zone: { records: [MX], without: ["DMARC"] },
    tolerates: ["mail-spoof"],
  }),
  dmarc("dmarc-none", "v=DMARC1; p=none", ["mail-dmarc:monitoring"]),
  dmarc("dmarc-rejct", "v=DMARC1; p=rejct", INVALID, { quick: true }),
  dmarc("dmarc-no-policy", "v=DMARC1; rua=mailto:d@yubin.jp", ["mail-dmarc"]),
  dmarc("dmarc-lower-version", "v=dmarc1; p=reject", ["mail-dmarc"]),
  dmarc("dmarc-version-last", "p=reject; v=DMARC1", ["mail-dmarc"]),
  dmarc("dmarc-commas", "v=DMARC1, p=reject", ["mail-dmarc"]),
  dmarc("dmarc-pct-0", "v=DMARC1; p=reject; pct=0", ["mail-dmarc:testing"]),
  dmarc("dmarc-test-mode", "v=DMARC1; p=reject; t=y", ["mail-dmarc:testing"]),
  dmarc("dmarc-sp-none", "v=DMARC1; p=reject; sp=none", ["mail-dmarc:open-subdomains"]),
  dmarc("dmarc-np-none", "v=DMARC1; p=reject; np=none", ["mail-dmarc:open-nonexistent"]),
  dmarc("dmarc-two-records", "v=DMARC1; p=reject", ["mail-dmarc:multiple"], {}, [
    '_dmarc TXT "v=DMARC1; p=quarantine"',
  ]),
  dmarc("dmarc-beside-other-text", "v=DMARC1; p=reject", [], {}, ['_dmarc TXT "a note"']),
];

const dkim = (name: string, record: string, finds: readonly string[]): LabState =>
  posted("DMARC, DKIM", name, [`lab._domainkey TXT ${record}`], finds, { dkimSelectors: ["lab"] });

const text = (record: string) =>
  (record.match(/.{1,200}/g) ?? []).map((part) => `"${part}"`).join(" ");

/** Public keys in the form that DKIM asks for (RFC 6376 §3.6.1), of no use to anyone. */
const KEYS = {
  rsa512: rsaKey(512),
  rsa1024: rsaKey(1024),
  rsa2048: rsaKey(2048),
  ed25519: generateKeyPairSync("ed25519")
    .publicKey.export({ format: "der", type: "spki" })
    .subarray(12)
    .toString("base64"),
};

function rsaKey(modulusLength: number): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength });
  return publicKey.export({ format: "der", type: "spki" }).toString("base64");
}

const dkimStates = [
  dkim("dkim-rsa-2048", text(`v=DKIM1; k=rsa; p=${KEYS.rsa2048}`), []),
  dkim("dkim-ed25519", text(`v=DKIM1; k=ed25519; p=${KEYS.ed25519}`), []),
  dkim("dkim-rsa-1024", text(`v=DKIM1; k=rsa; p=${KEYS.rsa1024}`), ["mail-dkim:short"]),
  dkim("dkim-rsa-512", text(`v=DKIM1; k=rsa; p=${KEYS.rsa512}`), [
    "mail-dkim:tiny",
    "mail-spoof:signs-all",
  ]),
  dkim("dkim-test-mode", text(`v=DKIM1; t=y; p=${KEYS.rsa2048}`), ["mail-dkim:testing"]),
  dkim("dkim-sha1", text(`v=DKIM1; h=sha1; p=${KEYS.rsa2048}`), ["mail-dkim:sha1"]),
  dkim("dkim-revoked", text("v=DKIM1; p="), ["mail-dkim:revoked"]),
  dkim("dkim-no-key", text("v=DKIM1; k=rsa; p=not*base64"), ["mail-dkim:malformed"]),
  dkim("dkim-not-mail", text(`v=DKIM1; s=tlsrpt; p=${KEYS.rsa2048}`), ["mail-dkim:not-mail"]),
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

const STS_RECORDS = ['_mta-sts TXT "v=STSv1; id=20260101"', "mta-sts A {mx4}"];

/** A domain whose policy of MTA-STS is this one. */
const policyOf = (mode: string, mx: string, age = 604_800): Partial<LabState> => ({
  zone: { records: STS_RECORDS },
  policy: { text: ["version: STSv1", `mode: ${mode}`, `mx: ${mx}`, `max_age: ${age}`].join("\n") },
});

const mxStates = [
  server("mx-postfix", {}, [], { quick: true }),
  server("mx-exim", { server: "exim" }, []),
  server("mx-no-starttls", { startTls: false }, ["mail-starttls:not-offered"], { quick: true }),
  server("mx-exim-no-starttls", { server: "exim", startTls: false }, ["mail-starttls:not-offered"]),
  server(
    "mx-expired",
    { certificate: { fromDay: -90, toDay: -3 } },
    ["mail-starttls:certificate"],
    {
      tolerates: ["tls-service", "cert-expiry"],
    },
  ),
  server("mx-self-signed", { certificate: { signer: "self-signed" } }, [
    "mail-starttls:certificate",
  ]),
  server("mx-wrong-name", { certificate: { dnsNames: ["mail.another.jp"] } }, [
    "mail-starttls:certificate",
  ]),
  server("mx-tls10", { protocols: "TLSv1" }, ["mail-mx:old-tls"], { tolerates: ["mail-starttls"] }),
  server("dane-matches", { tlsa: "matching" }, []),
  server("sts-enforced", {}, [], { ...policyOf("enforce", "mx.{domain}"), lacks: ["mail-mtasts"] }),
  server("sts-testing", {}, ["mail-mtasts:not-enforced"], {
    ...policyOf("testing", "mx.{domain}"),
    quick: true,
  }),
  server("sts-none", {}, ["mail-mtasts:not-enforced"], policyOf("none", "mx.{domain}")),
  server("sts-other-servers", {}, ["mail-mtasts:mx-mismatch"], policyOf("enforce", "*.yubin.jp")),
  server("sts-short", {}, ["mail-mtasts:not-kept"], policyOf("enforce", "mx.{domain}", 300)),
  server("sts-record-alone", {}, ["mail-mtasts:policy-missing"], {
    zone: { records: STS_RECORDS },
  }),
  server("dane-mismatch", { tlsa: "other" }, ["mail-dane:mismatch"], { quick: true }),
  server("dane-unsigned", { tlsa: "matching" }, ["mail-dane:unsigned"], {
    zone: { signing: "none" },
  }),
  records("mx-gone", ["@ MX 10 mx.{domain}."], ["mail-mx:absent"], {
    quick: true,
    tolerates: ["mail-spf", "mail-starttls"],
  }),
  records("mx-private", ["@ MX 10 mx.{domain}.", "mx A 10.9.8.7"], ["mail-mx:private"], {
    tolerates: ["mail-starttls", "dns-private"],
  }),
  records("mx-literal", ["@ MX 10 11.4.1.25."], ["mail-mx:literal"], {
    tolerates: ["mail-spf", "mail-starttls"],
  }),
  records("mx-alias", ["@ MX 10 post.{domain}.", "post CNAME mx.yubin.jp."], ["mail-mx:alias"], {
    tolerates: ["mail-starttls:certificate"],
  }),
  records("mx-refuses", ["@ MX 10 post.{domain}.", "post A {mx4}"], ["mail-mx:refuses"], {
    tolerates: ["mail-starttls"],
  }),
  records("mx-one-of-two", ["@ MX 10 mx.yubin.jp.", "@ MX 20 gone.{domain}."], ["mail-mx:absent"], {
    tolerates: ["mail-spf"],
  }),
  records("mx-null", [], []),
  records("mx-null-and-other", ["@ MX 0 .", MX], ["mail-nullmx"], {
    tolerates: ["mail-mx", "mail-spf"],
  }),
];

export const mailStates: readonly LabState[] = [
  ...spfStates,
  ...dmarcStates,
  ...dkimStates,
  ...mxStates,
];
