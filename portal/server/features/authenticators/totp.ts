import { Secret, TOTP } from "otpauth";

// SHA-1, six digits, thirty seconds: what authenticator apps read, whatever the address says of it.
const digits = 6;
const periodMs = 30_000;
/** 160 bits (RFC 4226, section 4). */
const secretBytes = 20;
/** Steps before and after the present one in which a code is taken: typing takes time. */
const tolerance = 1;
/** How far off a clock may be for us to say so. */
const drift = 10;

/** A new secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The time step of RFC 6238 that a moment lies in. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / periodMs);

function totpOf(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits,
    period: periodMs / 1000,
  });
}

/** The address that an app reads from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString();

/** A secret for typing, in groups of four. */
export const groupedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

/** What a typed code is: of a step that may be taken, of one too far away, or of none. */
export type TotpReading =
  | { readonly is: "right"; readonly step: number }
  | { readonly is: "clock-off"; readonly step: number }
  | { readonly is: "wrong" };

/**
 * Reads a code. Nearby steps are looked at only to say that a clock is off; such a code is refused.
 *
 * @param secret in base32.
 */
export function readTotp(secret: string, code: string, now: Date): TotpReading {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  // The near steps first: by chance a far one may have the same code.
  for (const window of [tolerance, drift]) {
    const delta = totp.validate({ token: code, timestamp, window });
    if (delta === null) continue;
    const step = stepAt(now) + delta;
    return Math.abs(delta) <= tolerance ? { is: "right", step } : { is: "clock-off", step };
  }
  return { is: "wrong" };
}
