import type { ClientInfo } from "@sekimori/kit-server/client-info";

/** Whoever integrates: one of the operator's staff, or an owner of an organization for its own. */
export type Integrator =
  | { readonly kind: "staff"; readonly name: string }
  | {
      readonly kind: "owner";
      readonly name: string;
      readonly account: string;
      readonly organization: string;
      /** From where they ask, for their own log. */
      readonly client: ClientInfo;
    };

/** Who may be at the integrator's console; the portal keeps it. */
export interface Integrators {
  /**
   * @param subject the portal's name for the person.
   * @param client from where they ask.
   * @returns undefined: they may not, or no more.
   */
  find(subject: string, client: ClientInfo): Promise<Integrator | undefined>;
}
