import type { ContractView } from "@sekimori/portal-contract/endpoints/contract";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import type { PortalContext } from "../../context.ts";
import { includedTax } from "../billing/amounts.ts";
import { findInvoices, showInvoice } from "../billing/invoice-service.ts";
import { isOwed } from "../billing/money-states.ts";
import type { ParkingReason } from "../billing/parking.ts";
import { leftOfEach } from "../billing/refund-service.ts";
import { findContract } from "../contract/contract-repository.ts";
import { showContract } from "../contract/contract-view.ts";
import { type CalendarDay, lastOfMonth } from "../plan/plan-dates.ts";

/** Invoices that are shown, the newest; `billing find` and My Page have all. */
const invoicesShown = 12;

/** What is charged next, and why it is this much; yen with tax. */
export interface NextCharge {
  readonly on: CalendarDay;
  /** The days that are paid for. */
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly amount: number;
  readonly taxPercent: number;
  /** The tax contained in it. */
  readonly taxAmount: number;
  /** For months that were paid late, outside the tax. */
  readonly lateCharge: number;
  /** Whether the price is that of the contract, or an announced one that the member agreed to. */
  readonly price: "of-contract" | "announced";
}

/** A document, with what an operator may do with it. */
export interface MemberInvoice extends InvoiceView {
  readonly isOwed: boolean;
  /** Yen that can still be given back. */
  readonly refundable: number;
}

/** A member's contract and what is charged by it. */
export interface MemberMoney {
  readonly contractId: string | null;
  readonly contract: ContractView | null;
  readonly nextCharge: NextCharge | null;
  readonly invoices: readonly MemberInvoice[];
  readonly moreInvoices: boolean;
  /** Why billing leaves the contract alone. */
  readonly parked: { readonly reason: ParkingReason; readonly since: Date } | null;
}

/** Why the next charge is what it is. */
export function explainNext(
  { nextCharges: [next] }: Pick<ContractView, "nextCharges">,
  agreedPrice: number | null,
  rounding: PortalContext["settings"]["taxRounding"],
): NextCharge | null {
  if (next === undefined) return null;
  const { on, amount, taxPercent, lateCharge } = next;
  return {
    on,
    from: on,
    to: lastOfMonth(on),
    amount,
    taxPercent,
    taxAmount: includedTax(amount, taxPercent, rounding),
    lateCharge,
    price: amount === agreedPrice ? "of-contract" : "announced",
  };
}

/** The contract, the next charge and the latest invoices of an account. */
export async function showMoney(context: PortalContext, accountId: string): Promise<MemberMoney> {
  const { db, settings } = context;
  const row = await findContract(db, accountId);
  const contract = row ? await showContract(context, db, row) : null;
  const found = await findInvoices(context, accountId, {});
  const shown = found.slice(0, invoicesShown);
  const paid = shown.filter(({ invoice: { kind } }) => kind === "invoice");
  const left = await leftOfEach(
    db,
    paid.map(({ invoice }) => invoice),
  );
  const parked =
    row &&
    (await db
      .selectFrom("portal.parked_contract")
      .select(["reason", "parked_at"])
      .where("contract_id", "=", row.id)
      .executeTakeFirst());
  return {
    contractId: row?.id ?? null,
    contract,
    nextCharge: contract && explainNext(contract, row?.monthly_price ?? null, settings.taxRounding),
    invoices: shown.map(({ invoice, snapshot }) => ({
      ...showInvoice(invoice, snapshot),
      isOwed: isOwed(invoice.state),
      refundable: invoice.state === "paid" ? (left.get(invoice.id) ?? 0) : 0,
    })),
    moreInvoices: found.length > invoicesShown,
    parked: parked ? { reason: parked.reason, since: parked.parked_at } : null,
  };
}
