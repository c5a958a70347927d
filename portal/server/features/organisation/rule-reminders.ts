import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import {
  type CronEntry,
  cronPayload,
  defineJob,
  enqueue,
  type Job,
} from "@sekimori/kit-server/jobs";
import { ruleReminderDays } from "@sekimori/portal-contract/constants";
import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { ruleComingMail } from "../../mails/rule-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { findAffected } from "./affected.ts";
import { includesOrganisation } from "./inclusion.ts";
import { findOrganisation } from "./organisation-repository.ts";
import { nameOfOrganisation } from "./show-organisation.ts";

const told = defineJob("portal.rule-set", z.object({ organisationId: z.uuid() }));
const reminding = defineJob("portal.rule-reminders", cronPayload);

/** People mailed in one transaction. */
const atOnce = 200;

/**
 * How many reminders of a rule are due: one when it was set, and one on each of the days before, where it
 * asks members to be ready.
 */
export function remindersDue(
  { kind }: Pick<SignInRule, "kind">,
  holdsFrom: Date,
  now: Date,
): number {
  if (kind === "session-length") return 1;
  const left = holdsFrom.getTime() - now.getTime();
  return 1 + ruleReminderDays.filter((days) => left <= days * dayMs).length;
}

/** Has the worker tell those whom a rule that was just set affects. */
export async function remindOf(tx: PortalTransaction, organisationId: string): Promise<void> {
  await enqueue(tx, told, { organisationId });
}

/**
 * Mails the next of those whom a rule to come affects, in the order of their accounts.
 *
 * @returns whether somebody may be left.
 */
async function remindNext(
  context: PortalContext,
  tx: PortalTransaction,
  key: { readonly organisationId: string; readonly kind: string; readonly holdsFrom: Date },
): Promise<boolean> {
  const now = context.clock.now();
  const row = await tx
    .selectFrom("portal.organisation_rule")
    .selectAll()
    .where("organisation_id", "=", key.organisationId)
    .where("kind", "=", key.kind)
    .where("holds_from", "=", key.holdsFrom)
    .where("holds_from", ">", now)
    .forUpdate()
    .executeTakeFirst();
  const organisation = row && (await findOrganisation(tx, row.organisation_id));
  if (!row || !organisation) return false;
  const rule = row.rule as SignInRule;
  const due = remindersDue(rule, row.holds_from, now);
  if (row.reminders >= due) return false;
  const { reminded_up_to: upTo } = row;
  const isIncluded = await includesOrganisation(tx, organisation.holder_id, now);
  const affected = isIncluded
    ? (await findAffected(context, tx, organisation, rule, now)).affected
    : [];
  const left = affected
    .map(({ id }) => id)
    .filter((id) => upTo === null || id > upTo)
    .sort();
  const next = left.slice(0, atOnce);
  const name = await nameOfOrganisation(context, organisation);
  const holdsFrom = calendarDay(row.holds_from);
  await mailMembers(
    context,
    tx,
    next.map((accountId) => ({
      accountId,
      write: (sender, locale) =>
        ruleComingMail(sender, locale, { organisation: name, rule, holdsFrom }),
      isBulk: true,
    })),
  );
  const isDone = left.length <= atOnce;
  await tx
    .updateTable("portal.organisation_rule")
    .set(
      isDone ? { reminders: due, reminded_up_to: null } : { reminded_up_to: next.at(-1) ?? null },
    )
    .where("organisation_id", "=", row.organisation_id)
    .where("kind", "=", row.kind)
    .where("holds_from", "=", row.holds_from)
    .execute();
  return !isDone;
}

/** Reminds of rules to come: of one organisation's, or of all. What is done is done once. */
export async function remindOfRules(
  context: PortalContext,
  organisationId?: string,
): Promise<void> {
  const { db, clock } = context;
  let query = db
    .selectFrom("portal.organisation_rule")
    .select(["organisation_id", "kind", "holds_from"])
    .where("holds_from", ">", clock.now())
    .where("reminders", "<", 1 + ruleReminderDays.length);
  if (organisationId !== undefined) query = query.where("organisation_id", "=", organisationId);
  for (const { organisation_id, kind, holds_from: holdsFrom } of await query.execute()) {
    const key = { organisationId: organisation_id, kind, holdsFrom };
    let isMore = true;
    while (isMore) isMore = await transaction(db, (tx) => remindNext(context, tx, key));
  }
}

export function ruleJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [
      told.handledBy(({ organisationId }) => remindOfRules(context, organisationId)),
      reminding.handledBy(() => remindOfRules(context)),
    ],
    cron: [{ name: "portal.rule-reminders", at: "17 * * * *", job: reminding }],
  };
}
