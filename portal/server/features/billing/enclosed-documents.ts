import type { Locale } from "@sekimori/kit-contract/locale";
import type { Attachment, Enclose } from "@sekimori/kit-server/mail";
import type { PortalContext } from "../../context.ts";
import type { InvoiceRow } from "./attempt-repository.ts";
import { documentName } from "./documents-zip.ts";
import { invoiceDocument } from "./invoice-documents.ts";
import { openSnapshot } from "./invoice-snapshot.ts";

const prefix = "invoice:";

/** How a mail names the document that it encloses. */
export const enclosureOf = (invoiceId: string): string => `${prefix}${invoiceId}`;

/** A document as a file that goes with a mail, named by its date, amount and issuer. */
export async function documentAttachment(
  context: PortalContext,
  invoice: InvoiceRow,
  locale: Locale,
): Promise<Attachment> {
  if (invoice.snapshot === null) throw new Error("Only issued invoices have a document.");
  const snapshot = openSnapshot(context.sealer, invoice.id, invoice.snapshot);
  return {
    filename: `${documentName(snapshot, snapshot.issuer.name[locale])}.pdf`,
    contentType: "application/pdf",
    content: await invoiceDocument(context, invoice, locale),
  };
}

/** Makes what mails about payments and refunds enclose, in the language of the mail. */
export function encloseDocuments(context: PortalContext): Enclose {
  return async (name, locale) => {
    const invoice = await context.db
      .selectFrom("portal.invoice")
      .selectAll()
      .where("id", "=", name.slice(prefix.length))
      .where("state", "<>", "draft")
      .executeTakeFirst();
    return invoice && documentAttachment(context, invoice, locale);
  };
}
