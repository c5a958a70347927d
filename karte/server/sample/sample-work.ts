import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { KarteContext } from "../context.ts";
import { inScope } from "../database/scope.ts";
import { type Work, workNow } from "../features/findings/work-service.ts";
import type { Member } from "../features/principals/principals.ts";

interface Place {
  readonly check: string;
  readonly host: string;
}

/** What the owner already decided: risks taken for a while, and work that was taken on. */
const accepted: readonly (Place & { readonly days: number; readonly text: string })[] = [
  {
    check: "svc-ssh",
    host: "seki-lab.example",
    days: 60,
    text: "計測装置の更新まで。接続元は社内のVPNだけに絞っています。",
  },
];
const assigned: readonly (Place & { readonly days: number })[] = [
  { check: "exp-files", host: "seki-recruit.example", days: 2 },
  { check: "cert-expiry", host: "seki-parts.example", days: 1 },
];
const comments: readonly (Place & { readonly text: string })[] = [
  {
    check: "dns-dangling",
    host: "spring.seki-campaign.example",
    text: "広告代理店に確認中。別名のレコードは今週中に消します。",
  },
];

/** Works on some of the findings as their owner would have. */
export async function workOnFindings(context: KarteContext, member: Member): Promise<void> {
  const now = context.clock.now().getTime();
  const find = ({ check, host }: Place) =>
    inScope(context.db, member.scope, (tx) =>
      tx
        .selectFrom("karte.finding")
        .select(["id", "domain_id"])
        .where("check_id", "=", check)
        .where("host", "=", host)
        .where("is_open", "=", 1)
        .execute(),
    );
  const workOn = (findings: readonly string[], act: Work) =>
    workNow(context, member, { findings, withCause: false, act });
  const idsOf = async (place: Place) => (await find(place)).map(({ id }) => id);
  for (const { days, text, ...place } of accepted) {
    const until = new Date(now + days * dayMs).toISOString();
    const act = { kind: "accept", reason: "compensated", until, text } as const;
    await workOn(await idsOf(place), act);
  }
  for (const { days, ...place } of assigned) {
    const ids = await idsOf(place);
    await workOn(ids, { kind: "assign", assignee: member.person.id });
    const on = new Date(now + days * dayMs).toISOString().slice(0, 10);
    await workOn(ids, { kind: "due", on });
  }
  for (const { text, ...place } of comments) {
    for (const { id, domain_id } of await find(place)) {
      await inScope(context.db, member.scope, async (tx) => {
        await tx
          .insertInto("karte.finding_event")
          .values({
            workspace_id: member.workspaceId,
            domain_id,
            finding_id: id,
            at: context.clock.now(),
            kind: "comment",
            account_id: member.person.id,
            text,
          })
          .execute();
      });
    }
  }
}
