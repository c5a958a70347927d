import type { SignUpFlow } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import {
  pagePaths,
  type WizardOrigin,
  wizardStepCounts,
} from "@sekimori/portal-contract/page-routes";
import { planNeedsCard } from "@sekimori/portal-contract/plan-ids";

/** What a step of the wizard is called; a step may hold several pages. */
export type WizardStepName =
  | "verification"
  | "verification-and-information"
  | "information"
  | "confirmation"
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
  /** The route parameter of an earlier page in this tab. */
  readonly earlierTotalStep: string | undefined;
  /** Path of the page the wizard was entered from, while it is known. */
  readonly previousPath: string | undefined;
}

type Flow = Pick<SignUpFlow, "origin" | "plan" | "step">;

/** The same pages as so many steps: the more there are, the fewer pages share one. */
type Layouts = Readonly<Record<number, readonly WizardStepName[]>>;

const fromAddress: Readonly<Record<"paid" | "free", Layouts>> = {
  paid: {
    2: ["verification-and-information", "payment-and-agreement"],
    3: ["verification", "information", "payment-and-agreement"],
    4: ["verification", "information", "payment", "agreement"],
    5: ["verification", "information", "confirmation", "payment", "agreement"],
  },
  free: {
    2: ["verification-and-information", "agreement"],
    3: ["verification", "information", "agreement"],
    4: ["verification", "information", "confirmation", "agreement"],
  },
};

/** An external ID has proved the address already. */
const fromExternalId: typeof fromAddress = {
  paid: {
    2: ["information", "payment-and-agreement"],
    3: ["information", "payment", "agreement"],
    4: ["information", "confirmation", "payment", "agreement"],
  },
  free: {
    2: ["information", "agreement"],
    3: ["information", "confirmation", "agreement"],
  },
};

/** Somebody signed in to finish a sign-up whose account is there: to a free plan, only to agree. */
const fromSignIn: typeof fromAddress = {
  paid: { ...fromAddress.paid, 2: ["payment", "agreement"] },
  free: { ...fromAddress.free, 2: ["sign-in", "agreement"] },
};

function layoutsOf({ origin, plan, step }: Flow): Layouts {
  const price = planNeedsCard[plan] ? "paid" : "free";
  if (origin === "external-id" && step !== "verification") return fromExternalId[price];
  const hasAccount = step === "payment" || step === "agreement";
  return (origin === "login" && hasAccount ? fromSignIn : fromAddress)[price];
}

/**
 * The number of steps: the route parameter's, if the flow's pages can be laid out in so many, else
 * the previous page's, else the flow's.
 */
export function totalSteps(
  { totalStep, earlierTotalStep, previousPath }: WizardHints,
  flow: Flow,
): number {
  const counts = Object.keys(layoutsOf(flow));
  const given = [totalStep, earlierTotalStep].find((one) => one && counts.includes(one));
  if (given) return Number(given);
  return wizardStepCounts[originOfPage(previousPath, flow.origin) ?? flow.origin];
}

function originOfPage(path: string | undefined, origin: WizardOrigin): WizardOrigin | undefined {
  // An external ID's person comes from the same pages and never proves an address.
  if (origin === "external-id") return origin;
  if (path === pagePaths.register || path === pagePaths.registerSecurity24) return "register";
  return path === pagePaths.login ? "login" : undefined;
}

/** Under which names a step may stand, the narrowest first. */
const namesOf: Readonly<Record<Flow["step"], readonly WizardStepName[]>> = {
  verification: ["verification", "verification-and-information"],
  information: ["information", "verification-and-information"],
  confirmation: ["confirmation", "information", "verification-and-information"],
  payment: ["payment", "payment-and-agreement"],
  agreement: ["agreement", "payment-and-agreement"],
};

/** The steps to show and the one the flow is at. */
export function wizardPlace(hints: WizardHints, flow: Flow): WizardPlace {
  const steps = layoutsOf(flow)[totalSteps(hints, flow)] ?? [];
  const name = namesOf[flow.step].find((one) => steps.includes(one));
  return { steps, current: name === undefined ? 0 : steps.indexOf(name) + 1 };
}
