/** The words of a scope. */
export const wordsOf = (scope: string): string[] => scope.split(" ").filter(Boolean);

/** What applications may learn, by the scope that asks for it. */
export const claimsByScope = {
  // When and how the person signed in is told unasked: applications decide by it.
  openid: ["sub", "auth_time", "acr", "amr"],
  profile: ["name", "family_name", "given_name", "locale"],
  email: ["email", "email_verified"],
  address: ["address"],
  plan: ["plan"],
  organization: ["organization"],
} as const;

/** The scope that a claim comes with; undefined for one that there is not. */
export function scopeOfClaim(claim: unknown): string | undefined {
  return Object.entries(claimsByScope).find(([, names]) => names.some((one) => one === claim))?.[0];
}
