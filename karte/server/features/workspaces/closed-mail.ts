import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { link, paragraph } from "@sekimori/kit-server/mail/letter";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";
import { peopleList } from "../../mails/people-list.ts";

const words = {
  ja: {
    subject: "ワークスペースが閉鎖されました",
    closed: (workspace: string, by: string) =>
      `${by}さんが、ワークスペース「${workspace}」を閉鎖しました。現在は、どなたも利用できません。`,
    lost: (workspace: string, gone: string) =>
      `最後の所有者である${gone}さんのアカウントが閉鎖されたため、ワークスペース「${workspace}」を閉鎖しました。現在は、どなたも利用できません。`,
    youReopen: (until: string) =>
      `所有者は、${until}まで再開できます。再開すると、閉鎖前の内容とメンバーがそのまま戻ります。期限を過ぎると、データを削除します。`,
    theyReopen: (until: string, owners: string) =>
      `${until}までは、所有者（${owners}）が再開できます。必要な場合は、所有者に依頼してください。期限を過ぎると、データを削除します。`,
    nobody: (until: string) =>
      `所有者がいなくなったため、再開することはできません。データは${until}を過ぎると削除します。`,
    link: "ワークスペースを再開する",
  },
  en: {
    subject: "Your workspace has been closed",
    closed: (workspace: string, by: string) =>
      `${by} closed the workspace “${workspace}”. No one can use it now.`,
    lost: (workspace: string, gone: string) =>
      `We closed the workspace “${workspace}”, because the account of ${gone}, its last owner, was closed. No one can use it now.`,
    youReopen: (until: string) =>
      `As an owner, you can reopen it until ${until} (JST). Its content and its members come back as they were. After that, we delete its data.`,
    theyReopen: (until: string, owners: string) =>
      `Until ${until} (JST), an owner can reopen it (${owners}). Ask them if you need it. After that, we delete its data.`,
    nobody: (until: string) =>
      `It has no owner anymore, so it stays closed. We delete its data after ${until} (JST).`,
    link: "Reopen the workspace",
  },
} as const;

/** How a workspace was closed, and who may open it again. */
export interface Closing {
  readonly workspace: string;
  /** Who closed it; null where it lost its last owner. */
  readonly by: string | null;
  /** The last owner, whose account was closed. */
  readonly gone: string | null;
  /** Until when it can be opened again; then its data is deleted. */
  readonly until: Date;
  /** Names of those who may open it again. */
  readonly owners: readonly string[];
}

/** Tells a member that their workspace was closed, until when it can be reopened, and by whom. */
export function closedMail(
  settings: MailSettings,
  to: {
    readonly person: MailedPerson;
    readonly locale: Locale;
    /** Whether they are one of those who may. */
    readonly mayReopen: boolean;
  },
  { workspace, by, gone, until, owners }: Closing,
): QueuedMail {
  const { person, locale, mayReopen } = to;
  const say = words[locale];
  const day = formatMoment(until.toISOString(), locale);
  const others = peopleList(owners, locale);
  const next = mayReopen
    ? say.youReopen(day)
    : owners.length > 0
      ? say.theyReopen(day, others)
      : say.nobody(day);
  const url = new URL(pagePaths.closedWorkspaces, settings.karteOrigin);
  return composeMail(settings, {
    person,
    locale,
    subject: say.subject,
    blocks: [
      paragraph(by === null ? say.lost(workspace, gone ?? "") : say.closed(workspace, by)),
      paragraph(next),
      ...(mayReopen ? [link(say.link, url.href)] : []),
    ],
  });
}
