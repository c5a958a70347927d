import { closedWorkspaceDays, offerDays } from "@sekimori/karte-contract/constants";
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
    closed: {
      subject: (workspace: string) => `ワークスペース「${workspace}」が閉鎖されました`,
      lines: (workspace: string, by: string) => [
        by === ""
          ? `ワークスペース「${workspace}」が閉鎖されました。`
          : `${by}さんがワークスペース「${workspace}」を閉鎖しました。`,
        // Where nobody closed it, its last owner is gone, and nobody is left who may open it again.
        `以後、どなたも利用できません。データは${closedWorkspaceDays}日後に削除されます。${by === "" ? "" : "それまでの間は、所有者が再開できます。"}`,
      ],
    },
    deleted: {
      subject: (workspace: string) => `ワークスペース「${workspace}」を削除しました`,
      lines: (workspace: string) => [
        `最後の所有者が退会したため、ワークスペース「${workspace}」とそのデータを削除しました。元に戻すことはできません。`,
      ],
    },
    ownership: {
      subject: (workspace: string) => `「${workspace}」の所有者への就任を依頼されています`,
      lines: (workspace: string, by: string) => [
        `${by}さんが、ワークスペース「${workspace}」の所有者になるよう依頼しています。`,
        `${offerDays}日以内に、承諾または辞退してください。`,
      ],
    },
    contract: {
      subject: (workspace: string) => `「${workspace}」の契約の引き受けを依頼されています`,
      lines: (workspace: string, by: string) => [
        `${by}さんが、ワークスペース「${workspace}」をあなたの契約に移すよう依頼しています。承諾すると、料金と利用枠はあなたの契約のものになります。`,
        `${offerDays}日以内に、承諾または辞退してください。`,
      ],
    },
  },
  en: {
    open: "View the request",
    closed: {
      subject: (workspace: string) => `The workspace “${workspace}” has been closed`,
      lines: (workspace: string, by: string) => [
        by === ""
          ? `The workspace “${workspace}” has been closed.`
          : `${by} closed the workspace “${workspace}”.`,
        `No one can use it now. We'll delete its data in ${closedWorkspaceDays} days${by === "" ? "" : "; until then, an owner can reopen it"}.`,
      ],
    },
    deleted: {
      subject: (workspace: string) => `The workspace “${workspace}” has been deleted`,
      lines: (workspace: string) => [
        `The last owner of the workspace “${workspace}” has left the service, so we've deleted the workspace and its data. This can't be undone.`,
      ],
    },
    ownership: {
      subject: (workspace: string) => `Become an owner of “${workspace}”?`,
      lines: (workspace: string, by: string) => [
        `${by} would like you to become an owner of the workspace “${workspace}”.`,
        `Accept or decline within ${offerDays} days.`,
      ],
    },
    contract: {
      subject: (workspace: string) => `Move “${workspace}” to your contract?`,
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
  /** Empty for what karte did by itself. */
  readonly by: string;
}

/** Tells a member that their workspace was closed, or that something is offered to them. */
export function workspaceMail(
  settings: MailSettings,
  kind: "closed" | "deleted" | OfferKind,
  { person, locale, workspace, by }: WorkspaceNews,
): QueuedMail {
  const say = words[locale][kind];
  const url = new URL(pagePaths.workspace, settings.karteOrigin);
  return composeMail(settings, {
    person,
    locale,
    subject: say.subject(workspace),
    blocks: [
      ...say.lines(workspace, by).map((line) => paragraph(line)),
      ...(kind === "closed" || kind === "deleted" ? [] : [link(words[locale].open, url.href)]),
    ],
  });
}
