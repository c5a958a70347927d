import type { Act } from "./rights.ts";

/**
 * What a token may do, in words that people choose from, and the acts of the table of rights that
 * each opens. What is not here no token may do: agreeing to a diagnosis is a person's word, and
 * people, contracts and tokens are managed by people.
 */
export const tokenScopes = {
  read: ["see"],
  run: ["run"],
  findings: ["comment", "assign", "make-tickets", "accept-finding"],
  reports: ["request-report"],
  domains: ["manage-domains", "manage-groups", "schedule", "prove", "judge-assets"],
  activity: ["see-activity"],
} as const satisfies Readonly<Record<string, readonly Act[]>>;

export type TokenScope = keyof typeof tokenScopes;

export const scopeNames = Object.keys(tokenScopes) as [TokenScope, ...TokenScope[]];

/** The scope that opens an act; undefined for what tokens never may. */
export function scopeFor(act: string): TokenScope | undefined {
  return scopeNames.find((scope) => (tokenScopes[scope] as readonly string[]).includes(act));
}

/** Whether a token with these scopes may do `act`. */
export function tokenMay(scopes: readonly TokenScope[], act: Act): boolean {
  const scope = scopeFor(act);
  return scope !== undefined && scopes.includes(scope);
}

/** Only what reads can be restricted to groups, as with people. */
export function canRestrictToken(scopes: readonly TokenScope[]): boolean {
  return scopes.every((scope) => scope === "read");
}
