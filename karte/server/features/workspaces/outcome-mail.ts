import { offerDays } from "@sekimori/karte-contract/constants";
import type { OfferKind } from "@sekimori/karte-contract/endpoints/workspaces";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { OfferOutcome } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { link, paragraph } from "@sekimori/kit-server/mail/letter";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";

interface Sentences {
  /** Nobody's name stands in it: names are what their owners write. */
  readonly subject: string;
  line(workspace: string, to: string): string;
}

const words: Readonly<
  Record<Locale, Readonly<Record<OfferKind, Readonly<Record<OfferOutcome, Sentences>>>>>
> = {
  ja: {
    ownership: {
      "offer.accepted": {
        subject: "所有者の権限の譲渡が承諾されました",
        line: (workspace, to) =>
          `${to}さんが、ワークスペース「${workspace}」の所有者の権限を引き受けました。お客様の役割は管理者になりました。`,
      },
      "offer.declined": {
        subject: "所有者の権限の譲渡が辞退されました",
        line: (workspace, to) =>
          `${to}さんが、ワークスペース「${workspace}」の所有者になることを辞退しました。所有者は変わりません。ほかのメンバーに依頼できます。`,
      },
      "offer.expired": {
        subject: "所有者の権限の譲渡の依頼が期限切れになりました",
        line: (workspace, to) =>
          `ワークスペース「${workspace}」の所有者になるという依頼に、${to}さんから${offerDays}日以内の回答がありませんでした。所有者は変わりません。もう一度依頼できます。`,
      },
    },
    contract: {
      "offer.accepted": {
        subject: "契約の引き受けが承諾されました",
        line: (workspace, to) =>
          `${to}さんが承諾し、ワークスペース「${workspace}」は${to}さんの契約に移りました。今後の料金と利用枠は、${to}さんの契約に切り替わります。お客様ご自身の契約は、解約されるまで続きます。`,
      },
      "offer.declined": {
        subject: "契約の引き受けが辞退されました",
        line: (workspace, to) =>
          `${to}さんが、ワークスペース「${workspace}」の契約の引き受けを辞退しました。引き続き、お客様の契約で利用されます。ほかのメンバーに依頼できます。`,
      },
      "offer.expired": {
        subject: "契約の引き受けの依頼が期限切れになりました",
        line: (workspace, to) =>
          `ワークスペース「${workspace}」の契約を引き受ける依頼に、${to}さんから${offerDays}日以内の回答がありませんでした。引き続き、お客様の契約で利用されます。もう一度依頼できます。`,
      },
    },
  },
  en: {
    ownership: {
      "offer.accepted": {
        subject: "Your request to transfer ownership was accepted",
        line: (workspace, to) =>
          `${to} accepted ownership of the workspace “${workspace}”. You're an administrator now.`,
      },
      "offer.declined": {
        subject: "Your request to transfer ownership was declined",
        line: (workspace, to) =>
          `${to} declined to become an owner of the workspace “${workspace}”. You're still an owner. You can ask another member.`,
      },
      "offer.expired": {
        subject: "Your request to transfer ownership expired",
        line: (workspace, to) =>
          `${to} didn't respond within ${offerDays} days to your request to become an owner of the workspace “${workspace}”. You're still an owner. You can ask again.`,
      },
    },
    contract: {
      "offer.accepted": {
        subject: "Your request to transfer the contract was accepted",
        line: (workspace, to) =>
          `${to} accepted, and the workspace “${workspace}” moved to their contract, with its fees and limits. Your own contract continues until you cancel it.`,
      },
      "offer.declined": {
        subject: "Your request to transfer the contract was declined",
        line: (workspace, to) =>
          `${to} declined to move the workspace “${workspace}” to their contract. It stays on yours. You can ask another member.`,
      },
      "offer.expired": {
        subject: "Your request to transfer the contract expired",
        line: (workspace, to) =>
          `${to} didn't respond within ${offerDays} days to your request to move the workspace “${workspace}” to their contract. It stays on yours. You can ask again.`,
      },
    },
  },
};

const open = { ja: "ワークスペースを開く", en: "Open the workspace" } as const;

/** Tells whoever offered something what became of it. */
export function outcomeMail(
  settings: MailSettings,
  {
    person,
    locale,
    workspace,
    what,
    outcome,
    to,
  }: {
    readonly person: MailedPerson;
    readonly locale: Locale;
    readonly workspace: string;
    readonly what: OfferKind;
    readonly outcome: OfferOutcome;
    /** The name of who was asked. */
    readonly to: string;
  },
): QueuedMail {
  const { subject, line } = words[locale][what][outcome];
  return composeMail(settings, {
    person,
    locale,
    subject,
    blocks: [
      paragraph(line(workspace, to)),
      link(open[locale], new URL(pagePaths.workspace, settings.karteOrigin).href),
    ],
  });
}
