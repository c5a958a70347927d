import { offerDays } from "@sekimori/karte-contract/constants";
import type { OfferKind } from "@sekimori/karte-contract/endpoints/workspaces";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { link, paragraph } from "@sekimori/kit-server/mail/letter";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";

const words = {
  ja: {
    open: "依頼を確認する",
    deleted: {
      subject: "ワークスペースを削除しました",
      lines: (workspace: string, by: string) => [
        `最後の所有者である${by}さんが退会したため、ワークスペース「${workspace}」とそのデータを削除しました。元に戻すことはできません。`,
      ],
    },
    ownership: {
      subject: "ワークスペースの所有者の権限の引き受けを依頼されています",
      lines: (workspace: string, by: string) => [
        `${by}さんが、ワークスペース「${workspace}」の所有者の権限の引き受けを依頼しています。承諾すると、お客様が所有者になり、${by}さんは管理者になります。`,
        `${offerDays}日以内に、承諾または辞退してください。`,
      ],
    },
    contract: {
      subject: "ワークスペースの契約の引き受けを依頼されています",
      lines: (workspace: string, by: string) => [
        `${by}さんが、ワークスペース「${workspace}」をお客様の契約に移すよう依頼しています。承諾すると、料金と利用枠はお客様の契約に切り替わります。`,
        `${offerDays}日以内に、承諾または辞退してください。`,
      ],
    },
  },
  en: {
    open: "View the request",
    deleted: {
      subject: "Your workspace has been deleted",
      lines: (workspace: string, by: string) => [
        `${by}, the last owner of the workspace “${workspace}”, has left the service, so we've deleted the workspace and its data. This can't be undone.`,
      ],
    },
    ownership: {
      subject: "Become an owner of a workspace?",
      lines: (workspace: string, by: string) => [
        `${by} would like to transfer ownership of the workspace “${workspace}” to you. If you accept, you become an owner and ${by} becomes an administrator.`,
        `Accept or decline within ${offerDays} days.`,
      ],
    },
    contract: {
      subject: "Move a workspace to your contract?",
      lines: (workspace: string, by: string) => [
        `${by} would like to move the workspace “${workspace}” to your contract. If you accept, your contract's fees and limits apply to it.`,
        `Accept or decline within ${offerDays} days.`,
      ],
    },
  },
} as const;

/** Who hears of it, and about what. */
export interface WorkspaceNews {
  readonly person: MailedPerson;
  readonly locale: Locale;
  readonly workspace: string;
  /** Who offers it, or who has left the service. */
  readonly by: string;
}

/** Tells a member that their workspace was deleted, or that something is offered to them. */
export function workspaceMail(
  settings: MailSettings,
  kind: "deleted" | OfferKind,
  { person, locale, workspace, by }: WorkspaceNews,
): QueuedMail {
  const say = words[locale][kind];
  const url = new URL(pagePaths.workspace, settings.karteOrigin);
  return composeMail(settings, {
    person,
    locale,
    subject: say.subject,
    blocks: [
      ...say.lines(workspace, by).map((line) => paragraph(line)),
      ...(kind === "deleted" ? [] : [link(words[locale].open, url.href)]),
    ],
  });
}
