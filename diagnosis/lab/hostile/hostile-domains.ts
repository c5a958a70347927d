import { ALLOWED_PORTS } from "../../net/allowed-ports.ts";
import { LIAR_NAMES } from "../addresses.ts";
import type { Act, HostileDomain } from "./hostile-domain.ts";
import { mannersOf } from "./manners.ts";

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** One that answers by web as a table of manners says, in the clear and by TLS. */
const webDomains = mannersOf("web").map(
  (manner): HostileDomain => ({
    name: slug(manner),
    records: ["@ A {v4}"],
    acts: [
      { port: 80, manner },
      { port: 443, manner, tls: true },
    ],
  }),
);

const tlsDomains = mannersOf("tls").map(
  (manner): HostileDomain => ({
    name: slug(manner),
    records: ["@ A {v4}"],
    acts: [{ port: 443, manner }],
  }),
);

/** One whose mail, FTP and SSH greet as a table of manners says. */
const greetingDomains = mannersOf("greeting").map(
  (manner): HostileDomain => ({
    name: slug(manner),
    records: ["@ A {v4}", "@ MX 10 mx", "mx A {v4}"],
    acts: [21, 22, 25].map((port): Act => ({ port, manner })),
  }),
);

const at = (name: string, ...records: readonly string[]): HostileDomain => ({ name, records });

const chain = (count: number, end: string) =>
  Array.from({ length: count }, (_, index) =>
    index === count - 1 ? `c${index} ${end}` : `c${index} CNAME c${index + 1}`,
  );
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

/** Names that lead to where nobody from outside belongs. */
const addressDomains = [
  at("private-10", "@ A 10.0.0.1"),
  at("private-172", "@ A 172.16.0.1"),
  at("private-192", "@ A 192.168.0.1"),
  at("loopback", "@ A 127.0.0.2"),
  at("loopback-v6", "@ AAAA ::1"),
  at("metadata", "@ A 169.254.169.254"),
  at("metadata-v6", "@ AAAA fd00:ec2::254"),
  at("shared-address", "@ A 100.64.0.1"),
  at("benchmark-address", "@ A 198.18.0.1"),
  at("mapped-v6", "@ AAAA ::ffff:10.0.0.1"),
  at("translated-v6", "@ AAAA 64:ff9b::7f00:1"),
  at("zero", "@ A 0.0.0.0"),
  at("this-network", "@ A 0.0.0.1"),
  at("reserved", "@ A 240.0.0.1"),
  at("unique-local", "@ AAAA fd12::1"),
  at("mapped-loopback", "@ AAAA ::ffff:127.0.0.2"),
  at("compatible-loopback", "@ AAAA ::127.0.0.2"),
  at("translated-private", "@ AAAA 64:ff9b::a00:1"),
  at("tunnelled", "@ AAAA 2001:0:7f00:2::1"),
  at("broadcast", "@ A 255.255.255.255"),
  at("multicast", "@ A 224.0.0.1", "@ AAAA ff02::1"),
  at("link-local", "@ AAAA fe80::1"),
  at("six-to-four", "@ AAAA 2002:7f00:2::1"),
  at("mixed-private", "@ A {v4}", "@ A 10.0.0.1"),
  at("mixed-loopback", "@ A {v4}", "@ AAAA ::1"),
  at("ninety-private", ...many(90, (index) => `@ A 10.0.${index}.1`)),
  at(
    "private-hosts",
    "@ A {v4}",
    ...["inside", "www", "mail"].map((label) => `${label} A 10.0.0.1`),
  ),
  at("alias-to-private", "www CNAME inside", "inside A 10.0.0.1", "@ A 10.0.0.1"),
  at("alias-circle", "www CNAME web", "web CNAME www", "mta-sts CNAME mta-sts", "@ MX 1 www"),
  at("alias-chain", ...chain(60, "A 127.0.0.2"), "www CNAME c0", "@ MX 1 c0"),
  at("mail-loopback", "@ MX 1 mx", "mx A 127.0.0.2", "mx AAAA ::1"),
  at("mail-localhost", "@ MX 1 localhost."),
  at("mail-metadata", "@ MX 1 169.254.169.254."),
  at("mail-ninety", ...many(90, (index) => `@ MX ${index} m${index}`)),
  at(
    "policy-host-private",
    '_mta-sts TXT "v=STSv1; id=1"',
    "mta-sts A 10.0.0.1",
    "@ MX 1 mx",
    "mx A {v4}",
  ),
  at("text-of-twenty-kilobytes", ...many(90, (index) => `@ TXT "${index} ${"x".repeat(230)}"`)),
  at(
    "text-of-escapes",
    '@ TXT "v=spf1 \\027[2J<script>alert(1)</script> -all"',
    "@ MX 1 mx",
    "mx A {v4}",
  ),
  at("spf-itself", '@ TXT "v=spf1 include:{domain} redirect={domain}"', "@ MX 1 mx"),
  at(
    "spf-tree",
    '@ TXT "v=spf1 include:t0.{domain} include:t1.{domain} -all"',
    ...many(
      60,
      (index) =>
        `t${index} TXT "v=spf1 include:t${index * 2 + 2}.{domain} include:t${index * 2 + 3}.{domain} -all"`,
    ),
  ),
  at(
    "spf-private",
    '@ TXT "v=spf1 a:inside.{domain} exists:%{i}.{domain} -all"',
    "inside A 10.0.0.1",
  ),
  at(
    "reports-without-end",
    `_dmarc TXT "v=DMARC1; p=reject; rua=${many(
      25,
      (index) => `mailto:r${index}@r${index}.{domain}`,
    )
      .join(",")
      .slice(0, 240)}"`,
  ),
  {
    name: "servers-private",
    records: ["@ A {v4}"],
    delegation: [
      "@ NS ns1.{domain}.",
      "ns1.{domain}. A 10.0.0.1",
      "@ NS ns2.{domain}.",
      "ns2.{domain}. A 127.0.0.3",
    ],
  },
] satisfies readonly HostileDomain[];

const LIES = [
  "rebinds to loopback",
  "rebinds to the metadata service",
  "never answers",
  "answers after four seconds",
  "answers with noise",
  "always says truncated",
  "drips by TCP",
  "an alias for every name",
  "answers another question",
  "fails",
  "refuses",
  "sixty kilobytes",
  "refers to itself",
  "a transfer without end",
  "every name is here",
] as const;

/** Domains whose name servers are the attacker's own programs. */
const lieDomains = LIES.map(
  (lie): HostileDomain => ({
    name: slug(`dns ${lie}`),
    lie,
    delegation: LIAR_NAMES.map((name) => `@ NS ${name}`),
    acts: [{ port: 80, manner: "web: redirects to loopback" }],
  }),
);

const signed = (
  name: string,
  certificate: HostileDomain["certificate"] & object,
): HostileDomain => ({
  name,
  records: ["@ A {v4}"],
  certificate,
  acts: [443, 8443].map((port): Act => ({ port, manner: "web: a page of escapes", tls: true })),
});

const certificateDomains = [
  signed("cert-nine-thousand-names", { dnsNames: many(9_000, (index) => `n${index}.example.jp`) }),
  signed("cert-of-markup", {
    dnsNames: ["<script>alert(1)</script>.jp", "\u001b[2J.jp", "cert-of-markup.jp"],
  }),
  signed("cert-issuer-private", { sends: "leaf-only", issuerUrl: "http://169.254.169.254/ca.crt" }),
  signed("cert-issuer-loopback", { sends: "leaf-only", issuerUrl: "http://127.0.0.2/ca.crt" }),
  signed("cert-of-a-private-name", {
    dnsNames: ["10.0.0.1", "localhost", "inside.private-hosts.jp"],
  }),
];

/** Something on every port that the engine may try. */
const portDomain: HostileDomain = {
  name: "every-port-open",
  records: ["@ A {v4}"],
  acts: ALLOWED_PORTS.filter((port) => port !== 53).map((port) => ({
    port,
    manner: port % 2 === 0 ? "greeting: floods a greeting" : "greeting: never greets",
  })),
};

/** All of them. */
export const hostileDomains: readonly HostileDomain[] = [
  ...webDomains,
  ...tlsDomains,
  ...greetingDomains,
  ...addressDomains,
  ...lieDomains,
  ...certificateDomains,
  portDomain,
];

/** The quick form: those that try to lead past the guard. The others try to hold up, flood or mislead. */
export const quickHostileDomains: readonly HostileDomain[] = [
  ...addressDomains,
  ...lieDomains.filter(({ lie = "" }) => lie.startsWith("rebinds")),
  ...webDomains.filter(({ name }) => /^web-(redirects|links)-/.test(name)),
  ...certificateDomains,
];
