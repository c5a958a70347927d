import type { Fact } from "../engine/finding.ts";

/** What one tool says about one server, by the names of the manifest's facts. */
export type FactSet = ReadonlyMap<string, Fact["value"]>;

/** Collects facts that are known; undefined means that the tool does not say. */
export function factSet(entries: Readonly<Record<string, Fact["value"] | undefined>>): FactSet {
  const known = Object.entries(entries).filter((entry) => entry[1] !== undefined);
  return new Map(known as [string, Fact["value"]][]);
}

/** What a list of accepted suites (IANA names) says about a server. */
export function suiteFacts(names: readonly string[]): Record<string, boolean> {
  const some = (pattern: RegExp) => names.some((name) => pattern.test(name));
  return {
    "cipher.null": some(/_NULL_/),
    "cipher.anonymous": some(/_anon_/i),
    "cipher.export": some(/EXPORT/),
    "cipher.rc4": some(/_RC4_/),
    "cipher.3des": some(/_3DES_/),
    "cipher.aead": some(/_(GCM|CCM|POLY1305)/),
    "cipher.forwardSecrecy": some(/^TLS_(ECDHE|DHE)_|^TLS_(AES|CHACHA20)_/),
    "cipher.staticRsa": some(/^TLS_RSA_/),
  };
}
