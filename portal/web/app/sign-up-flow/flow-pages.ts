import type { SignUpFlow, SignUpStep } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { type PageName, pagePaths } from "@sekimori/portal-contract/page-routes";

type Flow = Pick<SignUpFlow, "step" | "card">;

const pageOf: Readonly<Record<SignUpStep, PageName>> = {
  verification: "registerVerification",
  information: "registerInfo",
  confirmation: "confirmInfo",
  payment: "paymentInfo",
  agreement: "agreement",
};

/**
 * The pages of earlier steps that stay open: the information until the account exists, and the
 * card until the application is made. A step ahead is never open.
 */
function pagesBehind({ step, card }: Flow): readonly PageName[] {
  if (step === "confirmation") return ["registerInfo"];
  return step === "agreement" && card !== null ? ["paymentInfo"] : [];
}

/** The page at which a sign-up continues. */
export function pageOfStep(step: SignUpStep): string {
  return pagePaths[pageOf[step]];
}

/** Where a wizard's page must give way to another; undefined when it may be shown. */
export function pageInstead(flow: Flow, pathname: string): string | undefined {
  const open = [pageOf[flow.step], ...pagesBehind(flow)];
  return open.some((page) => pagePaths[page] === pathname) ? undefined : pageOfStep(flow.step);
}
