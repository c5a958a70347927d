import { generateKeyPairSync } from "node:crypto";
import type { Answer, DnskeyAnswer } from "dns-packet";
import { describe, expect, it } from "vitest";
import { dnskeyRecord, dsRecord, makeZoneKey } from "../../../fixtures/dns/sign.ts";
import { shortKeys, strayAnnouncements } from "./announced-keys.ts";
import { dataOf } from "./canonical.ts";

const ZONE = "zone.test";
const zoneKey = makeZoneKey(257);
const ours = dnskeyRecord(ZONE, zoneKey) as DnskeyAnswer;
const theirs = makeZoneKey(257);

function rsa(bits: number): DnskeyAnswer {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  const [modulus, exponent] = [n, e].map((part) => Buffer.from(part, "base64url"));
  const key = Buffer.concat([
    Buffer.from([exponent?.length ?? 0]),
    exponent ?? ours.data.key,
    modulus ?? ours.data.key,
  ]);
  return { ...ours, data: { flags: 256, algorithm: 8, key } };
}

describe("key lengths", () => {
  it.each([
    [512, "tiny"],
    [1024, "short"],
    [1536, "short"],
    [2048, "enough"],
  ] as const)("RSA of %i bits is %s", (bits, length) => {
    expect(shortKeys([ours, rsa(bits)])).toEqual({ bits, length });
  });
  it("says nothing of curves", () => {
    expect(shortKeys([ours])).toEqual({ bits: null, length: "enough" });
  });
});

const cds = (key: typeof zoneKey): Answer => {
  const ds = dsRecord(ZONE, key);
  if (ds.type !== "DS") throw new Error("no DS");
  return { name: ZONE, type: "CDS", data: dataOf(ds) } as never;
};
const cdnskey = (key: typeof zoneKey): Answer =>
  ({ name: ZONE, type: "CDNSKEY", data: dataOf(dnskeyRecord(ZONE, key)) }) as never;

describe("what a zone announces to its parent", () => {
  it("stands for one of its keys", () => {
    expect(strayAnnouncements([cds(zoneKey), cdnskey(zoneKey)], [ours])).toEqual([]);
  });
  it("is stray where it stands for none", () => {
    expect(strayAnnouncements([cds(theirs)], [ours])).toEqual([`CDS ${theirs.tag} 13`]);
    expect(strayAnnouncements([cdnskey(theirs)], [ours])).toEqual(["CDNSKEY 13"]);
  });
  it("may ask to take the DS away", () => {
    const remove = { name: ZONE, type: "CDS", data: Buffer.from([0, 0, 0, 0, 0]) } as never;
    const removeKey = { name: ZONE, type: "CDNSKEY", data: Buffer.from([0, 0, 3, 0, 0]) } as never;
    expect(strayAnnouncements([remove, removeKey], [ours])).toEqual([]);
  });
});
