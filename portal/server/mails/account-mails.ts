import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { composeMail, link, type MailContent, type MailSender, paragraph } from "./mail-layout.ts";

const notYou: Localized = {
  ja: "お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。",
  en: "If this was not you, change your password at once and contact us.",
};

const openSettings: Localized = {
  ja: "アカウント設定を開く",
  en: "Open your account settings",
};

/** A notice that something about the account changed; all of them have this form. */
function changeNotice(
  sender: MailSender,
  locale: Locale,
  subject: Localized,
  sentence: Localized,
): MailContent {
  return composeMail(sender, locale, subject[locale], [
    paragraph(sentence[locale]),
    paragraph(notYou[locale]),
    link(openSettings[locale], `${sender.portalOrigin}${pageUrl("security")}`),
  ]);
}

export function nameChangedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "お名前を変更しました", en: "Your name was changed" },
    { ja: "アカウントのお名前が変更されました。", en: "The name on your account was changed." },
  );
}

export function passwordChangedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "パスワードを変更しました", en: "Your password was changed" },
    {
      ja: "アカウントのパスワードが変更されました。ほかの端末ではログアウトされています。",
      en: "The password of your account was changed. Other devices were signed out.",
    },
  );
}

export function twoFactorMail(sender: MailSender, locale: Locale, enabled: boolean): MailContent {
  return enabled
    ? changeNotice(
        sender,
        locale,
        { ja: "二要素認証を有効にしました", en: "Two-factor authentication was enabled" },
        {
          ja: "次回のログインから、メールで届くワンタイムパスワードの入力が必要になります。",
          en: "From the next sign-in you will be asked for a one-time password sent by mail.",
        },
      )
    : changeNotice(
        sender,
        locale,
        { ja: "二要素認証を無効にしました", en: "Two-factor authentication was disabled" },
        {
          ja: "ログインの際にワンタイムパスワードを入力する必要がなくなりました。",
          en: "Signing in no longer asks for a one-time password.",
        },
      );
}
