import type { Localized } from "@sekimori/kit-contract/locale";
import { planEntitlements } from "./entitlements.ts";
import { limitsInWords } from "./limits-in-words.ts";
import type { PlanId } from "./plans.ts";

/** How much a plan gives, in words that stand within a sentence or by themselves. */
export const planLimits = (plan: PlanId): Localized => limitsInWords(planEntitlements[plan]);
