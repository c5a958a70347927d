import { apiBase } from "@sekimori/kit-contract/api-base";
import type { AnyEndpoint, Limit } from "@sekimori/kit-contract/endpoint";
import { type LoadName, loadOf } from "@sekimori/kit-contract/load-classes";
import type { ConsoleErrorType } from "../../errors.ts";
import type { IntegrationAct } from "../../integration-rights.ts";

/**
 * Who may call at the integrator's console: somebody whom the portal signed in here (the way out);
 * whoever integrates; or whoever may do this act.
 */
export type IntegrationAccess = "signed-in" | "integrator" | IntegrationAct;

export interface IntegrationEndpoint extends AnyEndpoint {
  readonly access: IntegrationAccess;
  readonly errors: readonly ConsoleErrorType[];
}

type Declaration = Omit<IntegrationEndpoint, "load" | "limits"> & {
  readonly limits: readonly [Limit, ...Limit[]];
  readonly load?: LoadName;
};

/** What a caller hears who is not what the access word asks for. */
function accessErrors(access: IntegrationAccess): readonly ConsoleErrorType[] {
  const everywhere = ["NetworkNotAllowed", "SessionExpired"] as const;
  if (access === "signed-in") return everywhere;
  return access === "integrator"
    ? [...everywhere, "NotIntegrator"]
    : [...everywhere, "NotIntegrator", "NotForOwners"];
}

/** Declares a call of the integrator's console; `path` stands below {@link apiBase}. */
export function integrationEndpoint<const E extends Declaration>(declaration: E) {
  const errors = new Set([...declaration.errors, ...accessErrors(declaration.access)]);
  return {
    ...declaration,
    path: `${apiBase}/integration${declaration.path}`,
    errors: [...errors],
    load: loadOf({ ...declaration, isPublic: false }),
  };
}
