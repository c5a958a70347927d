import { AppError } from "@sekimori/kit-server/errors";
import type { KarteContext } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { mustAllBeLive } from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { placeOf } from "./finding-rows.ts";

/** Adds a comment to a finding's history. @throws AppError NotFound, PlanLimit. */
export async function commentNow(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
  text: string,
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const finding = await tx
      .selectFrom("karte.finding")
      .select("domain_id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (finding === undefined) throw new AppError("NotFound");
    await mustAllBeLive(tx, [finding.domain_id]);
    await tx
      .insertInto("karte.finding_event")
      .values({
        workspace_id: member.workspaceId,
        domain_id: finding.domain_id,
        finding_id: id,
        at: clock.now(),
        kind: "comment",
        account_id: member.person.id,
        text,
      })
      .execute();
    await appendActivity(tx, {
      at: clock.now(),
      action: "finding.commented",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: await placeOf(tx, [id]),
    });
  });
}
