import { transaction } from "@sekimori/kit-server/database";
import { defineJob, enqueueAll, type Job } from "@sekimori/kit-server/jobs";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { accountingCopyMail } from "../../mails/accounting-mails.ts";
import {
  findAccountingAddress,
  withAccountingAddress,
} from "../accounting-address/accounting-addresses.ts";
import { documentAttachment } from "./enclosed-documents.ts";
import { openSnapshot } from "./invoice-snapshot.ts";
import { documentTitle } from "./invoice-words.ts";

const copyDocument = defineJob("portal.accounting-copy", z.object({ invoice: z.uuid() }));

/**
 * Has a worker mail copies of paid documents whose holders named an address of accounting. The
 * document is made there: a charge waits for no PDF.
 */
export async function queueCopies(
  tx: PortalTransaction,
  documents: readonly { readonly id: string; readonly account_id: string }[],
): Promise<void> {
  const wanted = await withAccountingAddress(
    tx,
    documents.map(({ account_id: id }) => id),
  );
  const copied = documents.filter(({ account_id: id }) => wanted.has(id));
  await enqueueAll(
    tx,
    copyDocument,
    copied.map(({ id }) => ({ payload: { invoice: id }, key: `accounting-copy:${id}` })),
  );
}

async function mailCopy(context: PortalContext, id: string): Promise<void> {
  const { db, clock, sealer, mail, mailSender } = context;
  const invoice = await db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "paid")
    .executeTakeFirst();
  if (!invoice?.snapshot) return;
  // Asked for again: it may have been removed since.
  const to = await findAccountingAddress(context, invoice.account_id);
  if (!to) return;
  const { email, locale } = to;
  const snapshot = openSnapshot(sealer, invoice.id, invoice.snapshot);
  const file = await documentAttachment(context, invoice, locale);
  const { total, number, recipient } = snapshot;
  const party = recipient.company ?? recipient.name;
  await transaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows: fresh } = await tx
      .insertInto("portal.accounting_copy")
      .values({ invoice_id: invoice.id, at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (fresh !== 1n) return;
    const title = documentTitle(snapshot, locale, true);
    await mail.queueMail(tx, {
      to: email,
      locale,
      ...accountingCopyMail(mailSender, locale, { title, number, party, total }),
      attachments: [file],
    });
  });
}

/** Mails one copy, once, however often it runs. */
export const copyJob = (context: PortalContext): Job =>
  copyDocument.handledBy(({ invoice }) => mailCopy(context, invoice));
