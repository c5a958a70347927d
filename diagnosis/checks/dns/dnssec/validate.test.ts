import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Answer, DnskeyAnswer, RrsigAnswer } from "dns-packet";
import { describe, expect, it } from "vitest";
import { dataOf, nameBytes, signedBytes } from "./canonical.ts";
import { validateZone } from "./validate.ts";
import { keyTag } from "./zone-key.ts";

const ZONE = "a.test";
const NOW = Date.parse("2026-11-21T00:00:00Z");
const DAY = 86_400;

/** One key of each kind, with the hash its algorithm signs with. */
const KINDS = [
  { algorithm: 8, hash: "sha256", make: () => generateKeyPairSync("rsa", { modulusLength: 1024 }) },
  {
    algorithm: 10,
    hash: "sha512",
    make: () => generateKeyPairSync("rsa", { modulusLength: 1024 }),
  },
  { algorithm: 13, hash: "sha256", make: () => generateKeyPairSync("ec", { namedCurve: "P-256" }) },
  { algorithm: 14, hash: "sha384", make: () => generateKeyPairSync("ec", { namedCurve: "P-384" }) },
  { algorithm: 15, hash: null, make: () => generateKeyPairSync("ed25519") },
  { algorithm: 16, hash: null, make: () => generateKeyPairSync("ed448") },
];
type Kind = (typeof KINDS)[number];

function bytesOf(publicKey: KeyObject): Buffer {
  const { kty, n = "", e = "", x = "", y = "" } = publicKey.export({ format: "jwk" });
  const raw = (text: string) => Buffer.from(text, "base64url");
  if (kty === "RSA") return Buffer.concat([Buffer.from([raw(e).length]), raw(e), raw(n)]);
  return Buffer.concat([raw(x), raw(y)]);
}

/** A zone with one key that signs everything, valid from `from` to `to` days from now. */
function zone(kind: Kind, { from = -1, to = 5, flags = 257 } = {}) {
  const { publicKey, privateKey } = kind.make();
  const { algorithm, hash } = kind;
  const key: DnskeyAnswer = {
    name: ZONE,
    type: "DNSKEY",
    ttl: 300,
    data: { flags, algorithm, key: bytesOf(publicKey) },
  };
  const digest = createHash("sha256").update(nameBytes(ZONE)).update(dataOf(key)).digest();
  const ds: Answer = {
    name: ZONE,
    type: "DS",
    data: { keyTag: keyTag(key), algorithm, digestType: 2, digest },
  };
  const soa: Answer = {
    name: ZONE,
    type: "SOA",
    ttl: 300,
    data: { mname: `ns.${ZONE}`, rname: `h.${ZONE}` },
  };
  const signed = (set: Exclude<Answer, { type: "OPT" }>): RrsigAnswer => {
    const data = {
      typeCovered: set.type,
      algorithm,
      labels: 2,
      originalTTL: 300,
      expiration: NOW / 1000 + to * DAY,
      inception: NOW / 1000 + from * DAY,
      keyTag: keyTag(key),
      signersName: ZONE,
      signature: Buffer.alloc(0),
    };
    const empty: RrsigAnswer = { name: ZONE, type: "RRSIG", ttl: 300, data };
    const signature = sign(hash, signedBytes(empty, [set]), {
      key: privateKey,
      dsaEncoding: "ieee-p1363",
    });
    return { ...empty, data: { ...data, signature } };
  };
  return { ds: [ds], dnskey: [key, signed(key)], soa: [soa, signed(soa)] };
}

const [, , p256] = KINDS;

describe("a zone's link of the chain", () => {
  it.each(KINDS)("is secure with algorithm $algorithm", (kind) => {
    const validUntil = NOW / 1000 + 5 * DAY;
    const expected = { kind: "secure", algorithm: kind.algorithm, validUntil };
    expect(validateZone(ZONE, zone(kind), NOW)).toMatchObject({ ...expected, weak: false });
  });
  it("is not when the signature is of the future or the past", () => {
    if (p256 === undefined) throw new Error("no P-256");
    const judged = (from: number, to: number) => validateZone(ZONE, zone(p256, { from, to }), NOW);
    expect(judged(1, 5)).toEqual({ kind: "signature", state: "not-yet-valid" });
    expect(judged(-5, -1)).toEqual({ kind: "signature", state: "expired" });
  });
  it("does not rest on a revoked key or on one that is no zone key", () => {
    if (p256 === undefined) throw new Error("no P-256");
    for (const flags of [257 | 128, 1]) {
      expect(validateZone(ZONE, zone(p256, { flags }), NOW)).toEqual({ kind: "ds-mismatch" });
    }
  });
  it("does not accept another zone's signature", () => {
    if (p256 === undefined) throw new Error("no P-256");
    expect(validateZone("b.test", zone(p256), NOW)).toEqual({
      kind: "signature",
      state: "missing",
    });
  });
  it("survives keys and signatures made of noise", () => {
    if (p256 === undefined) throw new Error("no P-256");
    const { ds, dnskey, soa } = zone(p256);
    const junk: DnskeyAnswer = {
      name: ZONE,
      type: "DNSKEY",
      data: { flags: 257, algorithm: 8, key: Buffer.from([0, 0]) },
    };
    expect(validateZone(ZONE, { ds, dnskey: [junk, ...dnskey], soa }, NOW)).toEqual({
      kind: "signature",
      state: "invalid",
    });
  });
});
