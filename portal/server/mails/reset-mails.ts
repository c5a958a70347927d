import type { Locale } from "@sekimori/kit-contract/locale";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
} from "./mail-layout.ts";

/** The confirmation code of a password reset. */
export function resetCodeMail(
  sender: MailSender,
  locale: Locale,
  reset: { readonly code: string; readonly minutes: number; readonly resetUrl: string },
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "パスワード再設定の確認コード", [
        paragraph(
          "パスワードの再設定を受け付けました。再設定の画面に次の確認コードを入力してください。",
        ),
        code(reset.code),
        paragraph(`有効期限は${reset.minutes}分で、一度だけ使えます。`),
        link("パスワードを再設定する", reset.resetUrl),
        paragraph(
          "お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。",
        ),
      ])
    : composeMail(sender, locale, "Your password reset code", [
        paragraph("You asked to reset your password. Enter this confirmation code on the page."),
        code(reset.code),
        paragraph(`It is valid for ${reset.minutes} minutes and works once.`),
        link("Reset your password", reset.resetUrl),
        paragraph("If this was not you, ignore this mail. Your password stays as it is."),
      ]);
}
