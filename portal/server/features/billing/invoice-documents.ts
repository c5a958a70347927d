import { createHash } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { goesOut } from "@sekimori/portal-contract/invoice-document";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PortalContext } from "../../context.ts";
import type { InvoiceRow } from "./attempt-repository.ts";
import { openSnapshot } from "./invoice-snapshot.ts";
import type { Payment } from "./invoice-words.ts";

const contextOf = (invoiceId: string, locale: Locale) =>
  `portal.invoice_document.pdf:${invoiceId}:${locale}`;

async function paymentOf(
  db: PortalContext["db"],
  { id, kind, paid_on: paidOn }: InvoiceRow,
): Promise<Payment | null> {
  if (kind !== "invoice" || paidOn === null) return null;
  const paid = await db
    .selectFrom("portal.charge_attempt as attempt")
    .leftJoin("portal.card as card", (join) =>
      join
        .onRef("card.gateway", "=", "attempt.gateway")
        .onRef("card.gateway_card", "=", "attempt.gateway_card"),
    )
    .select(["attempt.card_last4", "card.brand"])
    .where("attempt.invoice_id", "=", id)
    .where("attempt.state", "=", "succeeded")
    .executeTakeFirst();
  return paid ? { paidOn, brand: paid.brand, last4: paid.card_last4 } : null;
}

/**
 * The document of an invoice. It is made once, from the snapshot and its payment; what was handed
 * out first is handed out for ever, to the byte. Before the payment it is no receipt and not kept.
 */
export async function invoiceDocument(
  context: Pick<PortalContext, "db" | "sealer" | "settings" | "clock">,
  invoice: InvoiceRow,
  locale: Locale,
): Promise<Buffer> {
  const { db, sealer, settings, clock } = context;
  const find = () =>
    db
      .selectFrom("portal.invoice_document")
      .select("pdf")
      .where("invoice_id", "=", invoice.id)
      .where("locale", "=", locale)
      .executeTakeFirst();
  const open = (pdf: Buffer) => sealer.open(pdf, contextOf(invoice.id, locale));
  const kept = await find();
  if (kept) return open(kept.pdf);
  if (invoice.snapshot === null || invoice.snapshot_hash === null) {
    throw new Error("Only issued invoices have a document.");
  }
  const snapshot = openSnapshot(sealer, invoice.id, invoice.snapshot);
  // The library and its fonts cost a second and memory: read when first needed.
  const { invoicePdf } = await import("./invoice-pdf.ts");
  const page = `${settings.portalOrigin}${pageUrl("verifyInvoice")}`;
  const made = await invoicePdf(snapshot, locale, {
    proof: { hash: invoice.snapshot_hash, page },
    payment: await paymentOf(db, invoice),
  });
  if (!goesOut(invoice)) return made;
  await db
    .insertInto("portal.invoice_document")
    .values({
      invoice_id: invoice.id,
      locale,
      pdf: sealer.seal(made, contextOf(invoice.id, locale)),
      sha256: createHash("sha256").update(made).digest("hex"),
      made_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const first = await find();
  return first ? open(first.pdf) : made;
}
