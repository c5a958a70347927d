import type { KarteContext, KarteTransaction } from "../../context.ts";
import { mailMembers } from "../principals/member-mails.ts";
import { peopleById } from "../principals/person.ts";
import { closingMail } from "./closing-mail.ts";
import { closingDays, leavingOwners } from "./leaving.ts";

/**
 * Mails the members who stay, once, that the workspace which the transaction is in closes with its
 * last owners, or that it no longer does; whatever changed its owners or their leaving (terms of the
 * service, leaving).
 */
export async function tellOfClosing(
  context: Pick<KarteContext, "mail" | "sealer" | "settings">,
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
  const leavers = await leavingOwners(tx);
  const person = await peopleById(tx, context.sealer, leavers);
  const owners = leavers.map((id) => person(id)?.name ?? "");
  const about = { workspace: workspace.name, closes: days && { ...days, owners } };
  await mailMembers(
    context,
    tx,
    ({ isLeaving }) => !isLeaving,
    (to, locale) => closingMail(context.settings, { person: to, locale, ...about }),
  );
}
