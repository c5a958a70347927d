import type { RawTlsAnswer } from "../clients.ts";
import { NetError } from "../net-error.ts";
import { ByteReader } from "./byte-reader.ts";
import { readFlight } from "./server-flight.ts";

const SERVER_HELLO = 4;
const ERROR = 0;

/**
 * Reads the answer to an SSL 2 CLIENT-HELLO: its SERVER-HELLO, its error message, or the alert of
 * a server that only speaks newer versions. null when more must come.
 */
export function readSsl2Answer(received: Uint8Array): RawTlsAnswer | null {
  if (received.length < 3) return null;
  const first = received[0] ?? 0;
  if (first === 21 || first === 22) return readFlight(received);
  if ((first & 0x80) === 0) throw new NetError("malformed", "neither SSL 2 nor TLS");
  const reader = new ByteReader(received);
  const length = reader.number(2) & 0x7fff;
  if (reader.left < length) return null;
  const type = reader.number(1);
  if (type === ERROR) return { kind: "alert", level: 2, description: reader.number(2) };
  if (type !== SERVER_HELLO) throw new NetError("malformed", "not an SSL 2 SERVER-HELLO");
  reader.bytes(2);
  if (reader.number(2) !== 2) throw new NetError("malformed", "not SSL 2");
  const [certificate, ciphers] = [reader.number(2), reader.number(2)];
  reader.number(2);
  const der = reader.bytes(certificate);
  const kinds = new ByteReader(reader.bytes(ciphers));
  const list: number[] = [];
  while (kinds.left >= 3) list.push(kinds.number(3));
  return { kind: "ssl2-hello", ciphers: list, certificates: der.length > 0 ? [der] : [] };
}
