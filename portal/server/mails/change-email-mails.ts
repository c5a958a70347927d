import type { Locale } from "@sekimori/kit-contract/locale";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { changeEmailUndoMs } from "@sekimori/portal-contract/constants";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  resetPasswordUrl,
} from "./mail-layout.ts";

export interface ChangeEmailCode {
  readonly code: string;
  /** The new address, which the page keeps while it waits for the code (specification 2). */
  readonly email: string;
  readonly minutes: number;
}

/** The code that proves a new address. */
export function changeEmailCodeMail(
  sender: MailSender,
  locale: Locale,
  change: ChangeEmailCode,
): MailContent {
  const query = { change_email: change.email };
  const url = `${sender.portalOrigin}${pageUrl("changeEmailVerify", query)}`;
  return locale === "ja"
    ? composeMail(sender, locale, "メールアドレス変更の認証コード", [
        paragraph(
          "このメールアドレスへの変更を受け付けました。画面に次の認証コードを入力すると、変更が完了します。",
        ),
        code(change.code),
        paragraph(`認証コードは${change.minutes}分間有効です。`),
        link("認証コードを入力する", url),
        note("お心当たりがない場合は、このメールを破棄してください。"),
      ])
    : composeMail(sender, locale, "Confirm your new email address:", [
        paragraph("Enter this code to start using this email address for your account."),
        code(change.code),
        paragraph(`The code expires in ${change.minutes} minutes.`),
        link("Enter the code", url),
        note("Didn't ask for this? You can ignore this email."),
      ]);
}

/** Tells the owner of an account that somebody tried to move another account to its address. */
export function emailTakenMail(
  sender: MailSender,
  locale: Locale,
  change: ChangeEmailCode,
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "このメールアドレスはすでに使われています", [
        paragraph(
          "別のアカウントから、このメールアドレスへの変更の申し込みがありました。このメールアドレスにはすでにアカウントがあるため、変更は行われません。",
        ),
        paragraph("変更の画面に次の認証コードを入力すると、画面でも結果を確認できます。"),
        code(change.code),
        note("お心当たりがない場合は、このメールを破棄してください。"),
      ])
    : composeMail(sender, locale, "This email address is already in use:", [
        paragraph(
          "Someone asked to move another account to this email address. It already has an account, so nothing will change.",
        ),
        paragraph("If that was you, enter this code on the page to see the result there, too."),
        code(change.code),
        note("Not you? You can ignore this email."),
      ]);
}

const undoDays = changeEmailUndoMs / dayMs;

/** Tells the old address, and gives it a while to object. */
export function oldAddressMail(
  sender: MailSender,
  locale: Locale,
  { undoToken }: { readonly undoToken: string },
): MailContent {
  const url = `${sender.portalOrigin}${pageUrl("changeEmailUndo", { token: undoToken })}`;
  return locale === "ja"
    ? composeMail(sender, locale, "メールアドレスが変更されました", [
        paragraph(
          "アカウントのメールアドレスが、このアドレスから別のアドレスに変更されました。ご本人の操作であれば、お手続きは不要です。",
        ),
        paragraph(
          `お心当たりがない場合は、${undoDays}日以内に変更を取り消してください。すべての端末からログアウトし、次回のログインでパスワードの再設定が必要になります。`,
        ),
        link("変更を取り消す", url),
      ])
    : composeMail(sender, locale, "Your email address has been changed", [
        paragraph(
          "Your account now uses a different email address instead of this one. If you made this change, you don't need to do anything.",
        ),
        paragraph(
          `Not you? Undo the change within ${undoDays} days. We'll log out every device and ask for a new password at the next login.`,
        ),
        link("Undo the change", url),
      ]);
}

export function emailChangedMail(sender: MailSender, locale: Locale): MailContent {
  const url = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "メールアドレスの変更が完了しました", [
        paragraph("今後は、このメールアドレスでログインしてください。"),
        link("アカウント設定を確認する", url),
      ])
    : composeMail(sender, locale, "Your new email address is confirmed", [
        paragraph("From now on, log in with this email address."),
        link("Review your account settings", url),
      ]);
}

export function changeUndoneMail(sender: MailSender, locale: Locale): MailContent {
  const url = resetPasswordUrl(sender);
  return locale === "ja"
    ? composeMail(sender, locale, "メールアドレスの変更を取り消しました", [
        paragraph(
          "アカウントのメールアドレスを元に戻し、すべての端末からログアウトしました。続けて、パスワードを再設定してください。",
        ),
        link("パスワードを再設定する", url),
      ])
    : composeMail(sender, locale, "Your email address has been restored", [
        paragraph(
          "We've put your previous email address back and logged out every device. Now set a new password.",
        ),
        link("Reset your password", url),
      ]);
}
