import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import { startBannerServer } from "@sekimori/diagnosis/fixtures/ports/banner-server";
import { sshBanner } from "@sekimori/diagnosis/fixtures/ports/ssh-server";
import { LEVEL_0, startHttpServer } from "@sekimori/diagnosis/fixtures/tls/tls-server";
import type { Starter } from "@sekimori/diagnosis/fixtures/world";
import { addresses, machine, page, plainSite, secureSite, standing } from "./building-blocks.ts";
import type { SampleDomain } from "./sample-domain.ts";

const lab = "seki-lab.example";
const overseas = "seki-overseas.example";
const kogei = "minato-kogei.example";

const labHost = ["b", 80] as const;
const overseasWeb = ["b", 110] as const;
const kogeiWeb = ["b", 120] as const;

/** Days on which something was mended or broke. */
const searchOpened = -70;
const searchClosed = -28;
const cacheOpened = -9;

const openSearch: Starter = (listen) =>
  startHttpServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const version = { number: "7.10.0" };
    response.end(
      JSON.stringify({ name: "n1", cluster_name: "lab", version, tagline: "You Know, for Search" }),
    );
  }, listen);

/** The laboratory's machine: set up once, looked after by nobody. */
const laboratory: SampleDomain = {
  name: lab,
  note: {
    ja: "研究室のサーバー。手入れされていません。",
    en: "The laboratory's server, neglected.",
  },
  zone: () => ({
    name: lab,
    records: () => [
      ...standing(lab),
      ...addresses(lab, labHost, true),
      rr(lab, "MX", { preference: 10, exchange: lab }),
    ],
  }),
  machines: (day) => ({
    [lab]: machine(labHost, {
      ...secureSite(
        [lab],
        {
          headers: { server: "nginx/1.14.0", "x-powered-by": "PHP/5.6.40" },
          html: page("研究室", '<p>測定データ<script src="/jquery-1.12.4.min.js"></script>'),
        },
        {
          certificate: { signer: "self-signed", key: "rsa2048" },
          tls: { minVersion: "TLSv1", maxVersion: "TLSv1.2", ciphers: `DEFAULT:${LEVEL_0}` },
        },
      ),
      21: (listen) => startBannerServer({ greeting: "220 (vsFTPd 2.3.4)\r\n" }, listen),
      22: (listen) =>
        startBannerServer(
          sshBanner("SSH-2.0-OpenSSH_6.6.1p1 Ubuntu-2ubuntu2", {
            kex: ["diffie-hellman-group1-sha1", "curve25519-sha256"],
            hostKeys: ["ssh-rsa"],
            ciphers: ["3des-cbc", "aes128-ctr"],
            macs: ["hmac-md5", "hmac-sha2-256"],
          }),
          listen,
        ),
      ...(day >= searchOpened && day < searchClosed ? { 9200: openSearch } : {}),
      ...(day >= cacheOpened
        ? {
            6379: (listen: Parameters<Starter>[0]) =>
              startBannerServer({ reply: "-NOAUTH Authentication required.\r\n" }, listen),
          }
        : {}),
    }),
  }),
};

/** The branch abroad: nobody has proved it yet. */
const branchAbroad: SampleDomain = {
  name: overseas,
  note: { ja: "海外支店。所有の確認がまだです。", en: "The branch abroad, not verified yet." },
  zone: () => ({
    name: overseas,
    records: () => [
      ...standing(overseas, false),
      ...addresses(overseas, overseasWeb, true),
      rr(overseas, "TXT", "v=spf1 -all"),
    ],
  }),
  machines: () => ({
    [overseas]: machine(overseasWeb, {
      80: plainSite({ html: page("Seki Overseas", "<p>Welcome") }),
    }),
  }),
};

/** Another firm, for whoever signs up by themselves: nobody has added it. */
const neighbour: SampleDomain = {
  name: kogei,
  note: {
    ja: "隣の会社。新しく登録した人が試せます。",
    en: "The company next door, for people who have just registered.",
  },
  zone: () => ({
    name: kogei,
    records: () => [
      ...standing(kogei, false),
      ...addresses(kogei, kogeiWeb, true),
      rr(kogei, "TXT", "v=spf1 -all"),
    ],
  }),
  machines: () => ({
    [kogei]: machine(
      kogeiWeb,
      secureSite([kogei], {
        headers: { "x-frame-options": "DENY", server: "nginx" },
        html: page("港工芸", "<p>手仕事の器"),
      }),
    ),
  }),
};

export const backyardDomains: readonly SampleDomain[] = [laboratory, branchAbroad, neighbour];
