/** Whoever integrates: one of the operator's staff, or an owner of an organization for its own. */
export type Integrator =
  | { readonly kind: "staff"; readonly name: string }
  | {
      readonly kind: "owner";
      readonly name: string;
      readonly account: string;
      readonly organization: string;
    };

/** Who may be at the integrator's console; the portal keeps it. */
export interface Integrators {
  /**
   * @param subject the portal's name for the person.
   * @returns undefined: they may not, or no more.
   */
  find(subject: string): Promise<Integrator | undefined>;
}
