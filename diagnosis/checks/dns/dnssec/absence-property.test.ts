import { createHash } from "node:crypto";
import type { Answer, DnskeyAnswer } from "dns-packet";
import { describe, expect, it } from "vitest";
import { dnskeyRecord, makeZoneKey, signSet } from "../../../fixtures/dns/sign.ts";
import { canonically } from "../../../fixtures/dns/signed-zone.ts";
import { rr, type ZoneRecord } from "../../../fixtures/dns/zone.ts";
import { hashOf, proofOfAbsence } from "./absence.ts";

/*
 * Random zones, denied in every form that is in use: what is not there is proved to be absent, what is there
 * never is, and a proof that was tampered with proves nothing.
 */

const ZONE = "zone.test";
const NOW = Date.parse("2026-11-25T00:00:00Z");
const key = makeZoneKey(256);
const keys = [dnskeyRecord(ZONE, key)] as readonly DnskeyAnswer[];
const signedZone = { zone: ZONE, keys, now: NOW };
const NSEC3 = { algorithm: 1, iterations: 0, salt: Buffer.alloc(0) };

function signed(record: ZoneRecord): Answer[] {
  return [record, signSet([record], ZONE, key, NOW / 1000 + 86_400)];
}

/** The same numbers in every run (a linear congruential generator). */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_";

function randomNames(seed: number): readonly string[] {
  const next = numbers(seed);
  const label = () =>
    Array.from({ length: 1 + next(8) }, () => LETTERS[next(LETTERS.length)]).join("");
  const names = Array.from({ length: 1 + next(12) }, () => `${label()}.${ZONE}`);
  return [ZONE, ...new Set(names)].sort(canonically);
}

const TYPES = ["TXT", "RRSIG", "NSEC"] as const;
type Form = (present: readonly string[], asked: string) => Answer[];

/** NSEC over the sorted names (RFC 4034 §4). */
const chain: Form = (present, asked) => {
  const at = present.findLastIndex((name) => canonically(name, asked) <= 0);
  const owner = present[at] ?? ZONE;
  const nextDomain = present[(at + 1) % present.length] ?? ZONE;
  return signed(rr(owner, "NSEC", { nextDomain, rrtypes: [...TYPES] }));
};

/** An NSEC of the asked name's own (RFC 9824), with or without NXNAME as older servers give it. */
const compact =
  (marker: readonly string[]): Form =>
  (_present, asked) =>
    signed(
      rr(asked, "NSEC", {
        nextDomain: `\0.${asked}`,
        rrtypes: ["RRSIG", "NSEC", ...marker] as never,
      }),
    );

const ALPHABET = "0123456789abcdefghijklmnopqrstuv";
const base32 = (hash: Buffer) =>
  (
    [...hash]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("")
      .match(/.{5}/g) ?? []
  )
    .map((five) => ALPHABET[Number.parseInt(five, 2)])
    .join("");

/** NSEC3 over the hashes, with the opt-out flag or without it (RFC 5155 §6). */
const hashed =
  (flags: number, rounds = 0): Form =>
  (present, asked) => {
    const parameters = { ...NSEC3, iterations: rounds };
    const hashes = present.map((name) => hashOf(name, parameters)).sort(Buffer.compare);
    const wanted = hashOf(asked, parameters);
    const at = hashes.findLastIndex((hash) => Buffer.compare(hash, wanted) <= 0);
    const owner = hashes.at(at) ?? wanted;
    const nextDomain = hashes[(at + 1) % hashes.length] ?? wanted;
    const data = { ...parameters, flags, nextDomain, rrtypes: ["TXT" as const, "RRSIG" as const] };
    return signed(rr(`${base32(owner)}.${ZONE}`, "NSEC3", data));
  };

const FORMS: Readonly<Record<string, Form>> = {
  NSEC: chain,
  "compact denial": compact(["UNKNOWN_128"]),
  "an NSEC at the name": compact([]),
  "an NSEC at the name, with the old marker": compact(["UNKNOWN_65283"]),
  NSEC3: hashed(0),
  "NSEC3 with opt-out": hashed(1),
  "NSEC3 with rounds": hashed(0, 10),
};

const SEEDS = Array.from({ length: 25 }, (_, seed) => seed + 1);
const judge = (name: string, type: "A" | "TXT", proof: readonly Answer[]) =>
  proofOfAbsence(signedZone, { name, type }, proof).kind;

describe.each(Object.entries(FORMS))("%s", (_form, make) => {
  it.each(SEEDS)("proves what is not there (zone %i)", (seed) => {
    const present = randomNames(seed);
    const name = `absent-${createHash("sha1").update(String(seed)).digest("hex")}.${ZONE}`;
    const proof = make(present, name);
    expect(judge(name, "A", proof)).toBe("proved");
    // The same under another signature, or for the other half of the zone, proves nothing.
    const spoilt = proof.map((record) =>
      record.type === "RRSIG"
        ? { ...record, data: { ...record.data, signature: Buffer.alloc(64, 1) } }
        : record,
    );
    expect(judge(name, "A", spoilt)).toBe("unproved");
    expect(
      judge(
        name,
        "A",
        proof.filter(({ type }) => type !== "RRSIG"),
      ),
    ).toBe("unproved");
  });
});

describe.each(["NSEC", "NSEC3", "NSEC3 with opt-out", "NSEC3 with rounds"])("%s", (form) => {
  it.each(SEEDS)("never denies what is there (zone %i)", (seed) => {
    const present = randomNames(seed);
    for (const asked of present.slice(1))
      for (const other of present)
        expect(judge(asked, "TXT", FORMS[form]?.(present, other) ?? [])).toBe("unproved");
  });
});

it("says nothing of hashes and rounds that it does not know", () => {
  const proof = hashed(0)([ZONE], `x.${ZONE}`).map((record) =>
    record.type === "NSEC3" ? { ...record, data: { ...record.data, algorithm: 2 } } : record,
  );
  expect(judge(`x.${ZONE}`, "A", proof)).toBe("unknown");
  expect(judge(`x.${ZONE}`, "A", hashed(0, 501)([ZONE], `x.${ZONE}`))).toBe("unknown");
});

it("does not let a delegation's NSEC speak for what is below it", () => {
  const cut = rr(`sub.${ZONE}`, "NSEC", {
    nextDomain: `t.${ZONE}`,
    rrtypes: ["NS", "RRSIG", "NSEC"],
  });
  expect(judge(`www.sub.${ZONE}`, "A", signed(cut))).toBe("unproved");
});
