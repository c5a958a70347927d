import { afterAll, beforeAll, expect, it } from "vitest";
import { loadData } from "../../data/load-data.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { examine } from "../../fixtures/examine.ts";
import { startMailServer } from "../../fixtures/mail/mail-server.ts";
import { fixtureAuthority } from "../../fixtures/pki/fixture-authority.ts";
import { startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { type StartTlsService, startStartTlsServer } from "../../fixtures/ports/starttls-server.ts";
import { LEVEL_0, startTlsServer, type TlsServerOptions } from "../../fixtures/tls/tls-server.ts";
import { type MachineDescription, startWorld, type World } from "../../fixtures/world.ts";
import { tlsService } from "./tls-service.rule.ts";

let world: World;
afterAll(() => world.stop());

const hostOf = (name: string) => `${name}.services.test`;
const inside = (name: string, port: number, options: TlsServerOptions = {}) => ({
  ports: { [port]: (listen: object) => startTlsServer(hostOf(name), options, listen) },
});
const imap: StartTlsService = {
  greeting: "* OK ready\r\n",
  answers: {
    CAPABILITY: "* CAPABILITY IMAP4rev1 STARTTLS\r\na1 OK\r\n",
    STARTTLS: "a2 OK go\r\n",
  },
  turnsAt: "a2 OK go\r\n",
};
const pop: StartTlsService = {
  greeting: "+OK ready\r\n",
  answers: { CAPA: "+OK\r\nSTLS\r\n.\r\n", STLS: "+OK go\r\n" },
  turnsAt: "+OK go\r\n",
};
const ftp: StartTlsService = {
  greeting: "220 ready\r\n",
  answers: { FEAT: "211-Features:\r\n AUTH TLS\r\n211 End\r\n", AUTH: "234 go\r\n" },
  turnsAt: "234 go\r\n",
};
const agreed = Buffer.from("300c02010178070a010004000400", "hex").toString("latin1");
const ldap: StartTlsService = {
  greeting: "",
  answers: { "1.3.6.1.4.1.1466.20037": agreed },
  turnsAt: agreed,
};
const later = (
  name: string,
  port: number,
  service: StartTlsService,
  more: Pick<StartTlsService, "certificate" | "tls"> = {},
): MachineDescription => ({
  ports: { [port]: (listen) => startStartTlsServer(hostOf(name), { ...service, ...more }, listen) },
});
const NO_AEAD = {
  maxVersion: "TLSv1.2",
  ciphers: "ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA256",
} as const;
const OLD = {
  minVersion: "TLSv1",
  maxVersion: "TLSv1.2",
  ciphers: `DEFAULT:!kRSA:${LEVEL_0}`,
} as const;

const machines: Record<string, MachineDescription> = {
  none: {},
  imaps: inside("imaps", 993),
  expired: inside("expired", 995, { certificate: { toDay: -1 } }),
  "in-5-days": inside("in-5-days", 465, { certificate: { toDay: 5 } }),
  "in-20-days": inside("in-20-days", 465, { certificate: { fromDay: -70, toDay: 20 } }),
  early: inside("early", 636, { certificate: { fromDay: 1 } }),
  "self-signed": inside("self-signed", 8443, { certificate: { signer: "self-signed" } }),
  other: inside("other", 993, { certificate: { dnsNames: ["mail.provider.test"] } }),
  old: inside("old", 993, {
    tls: { minVersion: "TLSv1", maxVersion: "TLSv1.2", ciphers: `DEFAULT:${LEVEL_0}` },
  }),
  "short-key": inside("short-key", 636, {
    certificate: { key: "rsa1024" },
    tls: { ciphers: `DEFAULT:${LEVEL_0}` },
  }),
  "leaf-only": inside("leaf-only", 995, { certificate: { sends: "leaf-only" } }),
  fetchable: inside("fetchable", 995, {
    certificate: { sends: "leaf-only", issuerUrl: "http://issuer.test/intermediate.cer" },
  }),
  "no-aead": inside("no-aead", 990, {
    tls: NO_AEAD,
  }),
  "two-names": inside("two-names", 993, {
    second: { key: "rsa2048", dnsNames: ["mail.provider.test"] },
    tls: { ciphers: "DEFAULT:!kRSA" },
  }),
  "two-authorities": inside("two-authorities", 636, {
    second: { key: "rsa2048", signer: "self-signed" },
    tls: { ciphers: "DEFAULT:!kRSA" },
  }),
  mute: { ports: { 993: (listen) => startBannerServer({ hangsUp: true }, listen) } },
  imap: later("imap", 143, imap),
  pop: later("pop", 110, pop, { certificate: { toDay: -1 } }),
  ftp: later("ftp", 21, ftp, { certificate: { signer: "self-signed" } }),
  ldap: later("ldap", 389, ldap),
  ldaps: inside("ldaps", 636, { certificate: { signer: "self-signed" } }),
  submission: { ports: { 587: (listen) => startMailServer(hostOf("submission"), {}, listen) } },
  "imap-old": later("imap-old", 143, imap, { tls: OLD }),
  "pop-no-aead": later("pop-no-aead", 110, pop, { tls: NO_AEAD }),
  "ftp-cut": later("ftp-cut", 21, ftp, { certificate: { sends: "leaf-only" } }),
  stalls: {
    ports: {
      ...inside("stalls", 993, { certificate: { toDay: -1 } }).ports,
      ...later("stalls", 143, { ...imap, turnsAt: "never" }).ports,
    },
  },
  refuses: later("refuses", 143, { ...imap, answers: { "a2 ": "a2 NO\r\n", ...imap.answers } }),
};

beforeAll(async () => {
  const { root } = await fixtureAuthority();
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      {
        name: "services.test",
        records: (at) => Object.keys(machines).map((name) => rr(hostOf(name), "A", at(name))),
      },
    ],
    machines,
  });
});

it.concurrent.each([
  ["none", ["not-applicable", "not-applicable", null, null]],
  ["imaps", ["sound", "pass", null, "993"]],
  ["expired", ["expired", "fail", "critical", "995", "expired-certificate"]],
  ["in-5-days", ["within-14-days", "fail", "high", "465"]],
  ["in-20-days", ["within-30-days", "warn", "medium", "465"]],
  ["early", ["not-yet-valid", "fail", "critical", "636", "expired-certificate"]],
  ["self-signed", ["untrusted", "fail", "high", "8443", "untrusted-certificate"]],
  ["ldaps", ["own-authority", "warn", "medium", "636"]],
  ["other", ["misnamed", "warn", "low", "993"]],
  [
    "old",
    ["old-versions", "fail", "medium", "993", "old-tls"],
    ["low", "warn", "low", "993 tls-new no-tls13"],
  ],
  [
    "short-key",
    ["short-key", "fail", "medium", "636", "short-key"],
    ["low", "warn", "low", "636 tls-fs static-offered"],
  ],
  // What is missing, clients may fetch or have: no more is said than that.
  ["fetchable", ["medium", "fail", "medium", "995 cert-chain incomplete"]],
  [
    "leaf-only",
    ["untrusted", "fail", "high", "995", "untrusted-certificate"],
    ["medium", "fail", "medium", "995 cert-chain incomplete"],
  ],
  [
    "no-aead",
    ["medium", "fail", "medium", "990 tls-aead missing", "no-aead"],
    ["low", "warn", "low", "990 tls-new no-tls13"],
  ],
  ["two-names", ["misnamed", "warn", "low", "993 cert-each misnamed"]],
  ["two-authorities", ["own-authority", "warn", "medium", "636 cert-each own-authority"]],
  ["mute", ["inconclusive", "inconclusive", null, "993"]],
  ["imap", ["sound", "pass", null, "143"]],
  ["pop", ["expired", "fail", "critical", "110", "expired-certificate"]],
  ["ftp", ["untrusted", "fail", "high", "21", "untrusted-certificate"]],
  ["ldap", ["sound", "pass", null, "389"]],
  ["submission", ["sound", "pass", null, "587"]],
  [
    "imap-old",
    ["old-versions", "fail", "medium", "143", "old-tls"],
    ["low", "warn", "low", "143 tls-new no-tls13"],
  ],
  [
    "pop-no-aead",
    ["medium", "fail", "medium", "110 tls-aead missing", "no-aead"],
    ["low", "warn", "low", "110 tls-new no-tls13"],
  ],
  [
    "ftp-cut",
    ["untrusted", "fail", "high", "21", "untrusted-certificate"],
    ["medium", "fail", "medium", "21 cert-chain incomplete"],
  ],
  ["refuses", ["inconclusive", "inconclusive", null, "143"]],
] as const)("%s", async (machine, ...expected) => {
  const findings = await examine(world, tlsService, hostOf(machine), { data: loadData() });
  const seen = findings.map((one) => [
    ...[one.outcome, one.state, one.severity, one.subject],
    ...(one.cap === null ? [] : [one.cap]),
  ]);
  expect(seen.sort()).toEqual(expected.toSorted());
});

it("says which of two certificates it judged", async () => {
  const [finding] = await examine(world, tlsService, hostOf("two-names"), { data: loadData() });
  expect(finding?.summary).toEqual({
    ja: "もう一枚の証明書（RSA 2048）：IMAP（TLS）（ポート993番）の証明書に、このホスト名がありません。別の名前で使われている場合は問題ありません。",
    en: "Second certificate (RSA 2048): The certificate of IMAP (TLS) (port 993) does not include this host name. That is fine if the service is used under another name.",
  });
});

it("says in the words of the site's check what it found, and where", async () => {
  const findings = await examine(world, tlsService, hostOf("no-aead"), { data: loadData() });
  expect(findings.map(({ summary }) => summary)).toContainEqual({
    ja: "FTP（TLS）（ポート990番）：TLS 1.3に対応していません。",
    en: "FTP (TLS) (port 990): TLS 1.3 is not offered.",
  });
  // The base of the site's own grade is counted from facts of these names.
  for (const { evidence } of findings)
    for (const { name } of evidence) expect(name).not.toMatch(/^(?:protocol|cipher|keyExchange)/);
});

it("keeps what it saw of one service when another gives no answer", async () => {
  const more = { data: loadData(), limits: { responseMs: 300 } };
  const findings = await examine(world, tlsService, hostOf("stalls"), more);
  expect(findings.map(({ outcome, place }) => [outcome, place.port]).sort()).toEqual([
    ["expired", 993],
    ["inconclusive", 143],
  ]);
});
