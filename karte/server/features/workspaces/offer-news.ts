import type { OfferKind } from "@sekimori/karte-contract/endpoints/workspaces";
import type { OfferOutcome } from "@sekimori/karte-contract/words";
import type { PurgeRule } from "@sekimori/kit-server/jobs";
import { attemptEach } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { offerCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { ringFor } from "../alerts/personal-news.ts";
import { localeOf, nameOf, openMailedPerson } from "../principals/person.ts";
import { outcomeMail } from "./outcome-mail.ts";

/** Something that was offered, and to whom. */
export interface Offered {
  readonly what: OfferKind;
  readonly from: string;
  readonly to: string;
}

/**
 * Tells whoever made an offer what became of it, by mail and bell; nobody who has left the workspace
 * or is suspended.
 */
export async function tellGiver(
  context: Pick<KarteContext, "clock" | "mail" | "sealer" | "settings">,
  tx: KarteTransaction,
  outcome: OfferOutcome,
  { what, from, to }: Offered,
): Promise<void> {
  const { clock, mail, sealer, settings } = context;
  const giver = await tx
    .selectFrom("karte.member as m")
    .innerJoin("karte.workspace as w", "w.id", "m.workspace_id")
    .select(["m.workspace_id", "m.account_id", "m.personal", "m.locale", "w.name"])
    .where("m.account_id", "=", from)
    .where("m.suspended_at", "is", null)
    .executeTakeFirst();
  if (giver === undefined) return;
  const name = await nameOf(tx, sealer, to);
  await mail.queueMail(
    tx,
    outcomeMail(settings, {
      person: openMailedPerson(sealer, giver),
      locale: localeOf(giver),
      workspace: giver.name,
      what,
      outcome,
      to: name,
    }),
  );
  await ringFor(tx, {
    workspaceId: giver.workspace_id,
    account: from,
    kind: outcome,
    what,
    person: to,
    at: clock.now(),
  });
}

const batch = 100;

/** Takes away the offers that nobody answered in time, and tells whoever made them. */
export function unansweredOffers(context: KarteContext): PurgeRule {
  const { db } = context;
  return {
    name: "karte.offer",
    async remove(now) {
      let removed = 0;
      for (;;) {
        const { rows } = await sql<{ id: string }>`
          select id from karte.offers_over(${now}, ${batch}) id`.execute(db);
        await attemptEach(rows, ({ id }) =>
          inScope(db, wholeWorkspace(id), async (tx) => {
            const over = await tx
              .deleteFrom("karte.offer")
              .where("expires_at", "<", now)
              .returning(["what", "from_account", "to_account"])
              .execute();
            for (const { what, from_account: from, to_account: to } of over) {
              await tellGiver(context, tx, "offer.expired", {
                what: offerCode.word(what),
                from,
                to,
              });
            }
            removed += over.length;
          }),
        );
        if (rows.length < batch) return removed;
      }
    },
  };
}
