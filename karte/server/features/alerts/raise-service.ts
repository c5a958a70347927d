import { randomUUID } from "node:crypto";
import { certificateNoticeDays } from "@sekimori/karte-contract/constants";
import { defaultAlertKinds } from "@sekimori/karte-contract/words";
import { dayMs, hourMs } from "@sekimori/kit-contract/tokyo";
import { enqueue } from "@sekimori/kit-server/jobs";
import type { WebhookEndpoint } from "@sekimori/kit-server/webhooks";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { alertKindCode, severityCode } from "../../database/codes.ts";
import { mailAlerts } from "../alert-requests/alert-jobs.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { seesDomain } from "../principals/may-see.ts";
import { localesById } from "../principals/person.ts";
import type { ViewColumns } from "../saved-views/view-snapshot.ts";
import { chatWords, linkTo, type NamedNews } from "./chat-words.ts";
import type { News } from "./news.ts";
import { matchesView } from "./view-match.ts";

export interface RuleRow extends ViewColumns {
  readonly id: string;
  readonly kind: number;
  readonly severity: number | null;
  readonly days: number | null;
  readonly group_id: string | null;
  readonly mail: boolean;
  readonly bell: boolean;
  readonly webhook: boolean;
  readonly recipients: string[];
  readonly created_by: string;
}

export async function rulesOf(tx: KarteTransaction): Promise<readonly RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select * from karte.alert_rule order by created_at, id`.execute(tx);
  return rows;
}

/** Whether a rule wants this news, but for its group. */
export function wants(
  rule: Pick<RuleRow, "kind" | "severity" | "days">,
  news: Pick<News, "kind" | "severity" | "endsAt">,
  now: Date,
): boolean {
  if (alertKindCode.word(rule.kind) !== news.kind) return false;
  if (news.kind === "finding.new") {
    return news.severity !== null && severityCode.of(news.severity) <= (rule.severity ?? 2);
  }
  if (news.kind === "certificate.ends") {
    return (news.endsAt?.getTime() ?? 0) <= now.getTime() + (rule.days ?? 30) * dayMs;
  }
  return true;
}

/** Whether everybody is told of this news who has not said otherwise. */
export const isToldByDefault = (news: Pick<News, "kind" | "severity" | "endsAt">, now: Date) =>
  defaultAlertKinds.some((kind) => kind === news.kind) &&
  wants(
    { kind: alertKindCode.of(news.kind), severity: null, days: certificateNoticeDays },
    news,
    now,
  );

interface Channels {
  readonly mail: boolean;
  readonly bell: boolean;
}

/** How each member is told of what everybody is told of, but for who wants none of it. */
async function choices(tx: KarteTransaction): Promise<ReadonlyMap<string, Channels>> {
  const { rows } = await sql<{ account: string } & Channels>`
    select m.account_id as account, m.alerts_mail as mail, m.alerts_bell as bell
    from karte.member m
    where m.suspended_at is null and (m.alerts_mail or m.alerts_bell)`.execute(tx);
  return new Map(rows.map(({ account, mail, bell }) => [account, { mail, bell }]));
}

/** Members among these who may see the domain. */
async function allowed(
  tx: KarteTransaction,
  accounts: readonly string[],
  domainId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select m.account_id from karte.member m
    where m.account_id = any (${[...accounts]}::text[])
      and ${seesDomain(sql`${domainId}`)}`.execute(tx);
  return rows.map((row) => row.account_id);
}

async function groupsOf(tx: KarteTransaction, domainId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ group_id: string }>`
    select group_id from karte.group_member where domain_id = ${domainId}`.execute(tx);
  return new Set(rows.map((row) => row.group_id));
}

/** When the next mail to a person may go: at most one an hour, the first at once. */
async function mailAt(tx: KarteTransaction, account: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(mailed_at) as at from karte.alert_receipt where account_id = ${account}`.execute(tx);
  const last = rows[0]?.at;
  return last ? new Date(Math.max(now.getTime(), last.getTime() + hourMs)) : now;
}

async function domainName(tx: KarteTransaction, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from karte.domain where id = ${id}`.execute(tx);
  return rows[0]?.name ?? "";
}

/**
 * To programs each news by itself, with facts beside the words; to each chat one message of all that
 * came together and that it wants, in the language of whoever added it.
 */
async function publishToWebhooks(
  tx: KarteTransaction,
  context: KarteContext,
  workspaceId: string,
  all: readonly News[],
): Promise<void> {
  if (all.length === 0) return;
  const { answer } = await cachedContract(tx);
  if (!answer.entitlements.webhooks) return;
  const { webhooks, settings } = context;
  const endpoints = (await webhooks.list(tx, workspaceId)).filter(
    ({ disabledAt }) => disabledAt === null,
  );
  if (endpoints.length === 0) return;
  const localeOf = await localesById(
    tx,
    endpoints.map(({ createdBy }) => createdBy),
  );
  const named: NamedNews[] = [];
  for (const news of all) named.push({ news, domain: await domainName(tx, news.domainId) });
  const isChat = ({ form }: WebhookEndpoint) => form !== "standard";
  const programs = endpoints.filter((one) => !isChat(one));
  for (const { news, domain } of named) {
    const wanting = programs.filter(({ events }) => events.includes(news.kind));
    if (wanting.length === 0) continue;
    await webhooks.publish(
      tx,
      workspaceId,
      {
        type: news.kind,
        data: {
          workspace: workspaceId,
          domain: { id: news.domainId, name: domain },
          finding: news.findingId,
          ...news.detail,
          url: linkTo(settings.karteOrigin, [news]),
        },
        words: (createdBy) =>
          chatWords([{ news, domain }], localeOf(createdBy), settings.karteOrigin),
      },
      wanting.map(({ id }) => id),
    );
  }
  for (const { id, events, createdBy } of endpoints.filter(isChat)) {
    const wanted = named.filter(({ news }) => events.includes(news.kind));
    const [first] = wanted;
    if (first === undefined) continue;
    await webhooks.publish(
      tx,
      workspaceId,
      {
        type: first.news.kind,
        data: {},
        words: chatWords(wanted, localeOf(createdBy), settings.karteOrigin),
      },
      [id],
    );
  }
}

/** Keeps a piece of news. @returns its id, and whether it is there for the first time. */
async function keep(
  tx: KarteTransaction,
  workspaceId: string,
  { domainId, kind, key, findingId, detail }: News,
  now: Date,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into karte.alert (id, workspace_id, domain_id, kind, key, at, finding_id, detail)
    values (${randomUUID()}, ${workspaceId}, ${domainId}, ${alertKindCode.of(kind)}, ${key}, ${now},
      ${findingId}, ${JSON.stringify(detail)}::jsonb)
    on conflict (workspace_id, key) do nothing returning id`.execute(tx);
  if (rows[0] !== undefined) return { id: rows[0].id, isNew: true };
  const { rows: known } = await sql<{ id: string }>`
    select id from karte.alert where key = ${key}`.execute(tx);
  return { id: known[0]?.id ?? "", isNew: false };
}

/** Programs and chats choose their kinds themselves; a rule that tells them of a kind narrows it. */
function goesToWebhooks(
  rules: readonly RuleRow[],
  fitting: readonly RuleRow[],
  { kind }: News,
  byDefault: boolean,
): boolean {
  const isRuled = rules.some((rule) => rule.webhook && alertKindCode.word(rule.kind) === kind);
  return isRuled ? fitting.some(({ webhook }) => webhook) : byDefault;
}

/**
 * Tells of news, each once, whom the rules name, and everybody of what everybody is told of unless
 * they said otherwise: those who may see it. Nothing goes out before the
 * transaction commits.
 *
 * @param always people who are told without a rule, by mail and bell.
 * @returns how many were new.
 */
export async function raise(
  tx: KarteTransaction,
  context: KarteContext,
  workspaceId: string,
  all: readonly (News & { readonly people?: readonly string[] })[],
): Promise<number> {
  const now = context.clock.now();
  const rules = await rulesOf(tx);
  const { answer } = await cachedContract(tx);
  const mayMail = answer.entitlements.mailAlerts;
  const toMail = new Set<string>();
  const toWebhooks: News[] = [];
  const chosen = await choices(tx);
  let raised = 0;
  for (const news of all) {
    const groups = await groupsOf(tx, news.domainId);
    const fitting: RuleRow[] = [];
    for (const rule of news.byPolicy === undefined ? rules : []) {
      if (!wants(rule, news, now)) continue;
      if (rule.group_id !== null && !groups.has(rule.group_id)) continue;
      if (await matchesView(tx, rule, news, { now, sealer: context.sealer })) fitting.push(rule);
    }
    const byDefault = news.byPolicy === undefined && isToldByDefault(news, now);
    const always = news.people ?? [];
    const isForPrograms = news.byPolicy?.webhook === true;
    if (fitting.length === 0 && always.length === 0 && !byDefault && !isForPrograms) continue;
    const { id, isNew } = await keep(tx, workspaceId, news, now);
    // What ends is told to whoever did not hear of it when somebody else's earlier day came.
    if (!isNew && news.kind !== "certificate.ends") continue;
    if (isNew) raised += 1;
    const channels = new Map<string, Channels>(byDefault ? chosen : []);
    const add = (account: string, { mail, bell }: Channels) => {
      const known = channels.get(account);
      channels.set(account, {
        mail: mail || known?.mail === true,
        bell: bell || known?.bell === true,
      });
    };
    for (const account of always) add(account, { mail: true, bell: true });
    for (const rule of fitting) for (const account of rule.recipients) add(account, rule);
    const told: { account: string; mail: boolean; bell: boolean }[] = [];
    for (const account of await allowed(tx, [...channels.keys()], news.domainId)) {
      const { mail = false, bell = false } = channels.get(account) ?? {};
      const mails = mail && mayMail;
      if (mails || bell) told.push({ account, mail: mails, bell });
    }
    const { rows: receipts } = await sql<{ account_id: string; mail: boolean }>`
      insert into karte.alert_receipt (workspace_id, alert_id, domain_id, account_id, at, bell, mail)
      select ${workspaceId}, ${id}, ${news.domainId}, t.account, ${now}, t.bell, t.mail
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) t (account text, bell boolean, mail boolean)
      on conflict (alert_id, account_id) do nothing returning account_id, mail`.execute(tx);
    for (const { account_id: account, mail } of receipts) if (mail) toMail.add(account);
    const goesOut =
      news.byPolicy === undefined ? goesToWebhooks(rules, fitting, news, byDefault) : isForPrograms;
    if (isNew && goesOut) toWebhooks.push(news);
  }
  await publishToWebhooks(tx, context, workspaceId, toWebhooks);
  for (const account of toMail) {
    const runAt = await mailAt(tx, account, now);
    await enqueue(
      tx,
      mailAlerts,
      { workspace: workspaceId, account },
      { key: `karte.alert-mail:${workspaceId}:${account}`, runAt },
    );
  }
  return raised;
}
