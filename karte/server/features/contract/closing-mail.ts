import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { link, paragraph } from "@sekimori/kit-server/mail/letter";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";
import type { LeavingDays } from "./leaving.ts";

const words = {
  ja: {
    open: "ワークスペースを開く",
    closing: {
      subject: (workspace: string, deleted: string) =>
        `ワークスペース「${workspace}」は${deleted}に閉鎖されます`,
      lines: (workspace: string, deleted: string, last: string) => [
        `ワークスペース「${workspace}」の最後の所有者が、退会の手続きをしました。${deleted}に閉鎖し、データを削除します。`,
        `必要なデータは${last}までに書き出してください。使い続けるには、それまでに所有者をほかのメンバーへ引き継ぐよう、現在の所有者に依頼してください。`,
      ],
    },
    stays: {
      subject: (workspace: string) => `ワークスペース「${workspace}」は引き続き利用できます`,
      lines: (workspace: string) => [
        `ワークスペース「${workspace}」の閉鎖は取りやめになりました。所有者が退会を取り消したか、ほかの所有者が残るためです。`,
      ],
    },
  },
  en: {
    open: "Open the workspace",
    closing: {
      subject: (workspace: string, deleted: string) =>
        `The workspace “${workspace}” closes on ${deleted}`,
      lines: (workspace: string, deleted: string, last: string) => [
        `The last owner of the workspace “${workspace}” is leaving the service. We'll close the workspace and delete its data on ${deleted}.`,
        `Export what you need by ${last}. To keep the workspace, ask the owner to hand it over to another member by then.`,
      ],
    },
    stays: {
      subject: (workspace: string) => `The workspace “${workspace}” stays open`,
      lines: (workspace: string) => [
        `The workspace “${workspace}” won't close after all: its owner has decided to stay, or another owner keeps it.`,
      ],
    },
  },
} as const;

/** Tells a member ahead of time that their workspace closes, or that it does not after all. */
export function closingMail(
  settings: MailSettings,
  {
    person,
    locale,
    workspace,
    days,
  }: {
    readonly person: MailedPerson;
    readonly locale: Locale;
    readonly workspace: string;
    /** Null when it stays. */
    readonly days: LeavingDays | null;
  },
): QueuedMail {
  const { open, closing, stays } = words[locale];
  const [deleted, last] = days
    ? [formatDay(days.deletesOn, locale), formatDay(days.endsOn, locale)]
    : ["", ""];
  const say = days ? closing : stays;
  return composeMail(settings, {
    person,
    locale,
    subject: say.subject(workspace, deleted),
    blocks: [
      ...say.lines(workspace, deleted, last).map((line) => paragraph(line)),
      link(open, new URL(pagePaths.workspace, settings.karteOrigin).href),
    ],
  });
}
