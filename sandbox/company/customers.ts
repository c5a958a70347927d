import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import { startMailServer } from "@sekimori/diagnosis/fixtures/mail/mail-server";
import { SOUND_HEADERS } from "@sekimori/diagnosis/fixtures/site";
import { LEVEL_0 } from "@sekimori/diagnosis/fixtures/tls/tls-server";
import {
  addresses,
  caa,
  endsOn,
  machine,
  page,
  secureSite,
  standing,
  withoutMail,
} from "./building-blocks.ts";
import type { SampleDomain } from "./sample-domain.ts";

const shop = "seki-shop.example";
const recruit = "seki-recruit.example";
const parts = "seki-parts.example";
const campaign = "seki-campaign.example";
const spring = `spring.${campaign}`;
/** Where the campaign's page was hosted; nobody holds that name any more. */
const springHost = "seki-spring.azurewebsites.net";

const shopWeb = ["c", 40] as const;
const shopMail = ["c", 41] as const;
const recruitWeb = ["b", 60] as const;
const partsWeb = ["b", 70] as const;
const campaignWeb = ["c", 90] as const;
const cloud = ["b", 200] as const;

/** Days on which something was mended or broke. */
const oldTlsOff = -50;
const cookiesMended = -30;
const policyLost = -35;
const copyLeftBehind = -20;
const certificateEnds = -12;
const campaignEnded = -18;

/** The shop: middling, and getting better. */
const onlineShop: SampleDomain = {
  name: shop,
  note: { ja: "通販サイト。少しずつ良くなっています。", en: "The online shop; it gets better." },
  zone: () => ({
    name: shop,
    records: () => [
      ...standing(shop),
      ...addresses(shop, shopWeb, true),
      rr(shop, "MX", { preference: 10, exchange: `mail.${shop}` }),
      ...addresses(`mail.${shop}`, shopMail, true),
      rr(shop, "TXT", "v=spf1 mx ~all"),
      rr(`_dmarc.${shop}`, "TXT", "v=DMARC1; p=quarantine"),
    ],
  }),
  machines: (day) => {
    const cookie =
      day < cookiesMended
        ? "sessionid=5f2c; Path=/"
        : "sessionid=5f2c; Path=/; Secure; HttpOnly; SameSite=Lax";
    return {
      [shop]: machine(
        shopWeb,
        secureSite(
          [shop],
          {
            headers: {
              "x-frame-options": "DENY",
              "x-content-type-options": "nosniff",
              "strict-transport-security": "max-age=15768000",
              "set-cookie": [cookie],
              server: "nginx/1.18.0",
            },
            html: page(
              "関オンラインショップ",
              "<p>工具と資材の通販",
              '<script src="/js/jquery-1.12.4.min.js"></script>',
            ),
          },
          day < oldTlsOff
            ? {
                certificate: { key: "rsa2048" },
                tls: { minVersion: "TLSv1", ciphers: `DEFAULT:${LEVEL_0}` },
              }
            : { certificate: { key: "rsa2048" } },
        ),
      ),
      [`mail.${shop}`]: machine(shopMail, {
        25: (listen) => startMailServer(`mail.${shop}`, {}, listen),
      }),
    };
  },
};

/** The careers site: an old WordPress, and since three weeks a copy of its sources. */
const careers: SampleDomain = {
  name: recruit,
  note: { ja: "採用サイト。古いWordPressです。", en: "The careers site, an old WordPress." },
  zone: (day) => ({
    name: recruit,
    records: () => [
      ...standing(recruit),
      ...addresses(recruit, recruitWeb, true),
      rr(recruit, "TXT", "v=spf1 -all"),
      ...(day < policyLost ? [rr(`_dmarc.${recruit}`, "TXT", "v=DMARC1; p=reject")] : []),
    ],
  }),
  machines: (day) => ({
    [recruit]: machine(
      recruitWeb,
      secureSite(
        [recruit],
        {
          headers: { server: "Apache/2.4.38 (Debian)", "x-powered-by": "PHP/7.3.33" },
          html: page(
            "関商事 採用情報",
            '<p>募集職種<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.4.1"></script>',
            '<meta name="generator" content="WordPress 5.2.4"><link rel="stylesheet" href="/wp-content/themes/seki/style.css">',
          ),
          paths:
            day < copyLeftBehind
              ? {}
              : {
                  "/.git/HEAD": {
                    body: "ref: refs/heads/main\n",
                    headers: { "content-type": "text/plain" },
                  },
                },
        },
        { certificate: { key: "rsa2048" }, tls: { maxVersion: "TLSv1.2" } },
      ),
    ),
  }),
};

/** Spare parts: nobody renewed the certificate. */
const spareParts: SampleDomain = {
  name: parts,
  note: {
    ja: "部品の注文サイト。証明書が切れています。",
    en: "Orders of parts; its certificate has expired.",
  },
  zone: () => ({
    name: parts,
    signing: "valid",
    records: () => [
      ...standing(parts),
      caa(parts),
      ...addresses(parts, partsWeb, true),
      ...withoutMail(parts),
    ],
  }),
  machines: (day) => ({
    [parts]: machine(
      partsWeb,
      secureSite(
        [parts],
        { headers: SOUND_HEADERS, html: page("部品のご注文", "<p>型番からお探しください") },
        { certificate: endsOn(certificateEnds, day) },
      ),
    ),
  }),
};

/** Campaigns: one ended, its host was given back, its name still points there. */
const campaigns: SampleDomain = {
  name: campaign,
  note: {
    ja: "キャンペーンのサイト。終わった企画の名前が他人に取られるおそれがあります。",
    en: "Campaign sites; the name of a past one could be taken over by a stranger.",
  },
  hosts: [spring],
  zone: (day) => ({
    name: campaign,
    records: () => [
      ...standing(campaign),
      ...addresses(campaign, campaignWeb),
      ...(day < campaignEnded ? addresses(spring, cloud, true) : [rr(spring, "CNAME", springHost)]),
      ...withoutMail(campaign),
    ],
  }),
  machines: () => ({
    [campaign]: machine(
      campaignWeb,
      secureSite([campaign], {
        headers: { ...SOUND_HEADERS, "content-security-policy": "default-src * 'unsafe-inline'" },
        html: page("キャンペーン一覧", `<p><a href="https://${spring}/">春の感謝祭</a>`),
      }),
    ),
    [spring]: machine(
      cloud,
      secureSite([spring], { headers: SOUND_HEADERS, html: page("春の感謝祭", "<p>受付中") }),
    ),
  }),
};

export const customerDomains: readonly SampleDomain[] = [
  onlineShop,
  careers,
  spareParts,
  campaigns,
];
