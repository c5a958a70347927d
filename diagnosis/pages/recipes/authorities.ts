/**
 * The CAA names of authorities, by what their certificates name as issuer. From each authority's own
 * documents and its disclosure in the Common CA Database ("Recognized CAA Domains"), as of November 2026.
 */
const AUTHORITIES: readonly (readonly [issuer: RegExp, caa: string])[] = [
  [/let's encrypt/i, "letsencrypt.org"],
  [/google trust services/i, "pki.goog"],
  [/digicert|rapidssl|geotrust|thawte/i, "digicert.com"],
  [/globalsign/i, "globalsign.com"],
  [/sectigo|comodo|zerossl/i, "sectigo.com"],
  [/amazon/i, "amazontrust.com"],
  [/godaddy/i, "godaddy.com"],
  [/secom/i, "secomtrust.net"],
  [/cybertrust japan/i, "cybertrust.ne.jp"],
  [/japan registry services/i, "jprs.jp"],
  [/actalis/i, "actalis.it"],
  [/ssl corporation|ssl\.com/i, "ssl.com"],
  [/entrust/i, "entrust.net"],
];

/** Stands where the authority is not known: naming a wrong one would bar the next renewal. */
const UNKNOWN = "authority.example";

/** CAA names of the authorities that issued, each once; a stand-in where one of them is not known. */
export function caaNames(issuers: readonly string[]): readonly string[] {
  const names = issuers.map(
    (issuer) => AUTHORITIES.find(([pattern]) => pattern.test(issuer))?.[1] ?? UNKNOWN,
  );
  return names.length === 0 ? [UNKNOWN] : [...new Set(names)].sort();
}
