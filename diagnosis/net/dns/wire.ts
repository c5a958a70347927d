import { randomInt } from "node:crypto";
import {
  type Answer,
  AUTHENTIC_DATA,
  CHECKING_DISABLED,
  type DecodedPacket,
  DNSSEC_OK,
  decode,
  encode,
  RECURSION_DESIRED,
  type RecordType,
} from "dns-packet";
import type { DnsAnswer, DnsQueryOptions, DnsTransfer } from "../clients.ts";
import { NetError } from "../net-error.ts";

/** A question as bytes, with what its answer must repeat. */
export interface WireQuestion {
  readonly id: number;
  readonly name: string;
  readonly type: RecordType;
  readonly bytes: Buffer;
}

/** EDNS payload size that avoids fragments (DNS Flag Day 2020). */
const UDP_PAYLOAD = 1_232;

/** Encodes a question with a random id. Throws `refused` for a name that DNS cannot carry. */
export function encodeQuestion(
  name: string,
  type: RecordType,
  options: DnsQueryOptions,
  { edns = true }: { readonly edns?: boolean } = {},
): WireQuestion {
  if (name.length > 253 || name.split(".").some((label) => label.length > 63))
    throw new NetError("refused", "not a DNS name");
  const id = randomInt(65_536);
  const recursion = options.recursion ?? options.server === undefined;
  const flags =
    (recursion ? RECURSION_DESIRED : 0) |
    (options.checkingDisabled ? CHECKING_DISABLED : 0) |
    // Asks a validating resolver to tell what it validated (RFC 6840 §5.7).
    (options.server === undefined ? AUTHENTIC_DATA : 0);
  const bytes = encode({
    type: "query",
    id,
    flags,
    questions: [{ name, type }],
    ...(type === "AXFR" || !edns
      ? {}
      : {
          additionals: [
            {
              type: "OPT",
              name: ".",
              udpPayloadSize: UDP_PAYLOAD,
              extendedRcode: 0,
              ednsVersion: 0,
              flags: options.dnssec ? DNSSEC_OK : 0,
              flag_do: options.dnssec ?? false,
              options: [],
            },
          ],
        }),
  });
  return { id, name, type, bytes };
}

/** True when a message has the question's id; worth a look before it is decoded. */
export function mayAnswer({ id }: WireQuestion, bytes: Uint8Array): boolean {
  return bytes[0] === id >> 8 && bytes[1] === (id & 0xff);
}

/** Decodes a message; null when it does not answer this question. Throws `malformed`. */
export function decodeAnswer(question: WireQuestion, bytes: Uint8Array): DecodedPacket | null {
  let packet: DecodedPacket;
  try {
    packet = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    throw new NetError("malformed", "DNS message", { cause: error });
  }
  const asked = packet.questions?.[0];
  const same =
    packet.type === "response" &&
    packet.id === question.id &&
    (asked === undefined ||
      (asked.name.toLowerCase() === question.name.toLowerCase() && asked.type === question.type));
  return same ? packet : null;
}

/** The answer in the engine's own words. */
export function toAnswer(packet: DecodedPacket, type: RecordType): DnsAnswer {
  const rcode = String("rcode" in packet ? packet.rcode : "NOERROR");
  const answers = distinct(packet.answers ?? []);
  return {
    status: statusOf(
      rcode,
      answers.some((record) => record.type === type),
    ),
    rcode,
    authoritative: packet.flag_aa,
    recursionAvailable: packet.flag_ra,
    authenticated: packet.flag_ad,
    answers,
    authorities: packet.authorities ?? [],
    additionals: packet.additionals ?? [],
  };
}

/** A record set holds each record once, however often a server writes it (RFC 2181 §5). */
function distinct(answers: readonly Answer[]): readonly Answer[] {
  if (answers.length < 2) return answers;
  const seen = new Set<string>();
  return answers.filter((record) => {
    if (record.type === "OPT") return true;
    const key = `${record.name.toLowerCase()} ${record.type} ${JSON.stringify(record.data)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function statusOf(rcode: string, found: boolean): DnsAnswer["status"] {
  if (rcode === "NOERROR") return found ? "ok" : "nodata";
  if (rcode === "NXDOMAIN") return "nxdomain";
  if (rcode === "SERVFAIL") return "servfail";
  return rcode === "REFUSED" ? "refused" : "other";
}

/**
 * Reads the start of a zone transfer: complete at the first record, so no more of a foreign zone
 * is taken than the proof needs. null when more bytes must come.
 */
export function readTransferStart(stream: Uint8Array): DnsTransfer | null {
  if (stream.length < 14) return null;
  const view = Buffer.from(stream);
  const length = view.readUInt16BE(0);
  const message = Buffer.from(view.subarray(2, 2 + length));
  if (message.length < 12) return null;
  // Pretend that the message ends after its first record.
  message.writeUInt16BE(Math.min(1, message.readUInt16BE(6)), 6);
  message.writeUInt32BE(0, 8);
  try {
    const packet = decode(message);
    const rcode = String("rcode" in packet ? packet.rcode : "NOERROR");
    const first = packet.answers?.[0] ?? null;
    return { open: rcode === "NOERROR" && first?.type === "SOA", rcode, first };
  } catch (error) {
    if (view.length < 2 + length) return null;
    throw new NetError("malformed", "DNS transfer", { cause: error });
  }
}
