import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import type { PageRule } from "./page-rules.ts";

/** What the guard knows about the page a navigation leads to. */
export interface GuardTarget {
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly rule: PageRule;
}

/** What the guard knows about the visitor. */
export interface GuardFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When the authorised session ends; undefined when none is stored. */
  readonly authorizedExpiry: number | undefined;
  /** The 401 flag: an unauthorised visit has been noticed and answered. */
  readonly unauthorised: boolean;
  /** Account information is known. */
  readonly hasInfo: boolean;
  /** The account has agreed to the service. */
  readonly loggedIn: boolean;
  /** The page at which an unfinished flow continues, with its query; never one for members. */
  readonly step: string | undefined;
  /** The navigation is a visit's first, or comes from `/`. */
  readonly fromRoot: boolean;
}

export type GuardDecision =
  | { readonly pass: true }
  | { readonly pass: false; readonly to: string; readonly flagUnauthorised: boolean };

const pass: GuardDecision = { pass: true };
const redirect = (to: string): GuardDecision => ({ pass: false, to, flagUnauthorised: false });

interface Rule {
  readonly name: string;
  /** Undefined when the rule has nothing to say. */
  decide(target: GuardTarget, facts: GuardFacts): GuardDecision | undefined;
}

const isFlowReturn = ({ pathname, query }: GuardTarget) =>
  (pathname === pagePaths.authorize && query.size > 0 && !query.has(queryNames.step)) ||
  // The external identity provider's answer says who comes back, whatever this browser believes.
  (pathname === pagePaths.gmoidCallback && query.size > 0);

const isPaymentReturn = ({ pathname, query }: GuardTarget) =>
  pathname === pagePaths.agreement && query.get(queryNames.from) === "3ds";

/** A link in a mail carries a token; it is worth more than a hint stored in the browser. */
const isMailedLink = ({ query }: GuardTarget) => query.has(queryNames.token);

const pathOf = (step: string) => step.split(/[?#]/, 1)[0];

/** The route guard of specification 4: the first rule that decides, decides. */
export const guardRules: readonly Rule[] = [
  {
    name: "1 a return to the authorize page passes",
    decide: (target) => (isFlowReturn(target) ? pass : undefined),
  },
  {
    name: "2 pages that ignore the session pass",
    decide: ({ rule }) => (rule.access === "ignore-auth" ? pass : undefined),
  },
  {
    name: "3 after a 401 everything passes",
    decide: (_target, { unauthorised }) => (unauthorised ? pass : undefined),
  },
  {
    name: "4 without an authorised session only pages that begin a visit open",
    decide(target, { authorizedExpiry, now }) {
      if (authorizedExpiry !== undefined && authorizedExpiry > now) return undefined;
      if (target.rule.entry || target.rule.legal || isMailedLink(target)) return pass;
      return { pass: false, to: pagePaths.login, flagUnauthorised: true };
    },
  },
  {
    name: "5 members see members' pages",
    decide(target, { loggedIn }) {
      if (!loggedIn) return undefined;
      return target.rule.access === "login" || target.rule.legal
        ? pass
        : redirect(pagePaths.security);
    },
  },
  {
    name: "6 an unfinished flow continues where it stopped",
    decide(target, { hasInfo, step, fromRoot }) {
      if (!hasInfo) return undefined;
      if (target.rule.legal || isPaymentReturn(target) || isMailedLink(target)) return pass;
      if (!fromRoot || step === undefined || pathOf(step) === target.pathname) return undefined;
      return redirect(step);
    },
  },
  {
    name: "7 what needs more than is known goes to sign-in",
    decide({ rule: { access } }, { hasInfo }) {
      if (access === "login" || (access === "info" && !hasInfo)) return redirect(pagePaths.login);
      return pass;
    },
  },
];

/** Decides whether a navigation may go on, and where it goes instead. */
export function guard(target: GuardTarget, facts: GuardFacts): GuardDecision {
  for (const rule of guardRules) {
    const decision = rule.decide(target, facts);
    if (decision) return decision;
  }
  return pass;
}
