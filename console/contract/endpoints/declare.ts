import { apiBase } from "@sekimori/kit-contract/api-base";
import type { AnyEndpoint, Limit } from "@sekimori/kit-contract/endpoint";
import { type LoadName, loadOf } from "@sekimori/kit-contract/load-classes";
import type { ConsoleErrorType } from "../errors.ts";
import type { Act } from "../rights.ts";

/**
 * Who may call: somebody whom the portal signed in here, staff or not (the way out); whoever works
 * here; or whoever may do this act.
 */
export type Access = "signed-in" | "staff" | Act;

export interface ConsoleEndpoint extends AnyEndpoint {
  readonly access: Access;
  readonly errors: readonly ConsoleErrorType[];
}

type Declaration = Omit<ConsoleEndpoint, "load" | "limits"> & {
  readonly limits: readonly [Limit, ...Limit[]];
  readonly load?: LoadName;
};

/** What a caller hears who is not what the access word asks for. */
function accessErrors(access: Access): readonly ConsoleErrorType[] {
  const everywhere = ["NetworkNotAllowed", "SessionExpired"] as const;
  if (access === "signed-in") return everywhere;
  return access === "staff"
    ? [...everywhere, "NotStaff"]
    : [...everywhere, "NotStaff", "NotAllowed"];
}

/**
 * Declares a call. `path` stands below {@link apiBase}; `errors` are those of the call itself, to
 * which the ones of its access are added. Each names who may call: there is no default.
 */
export function consoleEndpoint<const E extends Declaration>(declaration: E) {
  const errors = new Set([...declaration.errors, ...accessErrors(declaration.access)]);
  return {
    ...declaration,
    path: `${apiBase}${declaration.path}`,
    errors: [...errors],
    load: loadOf({ ...declaration, isPublic: false }),
  };
}

/** Of one person, in however many sessions. */
export const perPerson = (points: number, seconds: number): Limit => ({
  by: "account",
  points,
  seconds,
});
