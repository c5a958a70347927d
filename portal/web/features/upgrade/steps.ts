import { queryNames } from "@sekimori/portal-contract/page-routes";

/** The step's name in the address, so that a reload and the back button keep it. */
export const cardStep = "card";

/** The query of the step after the card, which says what came of a charge if there is one. */
export const afterCard = (charged: string): Readonly<Record<string, string>> =>
  charged === "" ? {} : { [queryNames.charged]: charged };
