import { DerError, type DerValue, derAt, derValues } from "./der-values.ts";

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const STATES: Readonly<Record<number, "good" | "revoked" | "unknown">> = {
  128: "good",
  161: "revoked",
  130: "unknown",
};

/** nextUpdate [0] EXPLICIT of a single response. */
const NEXT_UPDATE = 0xa0;

/** What a response says of one certificate, and until when it may be relied on (milliseconds). */
export interface OcspAnswer {
  readonly status: "good" | "revoked" | "unknown";
  readonly until: number | null;
}

/**
 * What a stapled OCSP response (DER, RFC 6960 §4.2.1) says about a serial number (hexadecimal); null
 * when it is no successful response or speaks of other certificates. Its signature is not checked: the
 * server handed it over itself, and it would not forge its own revocation. Throws DerError.
 */
export function ocspStatus(response: Uint8Array, serial: string): OcspAnswer | null {
  const [status, bytes] = derValues(derAt(response, 0).content);
  if (status?.content[0] !== 0 || bytes === undefined) return null;
  // responseBytes [0] → ResponseBytes → response OCTET STRING → BasicOCSPResponse → tbsResponseData
  const basic = derAt(bytes.content, 0, 1).content;
  const data = derValues(derAt(basic, 0, 0).content);
  // The list of single responses is the only plain SEQUENCE in it.
  const responses = data.find(({ tag }) => tag === SEQUENCE);
  if (responses === undefined) throw new DerError();
  for (const single of derValues(responses.content)) {
    const [id, state, , ...more] = derValues(single.content);
    if (id === undefined || state === undefined) throw new DerError();
    if (serialOf(id) !== normalised(serial)) continue;
    const status = STATES[state.tag];
    const next = more.find(({ tag }) => tag === NEXT_UPDATE);
    return status === undefined ? null : { status, until: next ? timeOf(next) : null };
  }
  return null;
}

/** GeneralizedTime in the form that OCSP allows: YYYYMMDDHHMMSSZ (RFC 5280 §4.1.2.5.2). */
function timeOf(value: DerValue): number {
  const text = Buffer.from(derAt(value.content, 0).content).toString("latin1");
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) throw new DerError();
  return time;
}

function serialOf(id: DerValue): string | null {
  const serial = derValues(id.content).find(({ tag }) => tag === INTEGER);
  return serial ? normalised(Buffer.from(serial.content).toString("hex")) : null;
}

function normalised(hex: string): string {
  return hex.toLowerCase().replace(/^0+/, "");
}
