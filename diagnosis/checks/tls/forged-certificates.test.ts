import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examineAll } from "../../fixtures/examine.ts";
import type { Fixture } from "../../fixtures/fixture.ts";
import { startFleet } from "../../fixtures/fleet.ts";
import { issue, issueSelfSigned } from "../../fixtures/pki/authority.ts";
import { fixtureAuthority } from "../../fixtures/pki/fixture-authority.ts";
import { type Forged, type ForgeOptions, Forger } from "../../fixtures/pki/forge.ts";
import { LEVEL_0, startTlsServer } from "../../fixtures/tls/tls-server.ts";
import type { World } from "../../fixtures/world.ts";
import { certChain } from "./cert-chain.rule.ts";
import { certExpiry } from "./cert-expiry.rule.ts";
import { certKey } from "./cert-key.rule.ts";
import { certName } from "./cert-name.rule.ts";
import { certSig } from "./cert-sig.rule.ts";
import { certTrust } from "./cert-trust.rule.ts";

/*
 * Certificates in the forms that authorities, companies and mistakes make, each with what RFC 5280, RFC 9525 and
 * RFC 6125 say of it, written down before the engine saw it. What is not named is as it should be.
 */

const CHECKS = [certTrust, certName, certExpiry, certKey, certSig, certChain];
const SOUND = {
  "cert-trust": "trusted",
  "cert-name": "matches",
  "cert-expiry": "valid",
  "cert-key": "strong",
  "cert-sig": "sound",
  "cert-chain": "complete",
};
type Verdict = Partial<typeof SOUND>;
type Sent = { readonly certificates: readonly Forged[]; readonly key?: string };
type Form = readonly [name: string, verdict: Verdict, make: (at: Maker) => Sent | Promise<Sent>];

const CA =
  "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n";
const LEAF =
  "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,keyEncipherment\n";
const RSA = "-algorithm RSA -pkeyopt rsa_keygen_bits:2048";
const PSS = (hash: string) => [
  `-${hash}`,
  ...["-sigopt", "rsa_padding_mode:pss", "-sigopt", `rsa_mgf1_md:${hash}`],
  ...["-sigopt", "rsa_pss_saltlen:-1"],
];

/** What a form is made of: the fixture's authority, and others below and beside it. */
class Maker {
  readonly #forger: Forger;
  readonly root: Forged;
  readonly intermediate: Forged;
  readonly host: string;

  constructor(forger: Forger, root: Forged, intermediate: Forged, host: string) {
    this.#forger = forger;
    this.root = root;
    this.intermediate = intermediate;
    this.host = host;
  }

  /** An authority below another one. */
  authority(extensions = CA, more: Partial<ForgeOptions> = {}): Forged {
    return this.#forger.issue({
      ...{ subject: "Forged Intermediate", extensions, issuer: this.root },
      ...more,
    });
  }

  /** A server's certificate for the host. */
  leaf(extensions = "", more: Partial<ForgeOptions> = {}): Forged {
    const names = /subjectAltName/.test(extensions) ? "" : `subjectAltName=DNS:${this.host}\n`;
    const base = /basicConstraints|keyUsage=/.test(extensions) ? "" : LEAF;
    return this.#forger.issue({
      ...{ subject: this.host, extensions: `${base}${names}${extensions}\n` },
      ...{ issuer: this.intermediate },
      ...more,
    });
  }

  /** A leaf with what leads to the root. */
  sent(extensions = "", more: Partial<ForgeOptions> = {}): Sent {
    const { issuer = this.intermediate } = more;
    return { certificates: [this.leaf(extensions, more), issuer] };
  }
}

const below =
  (extensions: string, more: Partial<ForgeOptions> = {}) =>
  (at: Maker) =>
    at.sent("", { issuer: at.authority(extensions, more) });
const leaf =
  (extensions: string, more: Partial<ForgeOptions> = {}) =>
  (at: Maker) =>
    at.sent(extensions, more);
const named = (names: string) => leaf(`subjectAltName=${names}`);
/** Of the fixture's own authority, which can date a certificate as it likes. */
const dated = (fromDay: number, toDay: number) => async (at: Maker) => {
  const { intermediate } = await fixtureAuthority();
  const made = await issue(intermediate, { name: at.host, dnsNames: [at.host], fromDay, toDay });
  return { certificates: [made, at.intermediate] };
};

const INVALID: Verdict = { "cert-trust": "invalid" };
const MISNAMED: Verdict = { "cert-name": "mismatch" };
const ENDING: Verdict = { "cert-expiry": "within-14-days" };
const SOON: Verdict = { "cert-expiry": "within-30-days" };

const KEYS: readonly Form[] = [
  ["key-p384", {}, leaf("", { keyKind: "-algorithm EC -pkeyopt ec_paramgen_curve:P-384" })],
  ["key-p521", {}, leaf("", { keyKind: "-algorithm EC -pkeyopt ec_paramgen_curve:P-521" })],
  ["key-ed25519", {}, leaf("", { keyKind: "-algorithm ED25519" })],
  ["key-rsa-3072", {}, leaf("", { keyKind: "-algorithm RSA -pkeyopt rsa_keygen_bits:3072" })],
  ["key-pss", {}, leaf("", { keyKind: "-algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048" })],
  [
    "key-rsa-1536",
    { "cert-key": "short" },
    leaf("", { keyKind: "-algorithm RSA -pkeyopt rsa_keygen_bits:1536" }),
  ],
  [
    "key-rsa-1023",
    { "cert-key": "breakable" },
    leaf("", { keyKind: "-algorithm RSA -pkeyopt rsa_keygen_bits:1023" }),
  ],
  [
    "key-pss-1024",
    { "cert-key": "short" },
    leaf("", { keyKind: "-algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024" }),
  ],
  ["key-rsa-below-ecdsa", {}, leaf("", { keyKind: RSA })],
  ["key-ecdsa-below-rsa", {}, below(CA, { keyKind: RSA })],
  [
    "key-ecdsa-below-p384",
    {},
    below(CA, { keyKind: "-algorithm EC -pkeyopt ec_paramgen_curve:P-384" }),
  ],
  ["key-below-ed25519", {}, below(CA, { keyKind: "-algorithm ED25519" })],
];

const signed = (signing: readonly string[]) => (at: Maker) =>
  at.sent("", { issuer: at.authority(CA, { keyKind: RSA }), signing });

const SIGNATURES: readonly Form[] = [
  ["signed-pss-sha256", {}, signed(PSS("sha256"))],
  ["signed-pss-sha384", {}, signed(PSS("sha384"))],
  ["signed-pss-sha512", {}, signed(PSS("sha512"))],
  ["signed-pss-sha1", { "cert-sig": "broken" }, signed(PSS("sha1"))],
  ["signed-sha224", {}, signed(["-sha224"])],
  ["signed-sha512", {}, signed(["-sha512"])],
  ["signed-sha3", {}, signed(["-sha3-256"])],
  ["signed-ecdsa-sha1", { "cert-sig": "broken" }, leaf("", { signing: ["-sha1"] })],
  ["signed-ecdsa-sha512", {}, leaf("", { signing: ["-sha512"] })],
  [
    "signed-issuer-sha1",
    { "cert-sig": "broken" },
    (at) => at.sent("", { issuer: at.authority(CA, { signing: ["-sha1"] }) }),
  ],
];

const EKU = "extendedKeyUsage=";
const PURPOSES: readonly Form[] = [
  ["for-server-and-client", {}, leaf(`${EKU}serverAuth,clientAuth`)],
  ["for-clients", INVALID, leaf(`${EKU}clientAuth`)],
  ["for-mail", INVALID, leaf(`${EKU}emailProtection`)],
  ["for-code", INVALID, leaf(`${EKU}codeSigning`)],
  ["for-ocsp", INVALID, leaf(`${EKU}OCSPSigning`)],
  ["for-servers-critical", {}, leaf(`${EKU}critical,serverAuth`)],
  ["issuer-for-servers", {}, below(`${CA}${EKU}serverAuth,clientAuth`)],
  ["issuer-for-clients", INVALID, below(`${CA}${EKU}clientAuth`)],
  ["usage-agreement", {}, leaf("basicConstraints=critical,CA:FALSE\nkeyUsage=keyAgreement")],
  ["usage-signature", {}, leaf("basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature")],
  ["usage-unsaid", {}, leaf("basicConstraints=CA:FALSE")],
  ["usage-crl-alone", INVALID, leaf("basicConstraints=CA:FALSE\nkeyUsage=critical,cRLSign")],
  ["unknown-extension", {}, leaf("1.2.3.4=ASN1:NULL")],
  ["unknown-critical-extension", INVALID, leaf("1.2.3.4=critical,ASN1:NULL")],
];

const CONSTRAINT = (text: string) => `${CA}nameConstraints=critical,${text}`;
const CONSTRAINTS: readonly Form[] = [
  ["permitted", {}, below(CONSTRAINT("permitted;DNS:forged.test"))],
  ["permitted-with-dot", {}, below(CONSTRAINT("permitted;DNS:.forged.test"))],
  ["permitted-elsewhere", INVALID, below(CONSTRAINT("permitted;DNS:other.test"))],
  ["permitted-beside", INVALID, below(CONSTRAINT("permitted;DNS:ged.test"))],
  ["excluded", INVALID, below(CONSTRAINT("excluded;DNS:forged.test"))],
  ["excluded-elsewhere", {}, below(CONSTRAINT("excluded;DNS:other.test"))],
  ["permitted-addresses", {}, below(CONSTRAINT("permitted;IP:10.0.0.0/255.0.0.0"))],
  ["path-length-0", {}, below(CA.replace("CA:TRUE", "CA:TRUE,pathlen:0"))],
  [
    "path-too-long",
    INVALID,
    (at) => {
      const upper = at.authority(CA.replace("CA:TRUE", "CA:TRUE,pathlen:0"));
      const lower = at.authority(CA, { subject: "Forged Lower", issuer: upper });
      return { certificates: [at.leaf("", { issuer: lower }), lower, upper] };
    },
  ],
  [
    "issued-by-a-server",
    { ...INVALID, "cert-chain": "extra" },
    (at) => {
      const server = at.leaf("", { subject: "Some Server" });
      return { certificates: [at.leaf("", { issuer: server }), server, at.intermediate] };
    },
  ],
  [
    "issuer-may-not-sign",
    { ...INVALID, "cert-chain": "extra" },
    below("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,cRLSign"),
  ],
  [
    "authority-as-server",
    {},
    leaf("basicConstraints=CA:TRUE\nkeyUsage=digitalSignature,keyCertSign"),
  ],
];

/** The root's own key, certified by an older root that nobody has any more. */
async function cross(at: Maker, more: Partial<ForgeOptions>): Promise<Sent> {
  const older = await issueSelfSigned({ name: "Older Root", isAuthority: true, key: "rsa2048" });
  const subject = "Fixture Root";
  const crossed = at.authority(CA, { subject, issuer: older, keyOf: at.root, ...more });
  return { certificates: [at.leaf(), at.intermediate, crossed] };
}

const PATHS: readonly Form[] = [
  ["cross-sign", {}, (at) => cross(at, {})],
  ["cross-sign-expired", {}, (at) => cross(at, { days: -1 })],
  // Clients end at the root that they have; the signature beyond is of no use and no harm.
  ["cross-sign-sha1", {}, (at) => cross(at, { signing: ["-sha1"] })],
  ["cross-sign-md5", {}, (at) => cross(at, { signing: ["-md5"] })],
  ["root-too", {}, (at) => ({ certificates: [at.leaf(), at.intermediate, at.root] })],
  [
    "expired-root-too",
    {},
    (at) => {
      const old = at.authority(CA, { subject: "Fixture Root", keyOf: at.root, days: -1 });
      return { certificates: [at.leaf(), at.intermediate, old] };
    },
  ],
  [
    "issuer-renewed-beside-the-old",
    { "cert-chain": "extra" },
    (at) => {
      const fresh = at.authority();
      const old = at.authority(CA, { keyOf: fresh, days: -1 });
      return { certificates: [at.leaf("", { issuer: fresh }), old, fresh] };
    },
  ],
  [
    "twice-the-same",
    { "cert-chain": "misordered" },
    (at) => {
      const own = at.leaf();
      return { certificates: [own, own, at.intermediate] };
    },
  ],
  [
    "issuer-of-another-generation",
    { "cert-trust": "unknown-root", "cert-chain": "incomplete" },
    (at) => ({
      certificates: [
        at.leaf("", { issuer: at.authority() }),
        at.authority(CA, { keyKind: RSA, subject: "Forged Intermediate G2" }),
      ],
    }),
  ],
  [
    "root-without-issuer",
    { "cert-trust": "unknown-root", "cert-chain": "incomplete" },
    (at) => ({ certificates: [at.leaf(), at.root] }),
  ],
  [
    "four-authorities",
    {},
    (at) => {
      const chain = [at.intermediate];
      for (const subject of ["Lower 1", "Lower 2", "Lower 3"])
        chain.unshift(at.authority(CA, { subject, issuer: chain[0] ?? at.root }));
      return {
        certificates: [at.leaf("", { issuer: chain[0] ?? at.root }), ...chain],
      };
    },
  ],
  [
    "impostor-of-the-root",
    { "cert-trust": "unknown-root" },
    async (at) => {
      const impostor = await issueSelfSigned({ name: "Fixture Root", isAuthority: true });
      const issuer = at.authority(CA, { issuer: impostor });
      return { certificates: [at.leaf("", { issuer }), issuer] };
    },
  ],
  [
    "the-root-itself",
    { "cert-name": "mismatch", "cert-chain": "not-applicable" as "complete" },
    (at) => ({ certificates: [at.root] }),
  ],
];

const NAMES: readonly Form[] = [
  ["name-in-capitals", {}, named("DNS:NAME-IN-CAPITALS.FORGED.TEST")],
  ["xn--bcher-kva", {}, named("DNS:xn--bcher-kva.forged.test")],
  ["xn--wgv71a", {}, named("DNS:*.forged.test")],
  ["one-of-many", {}, (at) => at.sent(`subjectAltName=${manyNames(at.host)}`)],
  ["two-wildcards", MISNAMED, named("DNS:*.*.test")],
  ["wildcard-of-all", MISNAMED, named("DNS:*")],
  ["wildcard-too-high", MISNAMED, named("DNS:*.test")],
  ["wildcard-of-its-own", MISNAMED, (at) => at.sent(`subjectAltName=DNS:*.${at.host}`)],
  ["www-alone", MISNAMED, (at) => at.sent(`subjectAltName=DNS:www.${at.host}`)],
  ["address-alone", MISNAMED, named("IP:127.0.0.1")],
  ["mail-alone", MISNAMED, named("email:admin@forged.test")],
  ["site-as-uri", MISNAMED, (at) => at.sent(`subjectAltName=URI:https://${at.host}/`)],
  ["end-of-a-label", MISNAMED, named("DNS:of-a-label.forged.test")],
  ["wildcard-inside", MISNAMED, named("DNS:wild*inside.forged.test")],
  ["neighbour", MISNAMED, named("DNS:neighbour.forged.test.other.test")],
];

const manyNames = (host: string) =>
  [...Array.from({ length: 120 }, (_, at) => `DNS:n${at}.shop.test`), `DNS:${host}`].join(",");

const DATES: readonly Form[] = [
  ["six-days-two-thirds", {}, dated(-3.9, 2.1)],
  ["six-days-below-a-third", ENDING, dated(-4.1, 1.9)],
  ["ten-days-two-left", ENDING, dated(-8, 2)],
  ["47-days-16-left", {}, dated(-31, 16)],
  ["47-days-12-left", ENDING, dated(-35, 12)],
  ["90-days-31-left", {}, dated(-59, 31)],
  ["90-days-29-left", SOON, dated(-61, 29)],
  ["90-days-13-left", ENDING, dated(-77, 13)],
  ["100-days-35-left", {}, dated(-65, 35)],
  ["200-days-40-left", {}, dated(-160, 40)],
  ["398-days-15-left", SOON, dated(-383, 15)],
  ["a-day-old-hour-left", ENDING, dated(-1, 0.04)],
  ["over-for-an-hour", { "cert-expiry": "expired", "cert-trust": "dated" }, dated(-60, -0.04)],
  ["in-an-hour", { "cert-expiry": "not-yet-valid", "cert-trust": "dated" }, dated(0.04, 60)],
  ["until-2060", {}, dated(-1, 12_000)],
];

const FORMS = [...KEYS, ...SIGNATURES, ...PURPOSES, ...CONSTRAINTS, ...PATHS, ...NAMES, ...DATES];

const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;

describe.skipIf(!hasOpenssl)("a certificate", () => {
  let world: World;
  beforeAll(async () => {
    const { root, intermediate } = await fixtureAuthority();
    const forger = new Forger();
    const fixtures = FORMS.map(([name, , make]): Fixture => {
      const host = `${name}.forged.test`;
      return {
        ...{ name, host, service: "tcp", port: 443, facts: {}, problems: [] },
        start: async (listen) => {
          const { certificates } = await make(new Maker(forger, root, intermediate, host));
          const cert = certificates.map(({ certificate }) => certificate).join("");
          const tls = { cert, key: certificates[0]?.key ?? "", ciphers: `DEFAULT:${LEVEL_0}` };
          return startTlsServer(host, { tls }, listen);
        },
      };
    });
    world = await startFleet(fixtures, []);
  }, 60_000);
  afterAll(() => world.stop());

  it.each(FORMS)("%s: %o", async (name, verdict) => {
    const findings = await examineAll(world, CHECKS, `${name}.forged.test`);
    const seen = Object.fromEntries(findings.map(({ check, outcome }) => [check, outcome]));
    expect(seen).toEqual({ ...SOUND, ...verdict });
  });
});
