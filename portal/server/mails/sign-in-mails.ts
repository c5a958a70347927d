import type { Locale } from "@sekimori/kit-contract/locale";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
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
        paragraph(`有効期限は${oneTime.minutes}分です。ほかの人には教えないでください。`),
        paragraph(
          "お心当たりがない場合は、パスワードが知られているおそれがあります。パスワードを変更してください。",
        ),
      ])
    : composeMail(sender, locale, "Your one-time password", [
        paragraph("Enter this one-time password on the sign-in page."),
        code(oneTime.code),
        paragraph(`It is valid for ${oneTime.minutes} minutes. Do not give it to anyone.`),
        paragraph("If this was not you, somebody may know your password. Change it."),
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
  return locale === "ja"
    ? composeMail(sender, locale, "新しい端末からのログイン", [
        paragraph("これまでに使われていないブラウザーからログインがありました。"),
        table([
          ["日時", place.at],
          ["端末", place.device],
          ["IPアドレス", place.ipAddress],
        ]),
        paragraph(
          "ご本人の場合、対応は不要です。お心当たりがない場合は、すぐにパスワードを変更し、ほかの端末をログアウトしてください。",
        ),
        link("アカウント設定を開く", place.securityUrl),
      ])
    : composeMail(sender, locale, "Sign-in from a new device", [
        paragraph("Your account was signed in to from a browser it was not used from before."),
        table([
          ["When", place.at],
          ["Device", place.device],
          ["IP address", place.ipAddress],
        ]),
        paragraph(
          "If this was you, there is nothing to do. If not, change your password at once and sign out the other devices.",
        ),
        link("Open your security settings", place.securityUrl),
      ]);
}
