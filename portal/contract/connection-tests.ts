/**
 * What a test at the provider found amiss. Beside those that a login fails with:
 *
 * - `assertion-unsigned`: a SAML provider signs the response alone, or nothing. A login calls it `untrusted`.
 * - `address-is-id`: the provider identifies people by their addresses, which may pass to somebody else.
 * - `no-name`: people type their names when they join.
 */
export const testProblems = [
  "denied",
  "unavailable",
  "untrusted",
  "assertion-unsigned",
  "no-email",
  "unverified",
  "other-domain",
  "temporary-id",
  "certificate-ended",
  "address-is-id",
  "no-name",
] as const;

export type TestProblem = (typeof testProblems)[number];

/** What is told to owners and keeps no connection off. */
const remarks: readonly TestProblem[] = ["address-is-id", "no-name"];

/** Whether a connection may be on of which a test found this. */
export const hasPassed = (problems: readonly TestProblem[]): boolean =>
  problems.every((one) => remarks.includes(one));
