import { acceptanceNoticeDays } from "@sekimori/karte-contract/constants";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { prioritySentence } from "@sekimori/karte-contract/priority-sentence";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import { attemptEach, type CronEntry, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { localeOf, openMailedPerson } from "../principals/person.ts";
import { weeklyDigests, writeDigest } from "./digest-jobs.ts";
import { type Digest, digestMail } from "./digest-mail.ts";
import { digestLink } from "./digest-subscription.ts";
import { changesSince, overviewOf } from "./overview-service.ts";

const weekMs = 7 * dayMs;

/** On Mondays, when the weekend's scans are in and before the work begins. */
const mondayMorning = "0 8 * * 1";

/** Midnight in Asia/Tokyo with which a day begins. */
const beginOf = (day: string) => new Date(`${day}T00:00:00+09:00`);

/** The workspaces of the installation, and in each of those whose plan has mails who wants a digest. */
export function weeklyJob(context: KarteContext): { job: Job; cron: CronEntry } {
  const { db } = context;
  const job = weeklyDigests.handledBy(async ({ dueAt }) => {
    const monday = tokyoDay(new Date(dueAt));
    const { rows } = await sql<{ workspace: string }>`
      select karte.workspaces_with_digests() as workspace`.execute(db);
    await attemptEach(rows, ({ workspace }) =>
      inScope(db, wholeWorkspace(workspace), async (tx) => {
        if (!(await cachedContract(tx)).answer.entitlements.mailAlerts) return;
        const members = await tx
          .selectFrom("karte.member")
          .select("account_id")
          .where("weekly_mail", "=", true)
          .where("suspended_at", "is", null)
          .execute();
        for (const { account_id: account } of members) {
          await enqueue(tx, writeDigest, { workspace, account, monday });
        }
      }),
    );
  });
  return { job, cron: { name: "karte.weekly-digests", at: mondayMorning, job } };
}

interface Reader {
  readonly workspace_id: string;
  readonly account_id: string;
  readonly personal: Buffer;
  readonly locale: string;
  readonly workspace: string;
  /** Null sees everything. */
  readonly groups: string[] | null;
}

/** The member, if this week's digest is still to be written for them. */
async function readerOf(tx: KarteTransaction, account: string, monday: string) {
  const { rows } = await sql<Reader>`
    select m.workspace_id, m.account_id, m.personal, m.locale, w.name as workspace,
      case when m.restricted then array(select g.group_id::text from karte.member_group g
        where g.account_id = m.account_id) end as groups
    from karte.member m join karte.workspace w on w.id = m.workspace_id
    where m.account_id = ${account} and m.weekly_mail and m.suspended_at is null
      and (m.weekly_mailed_on is null or m.weekly_mailed_on < ${monday}::date)`.execute(tx);
  return rows[0];
}

/** Whether nobody has written it before. */
async function takeUp(tx: KarteTransaction, account: string, monday: string): Promise<boolean> {
  const { rows } = await sql`
    update karte.member m set weekly_mailed_on = ${monday}::date
    where m.account_id = ${account} and m.weekly_mail and m.suspended_at is null
      and (m.weekly_mailed_on is null or m.weekly_mailed_on < ${monday}::date)
    returning 1`.execute(tx);
  return rows.length > 0;
}

function digestOf(
  workspace: string,
  monday: string,
  overview: Overview,
  changes: Overview["changes"],
): Digest {
  const begin = beginOf(monday);
  const weekBegin = new Date(begin.getTime() - weekMs);
  const noticed = new Date(begin.getTime() + acceptanceNoticeDays * dayMs).toISOString();
  const { history, accepted, first, open, overdue } = overview;
  return {
    workspace,
    from: tokyoDay(weekBegin),
    to: tokyoDay(new Date(begin.getTime() - 1)),
    verdict: overview.verdict,
    grade: overview.grade,
    gradeBefore: history.findLast(({ at }) => new Date(at) < weekBegin)?.grade ?? null,
    critical: open.critical,
    open: Object.values(open).reduce((sum, findings) => sum + findings, 0),
    newFindings: changes.newFindings,
    fixedFindings: changes.fixedFindings,
    overdue: { value: overdue.count, more: overdue.more },
    acceptancesEnding: accepted.next.filter(({ until }) => until <= noticed).length,
    first: first.map(({ title, host, assignee, cause, severity, priority }) => ({
      title,
      place: host,
      assignee: assignee?.name ?? null,
      due: cause.dueOn,
      // Its day stands beside it: until Monday's mail is read, a count of days is another.
      why: prioritySentence({ severity, ...priority }, null),
    })),
  };
}

/**
 * One person's digest, of what they see: written once a week, and not at all before the first result,
 * when there is nothing to say.
 */
export function digestJob(context: KarteContext): Job {
  const { db, mail, sealer, settings } = context;
  return writeDigest.handledBy(async ({ workspace, account, monday }) => {
    const whole = wholeWorkspace(workspace);
    const reader = await inScope(db, whole, (tx) => readerOf(tx, account, monday));
    if (reader === undefined) return;
    const scope = { workspaceId: workspace, groups: reader.groups };
    const seen = { person: { id: account }, groups: reader.groups, scope };
    // The first finding stands in the list below: the verdict only counts.
    const overview = await overviewOf(context, seen, undefined, { namesFirst: false });
    if (!overview.checklist.diagnosed) return;
    const since = new Date(beginOf(monday).getTime() - weekMs);
    const changes = await inScope(db, scope, (tx) => changesSince(tx, since, () => []));
    const link = digestLink(context, { workspaceId: workspace, accountId: account });
    const letter = digestMail(settings, {
      person: openMailedPerson(sealer, reader),
      locale: localeOf(reader),
      digest: digestOf(reader.workspace, monday, overview, changes),
      unsubscribe: link,
    });
    await inScope(db, whole, async (tx) => {
      if (await takeUp(tx, account, monday)) await mail.queueMail(tx, letter);
    });
  });
}
