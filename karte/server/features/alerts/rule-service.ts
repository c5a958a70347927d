import { randomUUID } from "node:crypto";
import { alertRulesMost } from "@sekimori/karte-contract/constants";
import type {
  AlertRuleView,
  addAlertRule,
  changeAlertRule,
} from "@sekimori/karte-contract/endpoints/alerts";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { alertKindCode, severityCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { knownGroups } from "../groups/group-repository.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { snapshotFor, viewColumns, viewSnapshot } from "../saved-views/view-snapshot.ts";
import { type RuleRow, rulesOf } from "./raise-service.ts";

type Body = EndpointRequest<typeof addAlertRule>["body"];

const severityWord = (code: number | null): "critical" | "high" | null =>
  code === null ? null : code === 1 ? "critical" : "high";

/** @throws AppError InvalidInput: only news of new findings is about a finding. */
function columnsOf({ kind, view }: Body, member: Member) {
  if (view?.list === "findings" && kind !== "finding.new") throw invalidField("view", "invalid");
  if (view === null) return viewColumns(null);
  const query = new URLSearchParams(view.query).toString();
  return viewColumns(snapshotFor(member, { ...view, query }));
}

function viewOf(rule: RuleRow): AlertRuleView["view"] {
  const view = viewSnapshot(rule);
  return view && { ...view, query: Object.fromEntries(new URLSearchParams(view.query)) };
}

export async function ruleList({ db, sealer }: KarteContext, member: Member) {
  return inScope(db, member.scope, async (tx) => {
    const rules = await rulesOf(tx);
    const person = await peopleById(
      tx,
      sealer,
      rules.flatMap(({ recipients }) => recipients),
    );
    const groups = await tx.selectFrom("karte.domain_group").select(["id", "name"]).execute();
    const group = (id: string | null) => groups.find((one) => one.id === id) ?? null;
    return {
      rules: rules.map(
        (rule): AlertRuleView => ({
          id: rule.id,
          kind: alertKindCode.word(rule.kind),
          severity: severityWord(rule.severity),
          days: rule.days,
          group: group(rule.group_id),
          view: viewOf(rule),
          mail: rule.mail,
          bell: rule.bell,
          webhook: rule.webhook,
          recipients: rule.recipients.flatMap((id) => person(id) ?? []),
        }),
      ),
    };
  });
}

/** A rule's row, for what was asked. @throws AppError NotFound, InvalidInput, PlanLimit. */
async function checked(
  tx: KarteTransaction,
  member: Member,
  body: Body,
): Promise<Omit<RuleRow, "id" | "created_by">> {
  const { kind, severity, days, group, mail, bell, webhook } = body;
  const recipients = [...new Set(body.recipients)];
  if (group !== null && (await knownGroups(tx, [group])).length === 0) {
    throw new AppError("NotFound");
  }
  if (!mail && !bell && !webhook) throw invalidField("mail", "required");
  if ((mail || bell) && recipients.length === 0) throw invalidField("recipients", "required");
  const { rows } = await sql`
    select 1 from karte.member where account_id = any (${recipients}::text[])`.execute(tx);
  if (rows.length !== recipients.length) throw invalidField("recipients", "invalid");
  const { entitlements } = (await cachedContract(tx)).answer;
  if (mail && !entitlements.mailAlerts) {
    throw new AppError("PlanLimit", { data: { what: "alerts by mail", limit: 0 } });
  }
  if (webhook && !entitlements.webhooks) {
    throw new AppError("PlanLimit", { data: { what: "webhooks", limit: 0 } });
  }
  return {
    kind: alertKindCode.of(kind),
    severity: kind === "finding.new" ? severityCode.of(severity ?? "high") : null,
    days: kind === "certificate.ends" ? (days ?? 30) : null,
    group_id: group,
    ...columnsOf(body, member),
    mail,
    bell,
    webhook,
    recipients,
  };
}

async function countRules(tx: KarteTransaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from karte.alert_rule`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function addRule({ db, clock }: KarteContext, member: Member, body: Body) {
  return inScope(db, member.scope, async (tx) => {
    if ((await countRules(tx)) >= alertRulesMost) {
      throw new AppError("PlanLimit", { data: { what: "rules", limit: alertRulesMost } });
    }
    const id = randomUUID();
    await tx
      .insertInto("karte.alert_rule")
      .values({
        id,
        workspace_id: member.workspaceId,
        ...(await checked(tx, member, body)),
        created_by: member.person.id,
        created_at: clock.now(),
      })
      .execute();
    await appendActivity(tx, {
      at: clock.now(),
      action: "alert-rule.added",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { kind: body.kind },
    });
    return { id };
  });
}

/** What a change may be compared with, in the form of what is asked. */
const asStored = (rule: RuleRow) => ({
  kind: alertKindCode.word(rule.kind),
  severity: severityWord(rule.severity),
  days: rule.days,
  group: rule.group_id,
  view: viewOf(rule),
  mail: rule.mail,
  bell: rule.bell,
  webhook: rule.webhook,
  recipients: rule.recipients,
});

/** @throws AppError NotFound, ChangedMeanwhile, and as addRule. */
export async function changeRule(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
  { was, ...body }: EndpointRequest<typeof changeAlertRule>["body"],
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const rule = await tx
      .selectFrom("karte.alert_rule")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (rule === undefined) throw new AppError("NotFound");
    const next = await checked(tx, member, body);
    mustBeAsRead(was, asStored(rule), asStored({ ...rule, ...next }));
    await tx.updateTable("karte.alert_rule").set(next).where("id", "=", id).execute();
    await appendActivity(tx, {
      at: clock.now(),
      action: "alert-rule.changed",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { kind: body.kind },
    });
  });
}

/** @throws AppError NotFound. */
export async function removeRule({ db, clock }: KarteContext, member: Member, id: string) {
  await inScope(db, member.scope, async (tx) => {
    const row = await tx
      .deleteFrom("karte.alert_rule")
      .where("id", "=", id)
      .returning("kind")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NotFound");
    await appendActivity(tx, {
      at: clock.now(),
      action: "alert-rule.removed",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { kind: alertKindCode.word(row.kind) },
    });
  });
}
