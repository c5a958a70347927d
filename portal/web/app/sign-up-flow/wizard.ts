import type { SignUpFlow } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { createContext, use } from "react";
import type { Agreement } from "./flow-query.ts";

/** What the wizard's shell gives its pages. */
export interface Wizard {
  readonly flow: SignUpFlow;
  /** At the agreement step only. */
  readonly agreement: Agreement | null;
  /** What the agreement shown is called. */
  readonly shown: string | null;
  /**
   * Makes a call that may move the flow and goes to the page that follows. When the flow turns
   * out to be elsewhere (another tab went on) it goes there instead.
   *
   * @throws ApiError what the call throws, StepOutOfOrder excepted.
   */
  readonly advance: (call: () => Promise<SignUpFlow>) => Promise<void>;
  /** Asks the server where the flow stands and goes to that page. */
  readonly resume: () => Promise<void>;
  /** The server has ended the sign-up; asking for it again would look like a lost session. */
  readonly end: () => void;
}

export const WizardContext = createContext<Wizard | undefined>(undefined);

/** The wizard around this page. */
export function useWizard(): Wizard {
  const wizard = use(WizardContext);
  if (!wizard) throw new Error("this page stands outside of the wizard");
  return wizard;
}

/** What a navigation tells the wizard of where it came from (specification 2: the previous page). */
export interface WizardEntry {
  readonly from: string;
}

export function isWizardEntry(state: unknown): state is WizardEntry {
  return (
    typeof state === "object" && state !== null && "from" in state && typeof state.from === "string"
  );
}
