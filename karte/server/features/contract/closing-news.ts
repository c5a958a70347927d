import type { KarteContext, KarteTransaction } from "../../context.ts";
import { memberLocale, openMailedPerson } from "../principals/person.ts";
import { closingMail } from "./closing-mail.ts";
import { closingDays } from "./leaving.ts";

/**
 * Mails the members who stay, once, that the workspace which the transaction is in closes with its
 * last owners, or that it no longer does; whatever changed its owners or their leaving (terms of the
 * service, leaving).
 */
export async function tellOfClosing(
  { mail, sealer, settings }: Pick<KarteContext, "mail" | "sealer" | "settings">,
  tx: KarteTransaction,
): Promise<void> {
  const workspace = await tx
    .selectFrom("karte.workspace")
    .select(["name", "closing_on"])
    .where("closed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (workspace === undefined) return;
  const days = (await closingDays(tx)) ?? null;
  if ((days?.deletesOn ?? null) === workspace.closing_on) return;
  await tx
    .updateTable("karte.workspace")
    .set({ closing_on: days?.deletesOn ?? null })
    .execute();
  const staying = await tx
    .selectFrom("karte.member")
    .select(["workspace_id", "account_id", "personal", "locale"])
    .where("deleted_on", "is", null)
    .execute();
  for (const row of staying) {
    const person = openMailedPerson(sealer, row);
    const news = { person, locale: memberLocale(row), workspace: workspace.name, days };
    await mail.queueMail(tx, closingMail(settings, news));
  }
}
