import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { maintainKeysIn, publishedKeys } from "../openid/provider/signing-keys.ts";
import { askDataKeyRotationIn } from "../operator/data-key-job.ts";
import { OperatorRefused, recordAct } from "../operator/operator-audit.ts";
import { announcePriceIn, type NewPrice, requirePriceFits } from "../operator/prices.ts";

// What two persons agree on that is about no member: what the plan costs, and the keys.

/** What one person asks for, about the service as a whole. */
export type WantedOfService =
  | { readonly act: "announce-price"; readonly price: NewPrice }
  | { readonly act: "rotate-signing-keys" }
  | { readonly act: "rotate-data-keys" };

const acts: readonly string[] = [
  "announce-price",
  "rotate-signing-keys",
  "rotate-data-keys",
] satisfies readonly WantedOfService["act"][];

/** Whether what is wanted is about no member. */
export const isOfService = <T extends { readonly act: string }>(
  wanted: T | WantedOfService,
): wanted is WantedOfService => acts.includes(wanted.act);

/** What of it stands in the request's row. */
export function serviceFacts(wanted: WantedOfService) {
  if (wanted.act !== "announce-price") return {};
  const { effectiveOn, monthlyPrice, taxPercent } = wanted.price;
  return { effective_on: effectiveOn, monthly_price: monthlyPrice, tax_percent: taxPercent };
}

/** The price that a request asks for; null where it asks for something else. */
export function priceOf(
  row: Pick<
    Selectable<Tables["portal.staff_request"]>,
    "effective_on" | "monthly_price" | "tax_percent"
  >,
): NewPrice | null {
  const { effective_on: effectiveOn, monthly_price: monthlyPrice, tax_percent: taxPercent } = row;
  if (effectiveOn === null || monthlyPrice === null || taxPercent === null) return null;
  return { effectiveOn, monthlyPrice, taxPercent };
}

const succession = "New signing keys are published already, and don't sign yet.";

/** @throws OperatorRefused where it could not be done now. */
export async function requirePossible(
  tx: PortalTransaction,
  { clock }: Pick<PortalContext, "clock">,
  wanted: WantedOfService,
): Promise<void> {
  if (wanted.act === "announce-price") return requirePriceFits(tx, { clock }, wanted.price);
  if (wanted.act === "rotate-data-keys") return;
  // Of the transaction: with another connection for each, many who ask would wait for connections.
  const keys = await publishedKeys({ db: tx, clock });
  if (keys.some(({ signsFrom }) => signsFrom > clock.now())) {
    throw new OperatorRefused(succession);
  }
}

/** Does it; the last statement of its transaction. @throws OperatorRefused */
export async function carryOutForService(
  tx: PortalTransaction,
  context: Pick<PortalContext, "clock" | "sealer">,
  acting: { readonly operator: string; readonly confirmedBy: string },
  wanted: WantedOfService & { readonly why: string },
): Promise<void> {
  const { why } = wanted;
  if (wanted.act === "announce-price") {
    await announcePriceIn(tx, context, acting, { ...wanted.price, why });
    return;
  }
  if (wanted.act === "rotate-data-keys") {
    await askDataKeyRotationIn(tx, context, acting, why);
    return;
  }
  if (!(await maintainKeysIn(tx, context, true))) throw new OperatorRefused(succession);
  await recordAct(tx, context, acting, "operator.keys-rotated", { reason: why });
}
