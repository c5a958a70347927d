import { expect, test } from "vitest";
import { dnsCaa } from "../checks/dns/dns-caa.rule.ts";
import { mailDmarc } from "../checks/mail/mail-dmarc.rule.ts";
import { mailSpf } from "../checks/mail/mail-spf.rule.ts";
import { mailSpoof } from "../checks/mail/mail-spoof.rule.ts";
import { mailTlsrpt } from "../checks/mail/mail-tlsrpt.rule.ts";
import type { Finding } from "../engine/finding.ts";
import { rr, type ZoneRecord } from "../fixtures/dns/zone.ts";
import { examine } from "../fixtures/examine.ts";
import { startWorld } from "../fixtures/world.ts";
import type { SeenAsset } from "./recipes/seen.ts";
import { recipesFor } from "./recipes.ts";

/** What is published when the first scan comes: TXT at the domain, TXT at `_dmarc`. */
const ZONES: Readonly<Record<string, { readonly spf?: string[]; readonly dmarc?: string[] }>> = {
  "bare.test": {},
  "neutral.test": { spf: ["v=spf1 a mx include:_spf.sender.test ?all"], dmarc: [] },
  "endless.test": { spf: ["v=spf1 mx"], dmarc: ["v=DMARC1; p=none"] },
  "open.test": {
    spf: ["v=spf1 ip4:192.0.2.0/24 +all"],
    dmarc: ["v=DMARC1; p=none; fo=1; rua=mailto:r@open.test"],
  },
  "twice.test": {
    spf: ["v=spf1 mx -all", "v=spf1 include:_spf.sender.test ~all"],
    dmarc: ["v=DMARC1; p=none", "v=DMARC1; p=reject; rua=mailto:r@twice.test"],
  },
  "typo.test": { spf: ["v=spf1 mx ipv4:192.0.2.1 -all"], dmarc: ["v=DMARC1; p=rejct; adkim=s"] },
  "dead.test": {
    spf: ["v=spf1 mx include:_spf.gone.test -all"],
    dmarc: ["v=DMARC1; p=reject; pct=0; rua=mailto:r@dead.test"],
  },
  "void.test": {
    spf: ["v=spf1 a:a1.void.test a:a2.void.test a:a3.void.test mx ~all"],
    dmarc: ["v=DMARC1; p=quarantine; sp=none"],
  },
  "sub.test": {
    spf: ["v=spf1 mx -all"],
    dmarc: ["v=DMARC1; p=reject; sp=none; rua=mailto:r@sub.test"],
  },
  "np.test": {
    spf: ["v=spf1 mx -all"],
    dmarc: ["v=DMARC1; p=reject; np=none; rua=mailto:r@np.test"],
  },
  "tested.test": {
    spf: ["v=spf1 mx -all"],
    dmarc: ["v=DMARC1; p=reject; t=y; rua=mailto:r@tested.test"],
  },
};
const CHECKS = [mailSpf, mailDmarc, mailSpoof, mailTlsrpt, dnsCaa];
const WEIGHTS = ["info", "low", "medium", "high", "critical"];

type Texts = ReadonlyMap<string, readonly string[]>;
type Published = { readonly texts: Texts; readonly caa: readonly string[] };

function recordsOf(
  domain: string,
  { texts, caa }: Published,
): (at: (name: string) => string) => ZoneRecord[] {
  return (at) => [
    rr(domain, "MX", { preference: 10, exchange: `mx.${domain}` }),
    rr(domain, "A", at("web")),
    rr(`mx.${domain}`, "A", at("mail")),
    ...[...texts].flatMap(([name, all]) => all.map((text) => rr(name, "TXT", text))),
    ...caa.map((issuer) => rr(domain, "CAA", { flags: 0, tag: "issue", value: issuer })),
  ];
}

/** Does with a zone what its owner does who copies the lines: a record of a kind replaces those of the kind. */
function applied(published: Published, lines: string): Published {
  const texts = new Map(published.texts);
  const caa = [...published.caa];
  for (const line of lines.split("\n")) {
    const [, name = "", type, data = ""] = /^([^;\s]+)\. IN (TXT|CAA) (.*)$/.exec(line) ?? [];
    if (type === "CAA" && data.includes("issue ")) caa.push(/"(.*)"/.exec(data)?.[1] ?? "");
    if (type !== "TXT") continue;
    const text = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join("");
    const kind = text.slice(0, text.search(/[ ;]/));
    const others = (texts.get(name) ?? []).filter((one) => !one.startsWith(kind));
    texts.set(name, [...others, text]);
  }
  return { texts, caa };
}

const isProblem = ({ state }: Finding) => state === "fail" || state === "warn";

/** The certificate in use names its authority: its CAA name is known. */
const assets: SeenAsset[] = [
  {
    id: "domain:any",
    name: "any",
    product: null,
    certificate: {
      fingerprint: "",
      subject: "",
      issuer: "C=US\nO=Let's Encrypt\nCN=E7",
      notAfter: "",
    },
    foundBy: [],
  },
];

test("each record that is copied mends what it is for and harms nothing, until nothing is left", {
  timeout: 60_000,
}, async () => {
  let now = new Map<string, Published>(
    Object.entries(ZONES).map(([domain, { spf = [], dmarc = [] }]) => [
      domain,
      {
        texts: new Map([
          [domain, spf],
          [`_dmarc.${domain}`, dmarc],
        ]),
        caa: [],
      },
    ]),
  );
  let before = new Map<string, readonly Finding[]>();
  for (let round = 0; ; round += 1) {
    const sender = {
      name: "_spf.sender.test",
      records: () => [rr("_spf.sender.test", "TXT", "v=spf1 ip4:198.51.100.0/24 -all")],
    };
    const zones = [...now].map(([name, published]) => ({
      name,
      records: recordsOf(name, published),
    }));
    const world = await startWorld({ machines: { web: {}, mail: {} }, zones: [...zones, sender] });
    const next = new Map<string, Published>();
    const problems = new Map<string, readonly Finding[]>();
    try {
      for (const [domain, published] of now) {
        const findings = (await Promise.all(CHECKS.map((check) => examine(world, check, domain))))
          .flat()
          .filter(isProblem);
        problems.set(domain, findings);
        // Nothing new, and nothing worse.
        for (const finding of before.size === 0 ? [] : findings) {
          const earlier = before.get(domain)?.find(({ check }) => check === finding.check);
          const [was, is] = [earlier, finding].map((one) => WEIGHTS.indexOf(one?.severity ?? ""));
          expect(is, `${domain}: ${finding.check} ${finding.outcome}`).toBeLessThanOrEqual(
            was ?? -1,
          );
        }
        const lines = findings.map((finding) => {
          const openChecks = new Set(findings.map(({ check }) => check));
          const made = recipesFor(finding, { domain, openChecks, assets });
          return made.find(({ product }) => product === "BIND")?.text ?? "";
        });
        next.set(domain, lines.reduce(applied, published));
      }
    } finally {
      await world.stop();
    }
    const left = [...problems].flatMap(([domain, all]) =>
      all.map(({ check, outcome }) => `${domain} ${check} ${outcome}`),
    );
    if (left.length === 0) {
      // Reports came first, then a policy.
      expect(round).toBe(2);
      expect(now.get("open.test")?.texts.get("_dmarc.open.test")).toEqual([
        "v=DMARC1; p=quarantine; rua=mailto:r@open.test; fo=1",
      ]);
      expect(now.get("neutral.test")?.texts.get("neutral.test")).toEqual([
        "v=spf1 a mx include:_spf.sender.test ~all",
      ]);
      expect(now.get("twice.test")?.texts.get("twice.test")).toEqual([
        "v=spf1 mx include:_spf.sender.test ~all",
      ]);
      expect(now.get("sub.test")?.caa).toEqual(["letsencrypt.org"]);
      return;
    }
    expect(round, left.join("\n")).toBeLessThan(6);
    [now, before] = [next, problems];
  }
});
