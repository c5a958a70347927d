import { type Answer, encode, type RrsigAnswer } from "dns-packet";

const HEADER = 12;
/** Type, class, TTL and length between a record's name and its data. */
const FIXED = 10;

type Record = Exclude<Answer, { type: "OPT" }>;

/**
 * The bytes an RRSIG signs: its own data without the signature, then the record set in canonical form
 * and order, each with the original TTL (RFC 4034 §3.1.8.1, §6).
 */
export function signedBytes(signature: RrsigAnswer, set: readonly Record[]): Buffer {
  const { data } = signature;
  const head = dataOf({
    ...signature,
    data: { ...data, signersName: data.signersName.toLowerCase(), signature: Buffer.alloc(0) },
  });
  const owner = ownerOf(set[0]?.name ?? "", data.labels);
  const records = set.map((record) => canonical(record, owner, data.originalTTL));
  const sorted = records.toSorted((a, b) => Buffer.compare(dataOf(a), dataOf(b)));
  return Buffer.concat([head, ...sorted.map(bytesOf)]);
}

/** A record's data as it stands on the wire, without compression. */
export function dataOf(record: Record): Buffer {
  return bytesOf(record).subarray(nameBytes(record.name).length + FIXED);
}

/** A name as length-prefixed labels, in lower case. */
export function nameBytes(name: string): Buffer {
  const labels = name
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "");
  const parts = labels.map((label) => Buffer.from([label.length, ...Buffer.from(label, "latin1")]));
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function bytesOf(record: Record): Buffer {
  return encode({ type: "response", answers: [record] }).subarray(HEADER);
}

/** An answer made from a wildcard is signed under the wildcard's name. */
function ownerOf(name: string, labels: number): string {
  const own = name
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "");
  return own.length > labels ? ["*", ...own.slice(own.length - labels)].join(".") : own.join(".");
}

function canonical(record: Record, name: string, ttl: number): Record {
  const head = { name, ttl };
  // Names inside the data, where RFC 4034 §6.2 and RFC 6840 §5.1 want them in lower case.
  switch (record.type) {
    case "SOA": {
      const { mname, rname } = record.data;
      const data = { ...record.data, mname: mname.toLowerCase(), rname: rname.toLowerCase() };
      return { ...record, ...head, data };
    }
    case "MX": {
      const data = { ...record.data, exchange: record.data.exchange.toLowerCase() };
      return { ...record, ...head, data };
    }
    case "NS":
    case "CNAME":
    case "PTR":
    case "DNAME":
      return { ...record, ...head, data: record.data.toLowerCase() };
    case "SRV": {
      const data = { ...record.data, target: record.data.target.toLowerCase() };
      return { ...record, ...head, data };
    }
    default:
      return { ...record, ...head };
  }
}
