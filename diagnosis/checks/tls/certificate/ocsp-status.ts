import { DerError, type DerValue, derAt, derValues } from "./der-values.ts";

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const STATES: Readonly<Record<number, "good" | "revoked" | "unknown">> = {
  128: "good",
  161: "revoked",
  130: "unknown",
};

/**
 * What a stapled OCSP response (DER, RFC 6960 §4.2.1) says about a serial number (hexadecimal); null
 * when it is no successful response or speaks of other certificates. Its signature is not checked: the
 * server handed it over itself, and it would not forge its own revocation. Throws DerError.
 */
export function ocspStatus(
  response: Uint8Array,
  serial: string,
): "good" | "revoked" | "unknown" | null {
  const [status, bytes] = derValues(derAt(response, 0).content);
  if (status?.content[0] !== 0 || bytes === undefined) return null;
  // responseBytes [0] → ResponseBytes → response OCTET STRING → BasicOCSPResponse → tbsResponseData
  const basic = derAt(bytes.content, 0, 1).content;
  const data = derValues(derAt(basic, 0, 0).content);
  // The list of single responses is the only plain SEQUENCE in it.
  const responses = data.find(({ tag }) => tag === SEQUENCE);
  if (responses === undefined) throw new DerError();
  for (const single of derValues(responses.content)) {
    const [id, state] = derValues(single.content);
    if (id === undefined || state === undefined) throw new DerError();
    if (serialOf(id) === normalised(serial)) return STATES[state.tag] ?? null;
  }
  return null;
}

function serialOf(id: DerValue): string | null {
  const serial = derValues(id.content).find(({ tag }) => tag === INTEGER);
  return serial ? normalised(Buffer.from(serial.content).toString("hex")) : null;
}

function normalised(hex: string): string {
  return hex.toLowerCase().replace(/^0+/, "");
}
