import type { Locale } from "@sekimori/kit-contract/locale";
import { domainWarningDays } from "@sekimori/portal-contract/constants";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { mailMoment } from "./application-mail.ts";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  table,
} from "./mail-layout.ts";

const page = (sender: MailSender) => `${sender.portalOrigin}${pageUrl("organisation")}`;

/** Warns an owner that a domain's record is not seen any more. */
export function domainUnseenMail(
  sender: MailSender,
  locale: Locale,
  about: {
    readonly domain: string;
    readonly lapsesAt: Date;
    readonly record: { readonly name: string; readonly value: string };
  },
): MailContent {
  const { domain, record } = about;
  const lapsesAt = mailMoment(about.lapsesAt, locale);
  return locale === "ja"
    ? composeMail(sender, locale, "組織のドメインを確認できません", [
        paragraph(
          `${domain} が組織のドメインであることを示すTXTレコードが見つかりません。${lapsesAt}までに見つからない場合、このドメインは組織のドメインではなくなります。`,
        ),
        table([
          ["レコード名", record.name],
          ["レコードの値", record.value],
        ]),
        link("組織のページで確認する", page(sender)),
        note(
          "レコードを元に戻すと、次回の確認（1日1回）で自動的に元の状態に戻ります。組織のページから、すぐに確認することもできます。",
        ),
      ])
    : composeMail(sender, locale, "We can't verify your organization's domain", [
        paragraph(
          `We can't find the TXT record that shows ${domain} is your organization's. If it isn't back by ${lapsesAt}, the domain will no longer be your organization's.`,
        ),
        table([
          ["Record name", record.name],
          ["Record value", record.value],
        ]),
        link("Check on your organization's page", page(sender)),
        note(
          "Once the record is back, our daily check finds it and nothing else is needed. You can also check right away on your organization's page.",
        ),
      ]);
}

/** Tells an owner that a domain is the organisation's no more. */
export function domainLapsedMail(sender: MailSender, locale: Locale, domain: string): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "組織のドメインの確認が失効しました", [
        paragraph(
          `${domain}のTXTレコードが${domainWarningDays}日間見つからなかったため、このドメインは組織のドメインではなくなりました。`,
        ),
        link("組織のページを開く", page(sender)),
        note("再び組織のドメインにするには、レコードを元に戻し、組織のページで確認してください。"),
      ])
    : composeMail(sender, locale, "Your organization's domain is no longer verified", [
        paragraph(
          `We couldn't find the TXT record of ${domain} for ${domainWarningDays} days, so the domain is no longer your organization's.`,
        ),
        link("Open your organization's page", page(sender)),
        note("To get it back, put the record back and check it on your organization's page."),
      ]);
}

/** Tells an account's owner that the organisation's provider opens it from now on. */
export function organisationJoinedMail(
  sender: MailSender,
  locale: Locale,
  { organisation, hasOwnPlan }: { readonly organisation: string; readonly hasOwnPlan: boolean },
): MailContent {
  const settings = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "組織のログインが利用できるようになりました", [
        paragraph(
          `${organisation}のログイン（シングルサインオン）で、このアカウントにログインできるようになりました。`,
        ),
        paragraph(
          hasOwnPlan
            ? "これまでのパスワードやプランは変わりません。ほかの端末からログアウトし、外部IDの連携は解除しました。"
            : "このアカウントには、ご自身のプランとカードはありません。",
        ),
        link("アカウント設定を確認する", settings),
        note(
          hasOwnPlan
            ? "お心当たりがない場合は、パスワードを再設定してください。再設定すると、組織のログインとの連携は解除されます。"
            : "お心当たりがない場合は、お問い合わせください。",
        ),
      ])
    : composeMail(sender, locale, "You can now log in through your organization", [
        paragraph(`You can now log in to your account through ${organisation} (single sign-on).`),
        paragraph(
          hasOwnPlan
            ? "Your password and your plan stay the same. Your other devices have been logged out, and external IDs have been unlinked."
            : "This account has no plan and no card of its own.",
        ),
        link("Review your account settings", settings),
        note(
          hasOwnPlan
            ? "Not you? Reset your password: that ends the link to the organization's login."
            : "Not you? Contact us.",
        ),
      ]);
}

/** Tells an owner that a token of the organisation's directory runs out. */
export function scimTokenEndingMail(
  sender: MailSender,
  locale: Locale,
  { hint, expires_at: at }: { readonly hint: string; readonly expires_at: Date },
): MailContent {
  const endsAt = mailMoment(at, locale);
  return locale === "ja"
    ? composeMail(sender, locale, "ディレクトリ連携のトークンの期限が近づいています", [
        paragraph(
          `末尾が ${hint}のトークンは、${endsAt}に期限が切れます。期限が切れると、ディレクトリの変更（退職者の利用停止など）が反映されなくなります。`,
        ),
        link("組織のページで新しいトークンを作成する", page(sender)),
        note(
          "トークンは同時に2つまで有効です。新しいトークンをディレクトリに設定してから、古いトークンを終了してください。",
        ),
      ])
    : composeMail(sender, locale, "Your directory's token is about to expire", [
        paragraph(
          `The token ending in ${hint} expires on ${endsAt}. After that, changes in your directory, such as people who leave, no longer reach us.`,
        ),
        link("Create a new token on your organization's page", page(sender)),
        note(
          "Two tokens can be in use at the same time. Enter the new one in your directory, then end the old one.",
        ),
      ]);
}
