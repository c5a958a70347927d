import type { Locale } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
  resetPasswordUrl,
} from "./mail-layout.ts";

const securityUrl = (sender: MailSender) => `${sender.portalOrigin}${pageUrl("security")}`;

/** Somebody who gives the right password keeps giving wrong one-time passwords. */
export function codesGuessedMail(sender: MailSender, locale: Locale): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "ワンタイムパスワードの誤入力が続いています", [
        paragraph(
          "正しいパスワードに続けて、誤ったワンタイムパスワードが繰り返し入力されました。安全のため、一定時間、入力を制限しています。",
        ),
        paragraph(
          "お心当たりがない場合は、パスワードがほかの人に知られているおそれがあります。すぐにパスワードを再設定してください。再設定すると、すべての端末からログアウトします。",
        ),
        link("パスワードを再設定する", resetPasswordUrl(sender)),
      ])
    : composeMail(sender, locale, "Someone is entering wrong one-time passwords", [
        paragraph(
          "After the correct password, wrong one-time passwords were entered several times. To protect your account, new attempts are limited for a while.",
        ),
        paragraph(
          "If it wasn't you, someone else may know your password. Reset it right away. We'll log out every device when you do.",
        ),
        link("Reset your password", resetPasswordUrl(sender)),
      ]);
}

/** Strangers guess at the password. */
export function passwordsGuessedMail(sender: MailSender, locale: Locale): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "パスワードの誤入力が続いています", [
        paragraph(
          "これまでご利用のないブラウザーから、誤ったパスワードが繰り返し入力されました。ログインはされていません。",
        ),
        paragraph(
          "しばらくの間、初めてのブラウザーからログインする際は、パスワードに加えて、メールでお送りするワンタイムパスワードが必要です。ふだんお使いのブラウザーでは、これまでどおりログインできます。",
        ),
        link("操作履歴を確認する", securityUrl(sender)),
      ])
    : composeMail(sender, locale, "Someone is trying wrong passwords on your account", [
        paragraph(
          "We've seen repeated wrong passwords for your account from browsers you haven't used before. Nobody got in.",
        ),
        paragraph(
          "For a while, logging in from a new browser also asks for a one-time password sent to this address. Nothing changes in the browsers you already use.",
        ),
        link("Review your activity log", securityUrl(sender)),
      ]);
}

/** Support has ended what refused the member's sign-ins. */
export function unlockedMail(sender: MailSender, locale: Locale): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "ログインの制限を解除しました", [
        paragraph(
          "お問い合わせをいただき、誤った入力が続いたために設けていたログインの制限を解除しました。すぐにログインしていただけます。",
        ),
        paragraph(
          "お心当たりがない場合は、ほかの人がお客様になりすまして問い合わせたおそれがあります。操作履歴をご確認のうえ、お問い合わせ窓口までお知らせください。",
        ),
        link("操作履歴を確認する", securityUrl(sender)),
      ])
    : composeMail(sender, locale, "You can log in to your account again", [
        paragraph(
          "You asked us for help, so we've lifted the limit that repeated wrong entries had put on logging in.",
        ),
        paragraph(
          "If you didn't ask us, someone may have asked in your name. Review your activity log and contact us.",
        ),
        link("Review your activity log", securityUrl(sender)),
      ]);
}
