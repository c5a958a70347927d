import { createHash } from "node:crypto";
import type { RawTlsAnswer, RawVersion } from "../clients.ts";
import { NetError } from "../net-error.ts";
import { ByteReader } from "./byte-reader.ts";
import { cipherSuite } from "./cipher-suites.ts";

const WIRE_VERSIONS: Readonly<Record<number, RawVersion>> = {
  768: "ssl3",
  769: "tls1.0",
  770: "tls1.1",
  771: "tls1.2",
  772: "tls1.3",
};

/** The random of a hello-retry request (RFC 8446 §4.1.3). */
const RETRY_RANDOM = createHash("sha256").update("HelloRetryRequest").digest();

const RECORD = { alert: 21, handshake: 22 } as const;
/** ChangeCipherSpec, alert, handshake, application data. */
const KNOWN_RECORDS: ReadonlySet<number> = new Set([20, 21, 22, 23]);
const HANDSHAKE = { serverHello: 2, certificate: 11, keyExchange: 12, done: 14 } as const;
const EXTENSION = { supportedVersions: 43, keyShare: 51 } as const;
const MAX_CERTIFICATES = 30;
const MAX_RECORDS = 64;

interface Hello {
  version: RawVersion;
  cipher: number;
  compression: number;
  extensions: number[];
  group: number | null;
  dhBits: number | null;
  certificates: Uint8Array[];
}

/**
 * Reads a server's first flight from the bytes received so far: the answer when it is complete
 * (ServerHelloDone, a TLS 1.3 hello or retry, an alert), null when more must come. Throws
 * `malformed` for anything that is not TLS.
 */
export function readFlight(received: Uint8Array): RawTlsAnswer | null {
  const records = new ByteReader(received);
  const handshake: Buffer[] = [];
  let count = 0;
  while (records.left >= 5) {
    const type = records.number(1);
    const major = records.number(1);
    records.number(1);
    const length = records.number(2);
    if (major !== 3 || !KNOWN_RECORDS.has(type) || length > 18_432)
      throw new NetError("malformed", "not a TLS record");
    // A TLS 1.3 server goes on with ChangeCipherSpec and encrypted records: the hello is whole.
    if (type > RECORD.handshake || type < RECORD.alert) break;
    if (records.left < length) break;
    count += 1;
    // Empty fragments are forbidden (RFC 8446 §5.1); nobody sends so many small ones.
    if (length === 0 || count > MAX_RECORDS)
      throw new NetError("malformed", "too many TLS records");
    const body = records.bytes(length);
    if (type === RECORD.handshake) handshake.push(body);
    else {
      const complete = readHandshake(Buffer.concat(handshake));
      // Some servers send a hello and give up during their own flight: the hello still counts.
      if (complete.hello) return { kind: "hello", ...complete.hello };
      const alert = new ByteReader(body);
      const [level, description] = [alert.number(1), alert.number(1)];
      // A warning such as unrecognized_name (112) comes before the hello.
      if (level === 2 || description === 0) return { kind: "alert", level, description };
    }
  }
  const { hello, done } = readHandshake(Buffer.concat(handshake));
  return hello && done ? { kind: "hello", ...hello } : null;
}

/** The last word when the server closed: a hello without the rest of its flight still counts. */
export function readCutFlight(received: Uint8Array): RawTlsAnswer {
  const whole = received.length === 0 ? null : readFlight(received);
  if (whole) return whole;
  const records = new ByteReader(received);
  const handshake: Buffer[] = [];
  while (records.left >= 5) {
    const type = records.number(1);
    records.number(2);
    const body = records.bytes(Math.min(records.number(2), records.left));
    if (type === RECORD.handshake) handshake.push(body);
  }
  const { hello } = readHandshake(Buffer.concat(handshake));
  return hello ? { kind: "hello", ...hello } : { kind: "closed" };
}

function readHandshake(bytes: Buffer): { hello: Hello | null; done: boolean } {
  const messages = new ByteReader(bytes);
  let hello: Hello | null = null;
  while (messages.left >= 4) {
    const type = messages.number(1);
    const length = messages.number(3);
    if (length > 131_072) throw new NetError("too-large", "TLS handshake message");
    if (messages.left < length) break;
    const body = new ByteReader(messages.bytes(length));
    if (hello === null) {
      if (type !== HANDSHAKE.serverHello) throw new NetError("malformed", "no ServerHello");
      hello = readHello(body);
      if (hello.version === "tls1.3") return { hello, done: true };
    } else if (type === HANDSHAKE.certificate) readCertificates(body, hello);
    else if (type === HANDSHAKE.keyExchange) readKeyExchange(body, hello);
    else if (type === HANDSHAKE.done) return { hello, done: true };
  }
  return { hello, done: false };
}

function readHello(body: ByteReader): Hello {
  const legacy = WIRE_VERSIONS[body.number(2)];
  if (legacy === undefined) throw new NetError("malformed", "unknown TLS version");
  const retry = body.bytes(32).equals(RETRY_RANDOM);
  body.vector(1);
  const hello: Hello = {
    version: legacy,
    cipher: body.number(2),
    compression: body.number(1),
    extensions: [],
    group: null,
    dhBits: null,
    certificates: [],
  };
  if (body.left === 0) return hello;
  const extensions = new ByteReader(body.vector(2));
  while (extensions.left > 0) {
    const id = extensions.number(2);
    const value = new ByteReader(extensions.vector(2));
    hello.extensions.push(id);
    if (id === EXTENSION.supportedVersions)
      hello.version = WIRE_VERSIONS[value.number(2)] ?? hello.version;
    if (id === EXTENSION.keyShare && (retry || value.left >= 2)) hello.group = value.number(2);
  }
  return hello;
}

function readCertificates(body: ByteReader, hello: Hello) {
  const list = new ByteReader(body.vector(3));
  while (list.left > 0 && hello.certificates.length < MAX_CERTIFICATES)
    hello.certificates.push(list.vector(3));
}

/** RFC 5246 §7.4.3 and RFC 8422 §5.4. */
function readKeyExchange(body: ByteReader, hello: Hello) {
  const exchange = cipherSuite(hello.cipher)?.keyExchange;
  if (exchange === "ECDHE" || exchange === "anon-ECDH") {
    if (body.number(1) === 3) hello.group = body.number(2);
  } else if (exchange === "DHE" || exchange === "anon-DH") {
    const prime = body.vector(2);
    const first = prime.findIndex((byte) => byte !== 0);
    const lead = prime[first];
    if (lead !== undefined) hello.dhBits = (prime.length - first - 1) * 8 + (32 - Math.clz32(lead));
  }
}
