import { systemClock } from "@sekimori/kit-server/clock";
import { createSealer } from "@sekimori/kit-server/sealing";
import { parseSettings } from "@sekimori/kit-server/settings";
import { invoiceDocument } from "@sekimori/portal-server/invoice-documents";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import { environment } from "./run.ts";
import type { BillingStand } from "./stand.ts";

/** PDFs made, sealed and kept in a second, at their first request, by one process. */
export async function documentsPerSecond({ portal }: BillingStand): Promise<number> {
  const settings = parseSettings(portalSettingsSchema, environment);
  const sealer = createSealer(settings.portalDataKeys.reveal());
  const context = { db: portal.db, sealer, settings, clock: systemClock };
  const invoices = await portal.db.selectFrom("portal.invoice").selectAll().limit(41).execute();
  const [first, ...others] = invoices;
  // The first one reads the library and its fonts.
  if (first) await invoiceDocument(context, first, "ja");
  const began = performance.now();
  for (const invoice of others) await invoiceDocument(context, invoice, "ja");
  return others.length / ((performance.now() - began) / 1_000);
}
