import { randomBytes } from "node:crypto";
import type { RawHello, RawVersion } from "../clients.ts";

const VERSIONS: Readonly<Record<Exclude<RawVersion, "ssl2">, number>> = {
  ssl3: 0x0300,
  "tls1.0": 0x0301,
  "tls1.1": 0x0302,
  "tls1.2": 0x0303,
  // TLS 1.3 says 1.2 here and 1.3 in supported_versions (RFC 8446 §4.1.2).
  "tls1.3": 0x0303,
};

/** x25519, P-256, P-384, P-521, x448, ffdhe2048 to ffdhe4096. */
const DEFAULT_GROUPS = [0x001d, 0x0017, 0x0018, 0x0019, 0x001e, 0x0100, 0x0101, 0x0102];

/** Ed25519/448, ECDSA, RSA-PSS and RSA, down to SHA-1 so that old servers find something. */
const SIGNATURES = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401,
  0x0501, 0x0601, 0x0301, 0x0303, 0x0201, 0x0203, 0x0202,
];

const FALLBACK_SCSV = 0x5600;
const RENEGOTIATION_SCSV = 0x00ff;

/** Bytes of a ClientHello record (or an SSL 2 CLIENT-HELLO), ready to send. */
export function clientHello(hello: RawHello & { readonly servername: string }): Buffer {
  return hello.version === "ssl2" ? ssl2Hello(hello) : modernHello(hello, hello.version);
}

/** SSL 2 CLIENT-HELLO with a two-byte record header (draft-hickman-netscape-ssl). */
function ssl2Hello(hello: RawHello): Buffer {
  const kinds = Buffer.concat(hello.ciphers.map((kind) => number(kind, 3)));
  const challenge = randomBytes(16);
  const body = Buffer.concat([
    Buffer.from([1, 0, 2]),
    number(kinds.length, 2),
    number(0, 2),
    number(challenge.length, 2),
    kinds,
    challenge,
  ]);
  return Buffer.concat([number(0x8000 | body.length, 2), body]);
}

function modernHello(
  hello: RawHello & { readonly servername: string },
  version: Exclude<RawVersion, "ssl2">,
): Buffer {
  const ciphers = [
    ...hello.ciphers,
    // SSL 3 has no extensions, so secure renegotiation is signalled by cipher (RFC 5746 §3.3).
    ...(version === "ssl3" ? [RENEGOTIATION_SCSV] : []),
    ...(hello.fallback ? [FALLBACK_SCSV] : []),
  ];
  const body = Buffer.concat([
    number(VERSIONS[version], 2),
    randomBytes(32),
    // An empty session id before 1.3; 32 bytes there, for middlebox compatibility.
    vector(version === "tls1.3" ? randomBytes(32) : Buffer.alloc(0), 1),
    vector(numbers(ciphers), 2),
    vector(Buffer.from(hello.compression ?? [0]), 1),
    version === "ssl3" ? Buffer.alloc(0) : vector(extensions(hello, version), 2),
  ]);
  const handshake = Buffer.concat([Buffer.from([1]), number(body.length, 3), body]);
  // The record layer of a first hello says at most 1.0 (RFC 8446 §5.1).
  const record = version === "ssl3" ? 0x0300 : 0x0301;
  return Buffer.concat([Buffer.from([22]), number(record, 2), vector(handshake, 2)]);
}

function extensions(
  hello: RawHello & { readonly servername: string },
  version: Exclude<RawVersion, "ssl2">,
): Buffer {
  const name = Buffer.from(hello.servername, "ascii");
  const groups = hello.groups ?? DEFAULT_GROUPS;
  const list = [
    extension(0, vector(Buffer.concat([Buffer.from([0]), vector(name, 2)]), 2)),
    extension(10, vector(numbers(groups), 2)),
    extension(11, Buffer.from([1, 0])),
    extension(0xff01, Buffer.from([0])),
  ];
  if (hello.extendedMasterSecret !== false) list.push(extension(23, Buffer.alloc(0)));
  if (version === "tls1.2" || version === "tls1.3")
    list.push(extension(13, vector(numbers(SIGNATURES), 2)));
  if (version === "tls1.3") {
    list.push(extension(43, vector(number(0x0304, 2), 1)));
    // No key share at all: the server names its group in a retry request (RFC 8446 §4.2.8),
    // so we learn its choice without doing any key agreement.
    list.push(extension(51, vector(Buffer.alloc(0), 2)));
    list.push(extension(45, Buffer.from([1, 1])));
  }
  return Buffer.concat(list);
}

function extension(id: number, body: Buffer): Buffer {
  return Buffer.concat([number(id, 2), vector(body, 2)]);
}

/** `body` behind its length in `width` bytes. */
function vector(body: Buffer, width: number): Buffer {
  return Buffer.concat([number(body.length, width), body]);
}

/** Each in two bytes. */
function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value, index * 2);
  });
  return bytes;
}

function number(value: number, width: number): Buffer {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(value, 0, width);
  return bytes;
}
