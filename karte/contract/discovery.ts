/** What may become of a name that may be the organisation's. */
export const candidateStates = ["new", "added", "dismissed"] as const;
export type CandidateState = (typeof candidateStates)[number];

/**
 * How sure it is that a name is the organisation's. Strong: it stands in a certificate beside a proved name, or below
 * one. Medium: it is served by the organisation's own name server or mail host, or a page leads there. Weak: it
 * only looks alike.
 */
export const candidateStrengths = ["strong", "medium", "weak"] as const;
export type CandidateStrength = (typeof candidateStrengths)[number];

/** By what a name was found. */
export const candidateRelations = [
  "certificate",
  "redirect",
  "certificate-log",
  "zone-file",
  "address-file",
  "name-server",
  "mail-host",
  "look-alike",
] as const;
export type CandidateRelation = (typeof candidateRelations)[number];

/** What a path is worth for a name that is below none that is proved. */
export const strengthOf: Readonly<Record<CandidateRelation, CandidateStrength>> = {
  certificate: "strong",
  "certificate-log": "strong",
  "zone-file": "strong",
  redirect: "medium",
  "name-server": "medium",
  "mail-host": "medium",
  "address-file": "weak",
  "look-alike": "weak",
};
