import type { SignUpFlow } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import {
  pagePaths,
  type WizardOrigin,
  wizardStepCounts,
} from "@sekimori/portal-contract/page-routes";
import { planNeedsCard } from "@sekimori/portal-contract/plan-ids";

/** What a step of the wizard is called; a step may hold two pages. */
export type WizardStepName =
  | "verification"
  | "information"
  | "payment"
  | "sign-in"
  | "agreement"
  | "payment-and-agreement";

export interface WizardPlace {
  readonly steps: readonly WizardStepName[];
  /** From 1. */
  readonly current: number;
}

/** What the number of steps is decided from, in the order in which it counts (specification 2). */
export interface WizardHints {
  /** The route parameter. */
  readonly totalStep: string | null;
  /** Path of the page the wizard was entered from, while it is known. */
  readonly previousPath: string | undefined;
}

type Flow = Pick<SignUpFlow, "origin" | "plan" | "step">;

/** The number of steps: the route parameter's, else the previous page's, else the flow's. */
export function totalSteps({ totalStep, previousPath }: WizardHints, { origin }: Flow): number {
  const given = Object.values(wizardStepCounts).find((count) => String(count) === totalStep);
  if (given !== undefined) return given;
  return wizardStepCounts[originOfPage(previousPath, origin) ?? origin];
}

function originOfPage(path: string | undefined, origin: WizardOrigin): WizardOrigin | undefined {
  // An external ID's person comes from the same pages and never proves an address.
  if (origin === "external-id") return origin;
  if (path === pagePaths.register || path === pagePaths.registerSecurity24) return "register";
  return path === pagePaths.login ? "login" : undefined;
}

/** The steps to show and the one the flow is at. */
export function wizardPlace(hints: WizardHints, flow: Flow): WizardPlace {
  const wanted = stepsOf(totalSteps(hints, flow), flow);
  // A count that has no place for the present step is no help: the flow's own always has one.
  const fitting = placeOf(wanted, flow) > 0 ? wanted : stepsOf(wizardStepCounts.register, flow);
  return { steps: fitting, current: placeOf(fitting, flow) };
}

function stepsOf(total: number, { origin, plan }: Flow): readonly WizardStepName[] {
  const paid = planNeedsCard[plan];
  const last = paid ? "payment-and-agreement" : "agreement";
  if (total === wizardStepCounts.register) return ["verification", "information", last];
  if (origin === "external-id") return ["information", last];
  // Somebody who signed in to a free plan has only the agreement left.
  return [paid ? "payment" : "sign-in", "agreement"];
}

function placeOf(steps: readonly WizardStepName[], { step }: Flow): number {
  const name = step === "confirmation" ? "information" : step;
  const exact = steps.indexOf(name);
  if (exact >= 0) return exact + 1;
  const joined = name === "payment" || name === "agreement";
  return joined ? steps.indexOf("payment-and-agreement") + 1 : 0;
}
