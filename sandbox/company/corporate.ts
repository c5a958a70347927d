import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import { startMailServer } from "@sekimori/diagnosis/fixtures/mail/mail-server";
import { SOUND_HEADERS } from "@sekimori/diagnosis/fixtures/site";
import {
  addresses,
  caa,
  machine,
  page,
  secureSite,
  securityText,
  standing,
  withoutMail,
} from "./building-blocks.ts";
import type { SampleDomain } from "./sample-domain.ts";

const shoji = "seki-shoji.example";
const holdings = "seki-holdings.example";

const web = ["c", 10] as const;
const mx = ["c", 25] as const;
const policyHost = ["c", 26] as const;
const parked = ["c", 100] as const;

/** Days on which something was mended or broke. */
const headersMended = -60;
const spoofingStopped = -40;

/** The company's own site and mail: well kept by now. */
const corporate: SampleDomain = {
  name: shoji,
  note: {
    ja: "会社のサイトとメール。よく手入れされています。",
    en: "The company's site and mail, well kept.",
  },
  hosts: [`www.${shoji}`],
  zone: (day) => ({
    name: shoji,
    signing: "valid",
    records: () => [
      ...standing(shoji),
      caa(shoji),
      ...addresses(shoji, web),
      ...addresses(`www.${shoji}`, web),
      rr(shoji, "MX", { preference: 10, exchange: `mx.${shoji}` }),
      ...addresses(`mx.${shoji}`, mx),
      rr(shoji, "TXT", "v=spf1 mx -all"),
      rr(`_dmarc.${shoji}`, "TXT", `v=DMARC1; p=${day < spoofingStopped ? "none" : "reject"}`),
      rr(`_smtp._tls.${shoji}`, "TXT", `v=TLSRPTv1; rua=mailto:tls@${shoji}`),
      rr(`_mta-sts.${shoji}`, "TXT", "v=STSv1; id=20260401;"),
      ...addresses(`mta-sts.${shoji}`, policyHost),
    ],
  }),
  machines: (day) => ({
    [shoji]: machine(
      web,
      secureSite([shoji, `www.${shoji}`], {
        headers:
          day < headersMended
            ? { "x-frame-options": "SAMEORIGIN", server: "nginx" }
            : { ...SOUND_HEADERS, server: "nginx" },
        html: page("関商事株式会社", "<p>産業資材の専門商社です。"),
        paths: { "/.well-known/security.txt": securityText(shoji) },
      }),
    ),
    [`mx.${shoji}`]: machine(mx, { 25: (listen) => startMailServer(`mx.${shoji}`, {}, listen) }),
    [`mta-sts.${shoji}`]: machine(
      policyHost,
      secureSite([`mta-sts.${shoji}`], {
        headers: SOUND_HEADERS,
        paths: {
          "/.well-known/mta-sts.txt": {
            body: `version: STSv1\nmode: enforce\nmx: mx.${shoji}\nmax_age: 604800\n`,
            headers: { "content-type": "text/plain" },
          },
        },
      }),
    ),
  }),
};

/** A name that is only held: a page, no mail. */
const parkedDomain: SampleDomain = {
  name: holdings,
  note: { ja: "一枚だけのサイト。メールは使いません。", en: "A single page; no mail." },
  zone: () => ({
    name: holdings,
    signing: "valid",
    records: () => [
      ...standing(holdings),
      caa(holdings),
      ...addresses(holdings, parked),
      ...withoutMail(holdings),
    ],
  }),
  machines: () => ({
    [holdings]: machine(
      parked,
      secureSite([holdings], {
        headers: SOUND_HEADERS,
        html: page("関ホールディングス", "<p>グループ会社の情報"),
        paths: { "/.well-known/security.txt": securityText(holdings) },
      }),
    ),
  }),
};

export const corporateDomains: readonly SampleDomain[] = [corporate, parkedDomain];
