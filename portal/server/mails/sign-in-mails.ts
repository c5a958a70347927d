import type { Locale } from "@sekimori/kit-contract/locale";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  resetPasswordUrl,
  table,
} from "./mail-layout.ts";

/** The one-time password of one sign-in. */
export function oneTimePasswordMail(
  sender: MailSender,
  locale: Locale,
  oneTime: { readonly code: string; readonly minutes: number },
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "ワンタイムパスワード", [
        paragraph("ログイン画面に次のワンタイムパスワードを入力してください。"),
        code(oneTime.code),
        paragraph(`${oneTime.minutes}分以内に入力してください。ほかの人には教えないでください。`),
        note(
          "お心当たりがない場合は、パスワードがほかの人に知られているおそれがあります。すぐにパスワードを再設定してください。",
        ),
      ])
    : composeMail(sender, locale, "Your one-time password:", [
        paragraph("Enter this one-time password to finish logging in."),
        code(oneTime.code),
        paragraph(`It expires in ${oneTime.minutes} minutes. Don't share it with anyone.`),
        note("Not logging in? Someone else may know your password. Reset it right away."),
      ]);
}

export interface SignInPlace {
  readonly at: string;
  readonly device: string;
  readonly ipAddress: string;
  /** Where to look at sessions and the activity log. */
  readonly securityUrl: string;
}

/** A sign-in from a browser that the account has not been used from before. */
export function newDeviceMail(sender: MailSender, locale: Locale, place: SignInPlace): MailContent {
  const unknown = locale === "ja" ? "不明" : "Unknown";
  return locale === "ja"
    ? composeMail(sender, locale, "新しい端末からのログイン", [
        paragraph("これまでご利用のないブラウザーからログインがありました。"),
        table([
          ["日時", place.at],
          ["端末", place.device || unknown],
          ["IPアドレス", place.ipAddress],
        ]),
        paragraph("ご本人の操作であれば、お手続きは不要です。"),
        link("ログイン中の端末を確認する", place.securityUrl),
        note(
          sender.hasNoPassword
            ? "お心当たりがない場合は、ほかの端末からログアウトし、外部IDの提供元でログインの履歴をご確認ください。"
            : "お心当たりがない場合は、すぐにパスワードを再設定してください。再設定すると、すべての端末からログアウトします。",
        ),
        ...(sender.hasNoPassword ? [] : [link("パスワードを再設定する", resetPasswordUrl(sender))]),
      ])
    : composeMail(sender, locale, "New sign-in to your account", [
        paragraph("Someone logged in to your account from a browser you haven't used before."),
        table([
          ["When", place.at],
          ["Device", place.device || unknown],
          ["IP address", place.ipAddress],
        ]),
        paragraph("If this was you, you don't need to do anything."),
        link("Review your devices", place.securityUrl),
        note(
          sender.hasNoPassword
            ? "Not you? Log out all other devices, and check recent sign-ins with the provider of your external ID."
            : "Not you? Reset your password right away. We'll log out every device when you do.",
        ),
        ...(sender.hasNoPassword ? [] : [link("Reset your password", resetPasswordUrl(sender))]),
      ]);
}
