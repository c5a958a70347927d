/** The words of a scope. */
export const wordsOf = (scope: string): string[] => scope.split(" ").filter(Boolean);

/** What applications may learn, by the scope that asks for it. */
export const claimsByScope = {
  // When and how the person signed in is told unasked: applications decide by it.
  openid: ["sub", "auth_time", "acr", "amr"],
  profile: ["name", "family_name", "given_name", "locale", "preferred_username", "updated_at"],
  email: ["email", "email_verified"],
  address: ["address"],
  plan: ["plan"],
  organization: ["organization"],
  roles: ["roles"],
} as const;

/** The scope that a claim comes with; undefined for one that there is not. */
export function scopeOfClaim(claim: unknown): string | undefined {
  return Object.entries(claimsByScope).find(([, names]) => names.some((one) => one === claim))?.[0];
}

interface AllowedThings {
  getOIDCScope(): string;
  getOIDCClaims(): string[];
  addOIDCScope(scope: string): void;
  addOIDCClaims(claims: string[]): void;
}

/** Adds what another grant allows, but for access while away, which is asked for each time. */
export function addAllOf(grant: AllowedThings, other: AllowedThings): void {
  const scopes = wordsOf(other.getOIDCScope()).filter((scope) => scope !== "offline_access");
  grant.addOIDCScope(scopes.join(" "));
  grant.addOIDCClaims(other.getOIDCClaims());
}
