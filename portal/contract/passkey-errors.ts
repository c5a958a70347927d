/** What a passkey that is not taken is answered with. */
export const passkeyErrors = [
  "PasskeyUnknown",
  "PasskeyExpired",
  "PasskeyRefused",
  "PasskeyUnverified",
  "PasskeyCopied",
] as const;

export type PasskeyError = (typeof passkeyErrors)[number];
