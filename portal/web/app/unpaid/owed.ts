import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";

/** How many invoices an address may name. */
const mostNamed = 24;

/** What is owed once a charge of it has failed, oldest first: another card is charged for it at once. */
export const owedOf = (invoices: readonly InvoiceView[]): readonly InvoiceView[] =>
  invoices.filter(({ canPay }) => canPay).toSorted((a, b) => a.period.localeCompare(b.period));

/** All of it, in yen. */
export const sumOf = (owed: readonly InvoiceView[]): number =>
  owed.reduce((all, { total }) => all + total, 0);

/** A charge of what had failed before is under way. */
export const isUnderWay = ({ canPay, isBeingCharged }: InvoiceView): boolean =>
  canPay && isBeingCharged;

/** Invoices as an address names them. */
export const namesOf = (invoices: readonly InvoiceView[]): string =>
  invoices
    .slice(0, mostNamed)
    .map(({ number }) => number)
    .join(",");

/** Where what is owed stands, and what came of a charge that the reader has asked for. */
export type Standing =
  | { readonly kind: "nothing" }
  | { readonly kind: "charging"; readonly invoices: readonly InvoiceView[] }
  | {
      readonly kind: "unpaid";
      readonly invoices: readonly InvoiceView[];
      /** The charge that was asked for has failed just now. */
      readonly failed: boolean;
    }
  | { readonly kind: "paid"; readonly invoices: readonly InvoiceView[] };

/**
 * @param waits a charge waits for its holder on the issuer's page
 * @param names the invoices that the reader asked to be charged, as {@link namesOf} gives them
 */
export function standingOf(
  invoices: readonly InvoiceView[],
  waits: boolean,
  names: string,
): Standing {
  const owed = owedOf(invoices);
  const asked = new Set(names.split(",").slice(0, mostNamed));
  const isAsked = ({ number }: InvoiceView) => asked.has(number);
  if (owed.length > 0) {
    const isCharging = !waits && owed.some(isUnderWay);
    return isCharging
      ? { kind: "charging", invoices: owed.filter(isUnderWay) }
      : { kind: "unpaid", invoices: owed, failed: !waits && owed.some(isAsked) };
  }
  const paid = invoices
    .filter((one) => isAsked(one) && one.state === "paid")
    .toSorted((a, b) => a.period.localeCompare(b.period));
  return paid.length > 0 ? { kind: "paid", invoices: paid } : { kind: "nothing" };
}
