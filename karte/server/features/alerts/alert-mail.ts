import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { AlertKind } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { Job } from "@sekimori/kit-server/jobs";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { details, link, note, paragraph } from "@sekimori/kit-server/mail/letter";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { alertKindCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";
import { mailAlerts } from "../alert-requests/alert-jobs.ts";
import { seesDomain } from "../principals/may-see.ts";
import { localeOf, openMailedPerson } from "../principals/person.ts";
import { type AlertDetail, alertLine, alertSubject, alertTitle } from "./alert-words.ts";

const words = {
  ja: {
    subject: (first: string, others: number) =>
      others === 0 ? first : `${first} ほか${others}件の通知`,
    line: (workspace: string) => `「${workspace}」で、次のことがありました。`,
    link: "画面で確認する",
    more: (count: number) => `ほか${count}件`,
    why: "このメールは、通知をオンにしている方、通知ルールの宛先になっている方、検出事項を担当または受容している方にお送りしています。1時間に1通までです。「通知」の画面でオフにできます。",
  },
  en: {
    subject: (first: string, others: number) => {
      if (others === 0) return first;
      return `${first}, and ${others} more ${others === 1 ? "alert" : "alerts"}`;
    },
    line: (workspace: string) => `Here's what happened in “${workspace}”.`,
    link: "View the alerts",
    more: (count: number) => `And ${count} more`,
    why: "You're receiving this email because your alerts are on, an alert rule includes you, or you're assigned to or accepted one of these findings. We send at most one an hour. You can turn your alerts off on the Alerts page.",
  },
} as const;

/** Lines of one mail; the rest stands behind the bell. */
const linesMost = 20;

/** An alert as its mail tells of it. */
export interface MailedAlert {
  readonly kind: AlertKind;
  readonly domain: string;
  readonly detail: AlertDetail;
}

/** The mail of the alerts that came together for a person. */
export function alertMail(
  settings: MailSettings,
  about: {
    readonly person: MailedPerson;
    readonly locale: Locale;
    readonly workspace: string;
    readonly alerts: readonly MailedAlert[];
  },
): QueuedMail {
  const { person, locale, workspace, alerts } = about;
  const say = words[locale];
  const shown = alerts.slice(0, linesMost);
  const titled = Map.groupBy(shown, ({ kind, detail }) => alertTitle(kind, detail, locale));
  const rows = [...titled].map(
    ([title, ones]) =>
      [
        title,
        ones.map(({ kind, domain, detail }) => alertLine(kind, domain, detail, locale)).join("\n"),
      ] as const,
  );
  const rest = alerts.length - shown.length;
  const [first] = alerts;
  return composeMail(settings, {
    person,
    locale,
    subject: first ? say.subject(alertSubject(first, locale), alerts.length - 1) : "",
    blocks: [
      paragraph(say.line(workspace)),
      details(rows),
      ...(rest > 0 ? [note(say.more(rest))] : []),
      link(say.link, new URL(pagePaths.alerts, settings.karteOrigin).href),
    ],
    why: say.why,
  });
}

interface Waiting {
  readonly alert_id: string;
  readonly kind: number;
  readonly domain: string;
  readonly detail: AlertDetail;
  readonly cause: string | null;
}

/** New findings of one cause in one domain as one line: that of the first, with how many they are. */
function oneOfEachCause(rows: readonly Waiting[]): readonly Waiting[] {
  const isNew = ({ kind, detail }: Waiting) =>
    alertKindCode.word(kind) === "finding.new" && !detail.policy;
  const items = Map.groupBy(rows, (row) =>
    isNew(row) && row.cause !== null ? `${row.domain} ${row.cause}` : row.alert_id,
  );
  return [...items.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, detail: { ...first.detail, findings: others.length + 1 } }],
  );
}

/** What has come together for a person goes out as one mail, the most urgent findings first, and only if they are still a member. */
export function alertMailJob(context: KarteContext): Job {
  const { db, clock, mail, sealer, settings } = context;
  return mailAlerts.handledBy(async ({ workspace, account }) => {
    await inScope(db, wholeWorkspace(workspace), async (tx) => {
      const { rows } = await sql<Waiting>`
        with told as (update karte.alert_receipt r set mailed_at = ${clock.now()}
        from karte.alert a join karte.domain d on d.id = a.domain_id
        where a.id = r.alert_id and r.account_id = ${account} and r.mail and r.mailed_at is null
          and exists (select from karte.member m where m.account_id = ${account}
            and ${seesDomain(sql`a.domain_id`)})
        returning r.alert_id, a.kind, d.name as domain, a.detail, a.finding_id, a.at)
        select told.alert_id, told.kind, told.domain, told.detail, f.cause from told
        left join karte.finding f on f.id = told.finding_id
        order by f.work_order nulls last, f.id, told.at, told.alert_id`.execute(tx);
      if (rows.length === 0) return;
      const member = await tx
        .selectFrom("karte.member")
        .select(["workspace_id", "account_id", "personal", "locale"])
        .where("account_id", "=", account)
        .executeTakeFirstOrThrow();
      const { name } = await tx
        .selectFrom("karte.workspace")
        .select("name")
        .executeTakeFirstOrThrow();
      const locale = localeOf(member);
      const alerts = oneOfEachCause(rows).map(({ kind, ...alert }) => ({
        ...alert,
        kind: alertKindCode.word(kind),
      }));
      const person = openMailedPerson(sealer, member);
      await mail.queueMail(tx, alertMail(settings, { person, locale, workspace: name, alerts }));
    });
  });
}
