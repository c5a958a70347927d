import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import type { Locale } from "@sekimori/kit-contract/locale";
import { isFitForStrangers } from "@sekimori/kit-contract/name";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { link, note, paragraph } from "@sekimori/kit-server/mail/letter";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";

const words = {
  ja: {
    subject: (address: string) => `${address}さんから招待が届いています`,
    line: (inviter: string, workspace: string) =>
      `${inviter}さんから、管理アプリケーションのワークスペース「${workspace}」への招待が届いています。`,
    named: (name: string, address: string) => `${name}（${address}）`,
    lineWithoutName: (inviter: string) =>
      `${inviter}さんから、管理アプリケーションのワークスペースへの招待が届いています。`,
    account:
      "アカウントをお持ちでない場合は、途中で登録できます。プランの選択やカードの登録は不要です。",
    link: "招待を確認する",
    end: (days: number) =>
      `招待は${days}日間有効です。お心当たりがない場合は、このメールを破棄してください。`,
  },
  en: {
    subject: (address: string) => `${address} invited you to a workspace`,
    line: (inviter: string, workspace: string) =>
      `${inviter} invited you to “${workspace}”, a workspace for security scans of domains.`,
    named: (name: string, address: string) => `${name} (${address})`,
    lineWithoutName: (inviter: string) =>
      `${inviter} invited you to a workspace for security scans of domains.`,
    account: "No account yet? You can register on the way, without a plan or a card.",
    link: "View the invitation",
    end: (days: number) =>
      `The invitation expires in ${days} days. Didn't expect it? You can ignore this email.`,
  },
} as const;

/**
 * The mail that invites somebody. It greets nobody: it is the same for every address, so that whoever
 * invites does not learn whose address is known. Its subject has the inviter's proved address and no
 * name that anybody can write; a name with an address in it does not stand in the mail either.
 */
export function invitationMail(
  settings: MailSettings,
  mail: {
    readonly to: string;
    readonly locale: Locale;
    readonly workspace: string;
    /** Whose address is proved; their name is what they call themselves. */
    readonly inviter: { readonly name: string; readonly email: string };
    readonly token: string;
    readonly days: number;
  },
): QueuedMail {
  const say = words[mail.locale];
  const url = new URL(pagePaths.invitation, settings.karteOrigin);
  url.searchParams.set(queryNames.token, mail.token);
  const { name, email: address } = mail.inviter;
  const inviter = isFitForStrangers(name) ? say.named(name, address) : address;
  return composeMail(settings, {
    person: { name: "", givenName: "", email: mail.to },
    locale: mail.locale,
    subject: say.subject(address),
    blocks: [
      paragraph(
        isFitForStrangers(mail.workspace)
          ? say.line(inviter, mail.workspace)
          : say.lineWithoutName(inviter),
      ),
      paragraph(say.account),
      link(say.link, url.href),
      note(say.end(mail.days)),
    ],
  });
}
