import type { Answer, DnskeyAnswer, DSAnswer, RecordType } from "dns-packet";
import { signedBytes } from "./canonical.ts";
import {
  isSupportedAlgorithm,
  isSupportedDigest,
  keyTag,
  matchesDs,
  verifies,
} from "./zone-key.ts";

/** Colliding keys times signatures cost CPU on purpose (KeyTrap, CVE-2023-50387): both are bounded. */
const MAX_KEYS = 16;
const MAX_SIGNATURES = 8;

/** What is wrong with a link of the chain; `valid` when nothing is. */
export type SignatureState = "valid" | "missing" | "expired" | "not-yet-valid" | "invalid";

/** How the zone's own link of the chain of trust stands. */
export type ZoneState =
  /** No DS at the parent; `keys` tells whether the zone is signed all the same. */
  | { readonly kind: "unsigned"; readonly keys: boolean }
  /** Only algorithms or digests that nobody checks: to be treated as unsigned (RFC 4035 §5.2). */
  | { readonly kind: "unsupported" }
  /** The DS names no key that the zone publishes. */
  | { readonly kind: "ds-mismatch" }
  | { readonly kind: "signature"; readonly state: Exclude<SignatureState, "valid"> }
  | {
      readonly kind: "secure";
      readonly algorithm: number;
      readonly validUntil: number;
      /** What is left of the signature that ends first, of the whole of its time (0 to 1). */
      readonly share: number;
      /** The keys that sign the zone's data. */
      readonly keys: readonly DnskeyAnswer[];
      /** Only by digests or algorithms that rest on SHA-1 (RFC 9905). */
      readonly weak: boolean;
    };

/** The three record sets that decide, each with its signatures. */
export interface ZoneRecords {
  readonly ds: readonly Answer[];
  readonly dnskey: readonly Answer[];
  readonly soa: readonly Answer[];
}

/**
 * Judges the link from the parent's DS over the zone's keys to its data (RFC 4035 §5.2, §5.3). `now` in
 * milliseconds; `validUntil` in seconds since the epoch, the earliest end of the signatures used.
 */
export function validateZone(zone: string, records: ZoneRecords, now: number): ZoneState {
  const ds = records.ds.filter((record) => record.type === "DS");
  const keys = records.dnskey
    .filter((record) => record.type === "DNSKEY")
    .filter(isZoneKey)
    .slice(0, MAX_KEYS);
  if (ds.length === 0) return { kind: "unsigned", keys: keys.length > 0 };
  const usable = ds.filter(isSupported);
  if (usable.length === 0) return { kind: "unsupported" };
  const anchors = keys.filter((key) => usable.some((one) => matchesDs(key, one)));
  if (anchors.length === 0) return { kind: "ds-mismatch" };
  const keyLink = verifySet(zone, records.dnskey, "DNSKEY", anchors, now);
  if (keyLink.state !== "valid") return { kind: "signature", state: keyLink.state };
  const dataLink = verifySet(zone, records.soa, "SOA", keys, now);
  if (dataLink.state !== "valid") return { kind: "signature", state: dataLink.state };
  const first = keyLink.until < dataLink.until ? keyLink : dataLink;
  const algorithm = anchors[0]?.data.algorithm ?? 0;
  const weak =
    usable.every(({ data }) => data.digestType === 1) || algorithm === 5 || algorithm === 7;
  return { kind: "secure", algorithm, validUntil: first.until, share: first.share, keys, weak };
}

function isSupported({ data }: DSAnswer): boolean {
  return isSupportedAlgorithm(data.algorithm) && isSupportedDigest(data.digestType);
}

/** Zone Key bit set (RFC 4034 §2.1.1), not revoked (RFC 5011 §2.1). */
function isZoneKey({ data: { flags } }: DnskeyAnswer): boolean {
  return (flags & 0x0100) !== 0 && (flags & 0x0080) === 0;
}

/** How a record set's signature stands; `until` in seconds since the epoch, `share` of its time left. */
export interface Link {
  readonly state: SignatureState;
  readonly until: number;
  readonly share: number;
}

/**
 * Verifies the one record set of a type among the answers. One good signature is enough; otherwise the
 * best reason among the bad ones. `now` in milliseconds.
 */
export function verifySet(
  zone: string,
  answers: readonly Answer[],
  type: RecordType,
  keys: readonly DnskeyAnswer[],
  now: number,
): Link {
  const signatures = answers
    .filter((record) => record.type === "RRSIG")
    .filter((record) => record.data.typeCovered === type)
    .slice(0, MAX_SIGNATURES);
  const covered = answers.filter(
    (record): record is Exclude<Answer, { type: "OPT" }> => record.type === type,
  );
  const seen: Link[] = [];
  for (const signature of signatures) {
    const { data } = signature;
    if (data.signersName.toLowerCase().replace(/\.$/, "") !== zone) continue;
    for (const key of keys) {
      if (keyTag(key) !== data.keyTag || key.data.algorithm !== data.algorithm) continue;
      const good = verifies(key, signedBytes(signature, covered), data.signature);
      const state = good ? period(data.inception, data.expiration, now) : "invalid";
      const left = (data.expiration - now / 1000) / (data.expiration - data.inception);
      const link = { state, until: data.expiration, share: left };
      if (state === "valid") return link;
      seen.push(link);
    }
  }
  // A genuine signature out of its time says more than a broken one.
  const missing: Link = { state: "missing", until: 0, share: 0 };
  return seen.find((link) => link.state !== "invalid") ?? seen[0] ?? missing;
}

/** Serial number arithmetic makes 32 bits of seconds last beyond 2106 (RFC 4034 §3.1.5). */
function period(inception: number, expiration: number, now: number): SignatureState {
  const seconds = Math.floor(now / 1000);
  if (((expiration - seconds) | 0) < 0) return "expired";
  return ((seconds - inception) | 0) < 0 ? "not-yet-valid" : "valid";
}
