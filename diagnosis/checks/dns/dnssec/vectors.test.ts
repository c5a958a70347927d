import type { DnskeyAnswer, DSAnswer, RrsigAnswer } from "dns-packet";
import { describe, expect, it } from "vitest";
import { rr, type ZoneRecord } from "../../../fixtures/dns/zone.ts";
import { signedBytes } from "./canonical.ts";
import { keyTag, matchesDs, verifies } from "./zone-key.ts";

/*
 * The examples that the algorithms' own specifications print, so that a mistake shared by our signer and
 * our validator cannot pass.
 */
const VECTORS = [
  {
    source: "RFC 6605 §6.1, ECDSA P-256",
    algorithm: 13,
    zone: "example.net",
    key: "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==",
    ds: {
      tag: 55_648,
      type: 2,
      digest: "b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17",
    },
    record: rr("www.example.net", "A", "192.0.2.1"),
    inception: "2010-08-12T10:04:39Z",
    expiration: "2010-09-09T10:04:39Z",
    signature:
      "qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==",
  },
  {
    source: "RFC 6605 §6.2, ECDSA P-384",
    algorithm: 14,
    zone: "example.net",
    key: "xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40",
    ds: {
      tag: 10_771,
      type: 4,
      digest:
        "72d7b62976ce06438e9c0bf319013cf801f09ecc84b8d7e9495f27e305c6a9b0563a9b5f4d288405c3008a946df983d6",
    },
    record: rr("www.example.net", "A", "192.0.2.1"),
    inception: "2010-08-12T10:20:25Z",
    expiration: "2010-09-09T10:20:25Z",
    signature:
      "/L5hDKIvGDyI1fcARX3z65qrmPsVz73QD1Mr5CEqOiLP95hxQouuroGCeZOvzFaxsT8Glr74hbavRKayJNuydCuzWTSSPdz7wnqXL5bdcJzusdnI0RSMROxxwGipWcJm",
  },
  {
    source: "RFC 8080 §6.1, Ed25519",
    algorithm: 15,
    zone: "example.com",
    key: "l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=",
    ds: {
      tag: 3613,
      type: 2,
      digest: "3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b",
    },
    record: rr("example.com", "MX", { preference: 10, exchange: "mail.example.com" }),
    inception: "2015-07-29T22:00:00Z",
    expiration: "2015-08-19T22:00:00Z",
    signature:
      "oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==",
  },
] as const;

const seconds = (text: string) => Date.parse(text) / 1000;

describe.each(VECTORS)("$source", (vector) => {
  const { algorithm, zone, ds } = vector;
  const key: DnskeyAnswer = {
    name: zone,
    type: "DNSKEY",
    data: { flags: 257, algorithm, key: Buffer.from(vector.key, "base64") },
  };
  const parent: DSAnswer = {
    name: zone,
    type: "DS",
    data: { keyTag: ds.tag, algorithm, digestType: ds.type, digest: Buffer.from(ds.digest, "hex") },
  };
  const record: ZoneRecord = { ...vector.record, ttl: 17 };
  const signature: RrsigAnswer = {
    name: record.name,
    type: "RRSIG",
    data: {
      typeCovered: record.type,
      algorithm,
      labels: record.name.split(".").length,
      originalTTL: 3600,
      expiration: seconds(vector.expiration),
      inception: seconds(vector.inception),
      keyTag: ds.tag,
      signersName: zone,
      signature: Buffer.from(vector.signature, "base64"),
    },
  };

  it("has the printed key tag and digest", () => {
    expect(keyTag(key)).toBe(ds.tag);
    expect(matchesDs(key, parent)).toBe(true);
  });
  it("verifies, whatever the TTL and the case of the name", () => {
    const shouted = { ...record, name: record.name.toUpperCase() };
    expect(verifies(key, signedBytes(signature, [shouted]), signature.data.signature)).toBe(true);
  });
  it("does not verify for other data", () => {
    const other = rr(record.name, "A", "192.0.2.99");
    expect(verifies(key, signedBytes(signature, [other]), signature.data.signature)).toBe(false);
  });
});
