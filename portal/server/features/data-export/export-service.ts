import { randomUUID } from "node:crypto";
import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import type { Locale } from "@sekimori/kit-contract/locale";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { defineJob, enqueue, type Job, type JobRun } from "@sekimori/kit-server/jobs";
import { dataExportLifetimeMs } from "@sekimori/portal-contract/constants";
import type { showDataExport } from "@sekimori/portal-contract/endpoints/data-export";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { dataExportReadyMail } from "../../mails/leaving-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { namesById } from "../openid/clients/client-names.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";
import { exportAsPage, type WholeExport } from "./as-page.ts";
import { askApplications } from "./ask-applications.ts";
import { collectPersonalData } from "./collect.ts";
import { type CopyContent, contentSchema } from "./copy-content.ts";

/** How long an application that does not answer is waited for, before the copy is made without it. */
const patienceMs = 45_000;

const makeExport = defineJob("portal.data-export", z.object({ id: z.uuid() }));

const contextOf = (accountId: string) => `portal.data_export.content:${accountId}`;

type View = EndpointResponse<typeof showDataExport>;

/** Where the copy of somebody's data stands. @param locale of the names of what it lacks */
export async function showExport(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  accountId: string,
  locale: Locale,
): Promise<View> {
  const row = await db
    .selectFrom("portal.data_export")
    .select(["requested_at", "ready_at", "expires_at", "missing"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  if (!row) return { state: "none", requestedAt: null, readyUntil: null, missing: [] };
  const requestedAt = row.requested_at.toISOString();
  const names = await namesById(db, row.missing);
  // Copies of before kept names; an application may be registered no more.
  const missing = row.missing.map((id) => names.get(id)?.[locale] ?? id);
  return row.ready_at === null
    ? { state: "preparing", requestedAt, readyUntil: null, missing }
    : { state: "ready", requestedAt, readyUntil: row.expires_at.toISOString(), missing };
}

/** Has a worker make a copy; a former one goes. @throws AppError SessionExpired. */
export async function requestExport(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
  locale: Locale,
): Promise<View> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const now = clock.now();
  const fresh = {
    id: randomUUID(),
    requested_at: now,
    ready_at: null,
    content: null,
    missing: [],
    expires_at: new Date(now.getTime() + dataExportLifetimeMs),
  };
  await transaction(db, async (tx) => {
    await lockMember(tx, member, now);
    await tx
      .insertInto("portal.data_export")
      .values({ account_id: accountId, ...fresh })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(fresh))
      .execute();
    await enqueue(tx, makeExport, { id: fresh.id });
    await appendAudit(tx, { accountId, action: "data.export-requested", at: now, client });
  });
  return showExport(context, accountId, locale);
}

/** What applications answered, for programs: without the words that are for people. */
const forPrograms = (applications: WholeExport["applications"]) =>
  applications.map(({ name, parts }) => ({
    name,
    parts: parts.map(({ readable: _, ...part }) => part),
  }));

/** A copy of somebody's data in all its forms. */
export const contentOf = (whole: WholeExport, madeAt: Date): CopyContent => {
  const { portal, applications, missing } = whole;
  return {
    json: JSON.stringify(
      {
        madeAt,
        ...portal,
        applications: forPrograms(applications),
        missing: missing.map(({ name }) => name),
      },
      null,
      2,
    ),
    html: { ja: exportAsPage(whole, "ja", madeAt), en: exportAsPage(whole, "en", madeAt) },
  };
};

/** Keeps a copy; whoever asked is told of the first one, and of the one that lacks nothing any more. */
async function keep(
  context: PortalContext,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  whole: WholeExport,
): Promise<void> {
  const { db, clock, sealer } = context;
  const now = clock.now();
  const content = sealer.seal(JSON.stringify(contentOf(whole, now)), contextOf(accountId));
  const missing = whole.missing.map(({ clientId }) => clientId);
  await transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    const before = await tx
      .selectFrom("portal.data_export")
      .select(["ready_at", "missing"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    const isFirst = before?.ready_at === null;
    if (!account || !before || !(isFirst || missing.length < before.missing.length)) return;
    await tx
      .updateTable("portal.data_export")
      .set({
        ready_at: now,
        expires_at: new Date(now.getTime() + dataExportLifetimeMs),
        content,
        missing,
      })
      .where("id", "=", id)
      .execute();
    if (!isFirst && missing.length > 0) return;
    await mailMember(context, tx, account, (sender, locale) =>
      dataExportReadyMail(
        sender,
        locale,
        whole.missing.map(({ names }) => names[locale]),
      ),
    );
  });
}

/**
 * Makes a copy. Without an application that stays away it is made after a while, and says so; the
 * application is asked on, and the copy completed.
 *
 * @throws Error while a part is missing, so that the job is tried again.
 */
async function make(context: PortalContext, id: string, { logger, signal }: JobRun): Promise<void> {
  const { db, clock } = context;
  const asked = await db
    .selectFrom("portal.data_export")
    .select(["account_id", "requested_at", "ready_at", "missing"])
    .where("id", "=", id)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  if (!asked || (asked.ready_at !== null && asked.missing.length === 0)) return;
  const accountId = asked.account_id;
  const portal = await collectPersonalData(context, accountId);
  if (!portal) return;
  const { answers: applications, missing } = await askApplications(context, accountId, signal);
  for (const { name, cause } of missing) logger.warn({ err: cause, name }, "no part of an export");
  const hasWaited = clock.now().getTime() - asked.requested_at.getTime() >= patienceMs;
  const names = missing.map(({ name }) => name);
  if (names.length === 0 || hasWaited) {
    await keep(context, { id, accountId }, { portal, applications, missing });
  }
  if (names.length > 0) throw new Error(`A copy of data lacks the part of ${names.join(", ")}.`);
}

export const exportJobs = (context: PortalContext): readonly Job[] => [
  makeExport.handledBy(({ id }, run) => make(context, id, run)),
];

/**
 * The finished copy in one of its forms.
 *
 * @throws AppError NotFound when there is none, or it is over
 */
export async function fetchExport(
  { db, clock, sealer }: PortalContext,
  accountId: string,
  asked: { readonly format: "json" | "html"; readonly locale: Locale },
  client: ClientInfo,
): Promise<{ readonly name: string; readonly content: string }> {
  const at = clock.now();
  const row = await db
    .selectFrom("portal.data_export")
    .select("content")
    .where("account_id", "=", accountId)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  if (!row?.content) throw new AppError("NotFound");
  const opened = sealer.open(row.content, contextOf(accountId)).toString("utf8");
  const { json, html } = contentSchema.parse(JSON.parse(opened));
  await transaction(db, (tx) =>
    appendAudit(tx, { accountId, action: "data.exported", at, client }),
  );
  const { format, locale } = asked;
  return {
    name: `sekimori-${tokyoDay(at)}.${format}`,
    content: format === "json" ? json : html[locale],
  };
}
