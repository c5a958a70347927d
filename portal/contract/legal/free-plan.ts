import { freeDomains, freeScansPerMonth, freeUsers } from "../constants.ts";
import { limitsInWords } from "../limits-in-words.ts";

/**
 * What the free plan is limited to, for the plans' choice, the legal notice and the question before
 * a cancellation. From the constants: the table of all plans would bring schemas to a page.
 */
export const freePlanLimits = limitsInWords({
  domains: freeDomains,
  users: freeUsers,
  manualRunsPerMonth: freeScansPerMonth,
});
