/** Parts of OpenSSL's names that decide a fact, in the registry's spelling. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^(ADH|AECDH)-/, "DH_anon_"],
  [/^EXP-/, "RSA_EXPORT_"],
  [/^(ECDHE|DHE)-(RSA|ECDSA|DSS)-/, "$1_$2_"],
  [/DES-CBC3/, "3DES_EDE_CBC"],
  [/CHACHA20-POLY1305/, "CHACHA20_POLY1305"],
];

/**
 * A name like the registry's for one of OpenSSL's, good enough to tell what a suite is made of:
 * `AES128-SHA` is `TLS_RSA_AES128_SHA`. TLS 1.3 names are the registry's already.
 */
export function opensslToIana(name: string): string {
  if (name.startsWith("TLS_")) return name;
  let result = name;
  for (const [pattern, replacement] of PARTS) result = result.replace(pattern, replacement);
  if (!/^(DH_anon|RSA_EXPORT|ECDHE|DHE)_/.test(result)) result = `RSA_${result}`;
  return `TLS_${result.replaceAll("-", "_")}_`;
}
