import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { link, paragraph } from "@sekimori/kit-server/mail/letter";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";
import { peopleList } from "../../mails/people-list.ts";
import type { LeavingDays } from "./leaving.ts";

const words = {
  ja: {
    open: "ワークスペースを開く",
    closing: {
      subject: (deleted: string) => `ワークスペースは${deleted}に閉鎖されます`,
      lines: (workspace: string, owners: readonly string[], deleted: string, last: string) => [
        owners.length === 1
          ? `ワークスペース「${workspace}」の最後の所有者である${peopleList(owners, "ja")}が、退会の手続きをしました。${deleted}に閉鎖し、データを削除します。`
          : `ワークスペース「${workspace}」の所有者（${peopleList(owners, "ja")}）が全員、退会の手続きをしました。${deleted}に閉鎖し、データを削除します。`,
        `必要なデータは${last}までにエクスポートしてください。使い続けるには、それまでにほかのメンバーを所有者にするよう、${owners.length === 1 ? peopleList(owners, "ja") : "所有者"}に依頼してください。`,
      ],
    },
    stays: {
      subject: "ワークスペースは引き続き利用できます",
      lines: (workspace: string) => [
        `ワークスペース「${workspace}」の閉鎖は取りやめになりました。所有者が退会を取り消したか、ほかの所有者が残るためです。`,
      ],
    },
  },
  en: {
    open: "Open the workspace",
    closing: {
      subject: (deleted: string) => `Your workspace closes on ${deleted}`,
      lines: (workspace: string, owners: readonly string[], deleted: string, last: string) => [
        owners.length === 1
          ? `${peopleList(owners, "en")}, the last owner of the workspace “${workspace}”, is closing their account. We'll close the workspace and delete its data on ${deleted}.`
          : `All owners of the workspace “${workspace}” are closing their accounts: ${peopleList(owners, "en")}. We'll close the workspace and delete its data on ${deleted}.`,
        `Export what you need by ${last}. To keep the workspace, ask ${owners.length === 1 ? peopleList(owners, "en") : "one of them"} to make another member an owner by then.`,
      ],
    },
    stays: {
      subject: "Your workspace stays open",
      lines: (workspace: string) => [
        `The workspace “${workspace}” won't close after all: its owner has decided to stay, or another owner keeps it.`,
      ],
    },
  },
} as const;

function sayClosing(
  locale: Locale,
  workspace: string,
  { deletesOn, endsOn, owners }: LeavingDays & { readonly owners: readonly string[] },
) {
  const { subject, lines } = words[locale].closing;
  const deleted = formatDay(deletesOn, locale);
  return [subject(deleted), lines(workspace, owners, deleted, formatDay(endsOn, locale))] as const;
}

/** Tells a member ahead of time that their workspace closes, or that it does not after all. */
export function closingMail(
  settings: MailSettings,
  {
    person,
    locale,
    workspace,
    closes,
  }: {
    readonly person: MailedPerson;
    readonly locale: Locale;
    readonly workspace: string;
    /** Null when it stays. */
    readonly closes: (LeavingDays & { readonly owners: readonly string[] }) | null;
  },
): QueuedMail {
  const { open, stays } = words[locale];
  const [subject, lines] = closes
    ? sayClosing(locale, workspace, closes)
    : [stays.subject, stays.lines(workspace)];
  return composeMail(settings, {
    person,
    locale,
    subject,
    blocks: [
      ...lines.map((line) => paragraph(line)),
      link(open, new URL(pagePaths.workspace, settings.karteOrigin).href),
    ],
  });
}
