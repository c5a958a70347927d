/**
 * Who may be at the integrator's console: staff with the role of an integrator, for all applications;
 * and, where the operator allows it, owners of an organization, for the organization's own.
 */
export const integratorKinds = ["staff", "owner"] as const;

export type IntegratorKind = (typeof integratorKinds)[number];

const staff: readonly IntegratorKind[] = ["staff"];

/** Every act at the integrator's console and for whom it is; the server and the screens read the same. */
export const integrationRights = {
  "see-applications": integratorKinds,
  "change-applications": integratorKinds,
  "see-refusals": integratorKinds,
  /** They are published: everybody can fetch them. */
  "see-keys": integratorKinds,
  /** Refused requests of ids that nobody has registered. */
  "see-unknown-refusals": staff,
  /** An application that works without anybody being logged in, with tokens for APIs. */
  "make-services": staff,
} as const satisfies Readonly<Record<string, readonly IntegratorKind[]>>;

export type IntegrationAct = keyof typeof integrationRights;

export const integrationActs = Object.keys(integrationRights) as readonly IntegrationAct[];

export const mayIntegrate = (kind: IntegratorKind, act: IntegrationAct): boolean => {
  const opening: readonly IntegratorKind[] = integrationRights[act];
  return opening.includes(kind);
};
