import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  resetPasswordUrl,
} from "./mail-layout.ts";

const notYou: Localized = {
  ja: "お心当たりがない場合は、すぐにパスワードを再設定し、お問い合わせください。",
  en: "Not you? Reset your password right away, then contact us.",
};

const notYouExternal: Localized = {
  ja: "お心当たりがない場合は、外部IDの提供元でログインの履歴をご確認のうえ、お問い合わせください。",
  en: "Not you? Check recent sign-ins with the provider of your external ID, and contact us.",
};

const openSettings: Localized = {
  ja: "アカウント設定を確認する",
  en: "Review your account settings",
};

const resetPassword: Localized = { ja: "パスワードを再設定する", en: "Reset your password" };

/** A notice that something about the account changed; all of them have this form. */
export function changeNotice(
  sender: MailSender,
  locale: Locale,
  subject: Localized,
  sentence: Localized,
): MailContent {
  return composeMail(sender, locale, subject[locale], [
    paragraph(sentence[locale]),
    link(openSettings[locale], `${sender.portalOrigin}${pageUrl("security")}`),
    note((sender.hasNoPassword ? notYouExternal : notYou)[locale]),
    // Whoever's password was changed by somebody else can't get behind a login.
    ...(sender.hasNoPassword ? [] : [link(resetPassword[locale], resetPasswordUrl(sender))]),
  ]);
}

export function nameChangedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "お名前が変更されました", en: "Your name has been changed" },
    {
      ja: "ご登録のお名前が変更されました。",
      en: "The name on your account has been changed.",
    },
  );
}

export function detailsChangedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "登録情報が変更されました", en: "Your registered details have been changed" },
    {
      ja: "ご登録の情報が変更されました。今後発行する請求書には、新しい情報が記載されます。発行済みの請求書は変わりません。",
      en: "The details registered for your account have been changed. Invoices issued from now on show the new details. Earlier invoices don't change.",
    },
  );
}

export function passwordChangedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "パスワードが変更されました", en: "Your password has been changed" },
    {
      ja: "アカウントのパスワードが変更されました。安全のため、ほかの端末からログアウトしました。",
      en: "The password for your account has been changed. To keep it safe, we logged you out on all other devices.",
    },
  );
}

export function twoFactorMail(sender: MailSender, locale: Locale, enabled: boolean): MailContent {
  return enabled
    ? changeNotice(
        sender,
        locale,
        { ja: "二要素認証が有効になりました", en: "Two-factor authentication is on" },
        {
          ja: "次回のログインから、パスワードに加えて、メールでお送りするワンタイムパスワードの入力が必要になります。",
          en: "From now on, you need your password and a one-time password that we email you to log in.",
        },
      )
    : changeNotice(
        sender,
        locale,
        { ja: "二要素認証が無効になりました", en: "Two-factor authentication is off" },
        {
          ja: "ログインの際に、ワンタイムパスワードの入力は不要になりました。",
          en: "You no longer need a one-time password to log in.",
        },
      );
}
