import type { Locale } from "@sekimori/kit-contract/locale";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
} from "./mail-layout.ts";

/** A password reset: the link, and the code for the browser that asked. */
export function resetMail(
  sender: MailSender,
  locale: Locale,
  reset: {
    readonly code: string;
    /** For which the code is good, and the link. */
    readonly minutes: number;
    readonly hours: number;
    readonly resetUrl: string;
  },
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "パスワード再設定の確認コード", [
        paragraph(
          "パスワードを再設定するには、お手続き中の画面に次の確認コードを入力してください。",
        ),
        code(reset.code),
        paragraph("別の端末では、次のリンクから新しいパスワードを設定できます。"),
        link("パスワードを再設定する", reset.resetUrl),
        paragraph(
          `コードは${reset.minutes}分間、リンクは${reset.hours}時間有効です。どちらも一度だけ使えます。`,
        ),
        note("お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。"),
      ])
    : composeMail(sender, locale, "Your password reset code:", [
        paragraph("Enter this code on the page where you asked to reset your password."),
        code(reset.code),
        paragraph("On another device, set a new password with this link."),
        link("Reset your password", reset.resetUrl),
        paragraph(
          `The code expires in ${reset.minutes} minutes and the link in ${reset.hours} hours. Each works once.`,
        ),
        note("Didn't ask for this? You can ignore this email. Your password won't change."),
      ]);
}
