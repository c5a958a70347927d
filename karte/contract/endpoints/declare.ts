import { apiBase } from "@sekimori/kit-contract/api-base";
import type { AnyEndpoint, Limit } from "@sekimori/kit-contract/endpoint";
import { type Held, type LoadName, loadOf } from "@sekimori/kit-contract/load-classes";
import type { KarteErrorType } from "../errors.ts";
import { type Act, needsStepUp } from "../rights.ts";
import { scopeFor, type TokenScope } from "../token-scopes.ts";

/**
 * Who may call: anybody, a signed-in person whatever their workspaces, or whoever may do this act
 * in the workspace that the session is at.
 */
export type Access = "public" | "person" | Act;

export interface KarteEndpoint extends AnyEndpoint {
  readonly access: Access;
  readonly errors: readonly KarteErrorType[];
  /** false: about the person themselves, so that no token calls it, whatever its scopes. */
  readonly byToken?: boolean;
  /**
   * Whether it takes a recent sign-in, where it differs from its act: what only reads, or only takes
   * something back, does not; a person's own data does.
   */
  readonly stepUp?: boolean;
}

/** Whether a call takes a recent sign-in: a change whose act does, unless it says otherwise. */
export function takesStepUp({
  access,
  method,
  stepUp,
}: Pick<KarteEndpoint, "access" | "method" | "stepUp">): boolean {
  if (stepUp !== undefined) return stepUp;
  return method !== "GET" && access !== "public" && access !== "person" && needsStepUp(access);
}

type Declaration = Omit<KarteEndpoint, "load" | "limits"> & {
  readonly limits: readonly Limit[];
  readonly load?: LoadName;
} & Held;

/**
 * The scope that opens a call to tokens; undefined where no token may call. These calls are the
 * customer API: each one whose act a scope names, unless it says otherwise.
 */
export function tokenScopeOf({
  access,
  byToken = true,
}: Pick<KarteEndpoint, "access" | "byToken">): TokenScope | undefined {
  return byToken ? scopeFor(access) : undefined;
}

/** What a caller hears who is not what the access word asks for. */
function accessErrors(access: Access): readonly KarteErrorType[] {
  if (access === "public") return [];
  if (access === "person") return ["SessionExpired"];
  return [
    "SessionExpired",
    "NotAMember",
    "NotAllowed",
    "WorkspaceSwitched",
    "TokenInvalid",
    "ScopeInsufficient",
    // Of whoever tries tokens, and of tokens.
    "TooManyRequest",
  ];
}

/** What only programs hear: their plan, and repetitions under an Idempotency-Key. */
function programErrors(declaration: Declaration): readonly KarteErrorType[] {
  if (tokenScopeOf(declaration) === undefined) return [];
  return declaration.method === "GET"
    ? ["PlanLimit"]
    : ["PlanLimit", "IdempotencyKeyReused", "OutcomeUnknown"];
}

/**
 * Declares a call. `path` stands below {@link apiBase}; `errors` are those of the call itself, to
 * which the ones of its access are added. A call that names neither limits nor a class of load is no
 * declaration.
 */
export function karteEndpoint<const E extends Declaration>(declaration: E) {
  const errors = new Set([
    ...declaration.errors,
    ...accessErrors(declaration.access),
    ...programErrors(declaration),
    ...(takesStepUp(declaration) ? (["RecentSignInRequired"] as const) : []),
  ]);
  return {
    ...declaration,
    path: `${apiBase}${declaration.path}`,
    errors: [...errors],
    load: loadOf({ ...declaration, isPublic: declaration.access === "public" }),
  };
}

export const perNetwork = (points: number, seconds: number): Limit => ({
  by: "network",
  points,
  seconds,
});

/** Of one signed-in person, in however many sessions. */
export const perSession = (points: number, seconds: number): Limit => ({
  by: "account",
  points,
  seconds,
});
