import { apiBase } from "@sekimori/kit-contract/api-base";
import type { AnyEndpoint, Limit } from "@sekimori/kit-contract/endpoint";
import { type Held, type LoadName, loadOf } from "@sekimori/kit-contract/load-classes";
import type { PortalErrorType } from "../errors.ts";

/**
 * Who may call, in rising order of trust; the server derives it from its own records.
 *
 * - `public`: anybody.
 * - `flow`: the holder of an unfinished sign-up.
 * - `pending`: the holder of a sign-in that waits for its one-time password or a new password.
 * - `account`: a signed-in member who has agreed to the service.
 * - `recent`: the same, with a sign-in of the last ten minutes.
 * - `server`: another company's server or its redirect; proves itself by signature or secret id.
 */
export type Access = "public" | "flow" | "pending" | "account" | "recent" | "server";

/** A portal endpoint: its path is given below the API base, its errors are the portal's. */
export interface PortalEndpoint extends AnyEndpoint {
  readonly access: Access;
  readonly errors: readonly PortalErrorType[];
}

type Declaration = Omit<PortalEndpoint, "load" | "limits"> & {
  readonly limits: readonly Limit[];
  readonly load?: LoadName;
} & Held;

/** What a caller hears who is not what the access word asks for. */
const accessErrors: Readonly<Record<Access, readonly PortalErrorType[]>> = {
  public: [],
  flow: ["SessionExpired", "ContinuedElsewhere"],
  pending: ["SessionExpired"],
  account: ["SessionExpired"],
  recent: ["SessionExpired", "RecentSignInRequired"],
  server: [],
};

/**
 * Declares a portal endpoint. `path` stands below {@link apiBase}; `errors` are those of the call
 * itself, to which the ones of its access are added. A call that names neither limits nor a class of
 * load is no declaration.
 */
export function portalEndpoint<const E extends Declaration>(declaration: E) {
  const errors = new Set([...declaration.errors, ...accessErrors[declaration.access]]);
  const { method, access } = declaration;
  return {
    ...declaration,
    path: `${apiBase}${declaration.path}`,
    errors: [...errors],
    load: loadOf({ ...declaration, method, isPublic: access === "public" || access === "server" }),
  };
}

/** Enough for a person, far too little for a script. */
export const perNetwork = (points: number, seconds: number): Limit => ({
  by: "network",
  points,
  seconds,
});

/** Of one account, in however many sessions and sign-ins, and however often their tokens change. */
export const perAccount = (points: number, seconds: number): Limit => ({
  by: "account",
  points,
  seconds,
});

/** Of one sign-up. */
export const perFlow = (points: number, seconds: number): Limit => ({
  by: "flow",
  points,
  seconds,
});

/** Of one sign-in that waits. */
export const perAttempt = (points: number, seconds: number): Limit => ({
  by: "attempt",
  points,
  seconds,
});

/**
 * Mail to addresses that have not been proved, from whichever call: a stranger's mailbox gets no
 * more than this, and a network sends no more. The mails bring a link that needs no further mail,
 * so somebody who spends this budget keeps nobody from signing up.
 */
export const mailLimits: readonly [Limit, ...Limit[]] = [
  { by: "network", budget: "mail", points: 30, seconds: 600 },
  { by: "recipient", budget: "mail", points: 6, seconds: 3600 },
  { by: "recipient", budget: "mail", points: 12, seconds: 86_400 },
];

/** Cards that one person, or one network, may try, in sign-ups and in My Page. */
export const cardLimits: readonly [Limit, ...Limit[]] = [
  { by: "network", budget: "card", points: 30, seconds: 3600 },
  { by: "account", budget: "card", points: 20, seconds: 3600 },
  { by: "account", budget: "card", points: 40, seconds: 86_400 },
];
