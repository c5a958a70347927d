import type { Locale } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
} from "./mail-layout.ts";

export interface ChangeEmailCode {
  readonly code: string;
  /** The new address, which the page keeps while it waits for the code (SPEC 2). */
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
        paragraph("メールアドレスの変更を受け付けました。画面に次の認証コードを入力してください。"),
        code(change.code),
        paragraph(`認証コードの有効期限は${change.minutes}分です。`),
        link("認証コードの入力画面を開く", url),
        paragraph("お心当たりがない場合は、このメールを破棄してください。"),
      ])
    : composeMail(sender, locale, "Your code to change the e-mail address", [
        paragraph("You asked to change your e-mail address to this one. Enter this code."),
        code(change.code),
        paragraph(`The code is valid for ${change.minutes} minutes.`),
        link("Open the page for the code", url),
        paragraph("If this was not you, ignore this mail."),
      ]);
}

/** Tells the owner of an account that somebody tried to move another account to its address. */
export function emailTakenMail(
  sender: MailSender,
  locale: Locale,
  change: ChangeEmailCode,
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "このメールアドレスは使用されています", [
        paragraph(
          "別のアカウントのメールアドレスをこのアドレスに変更する申し込みがありましたが、すでにこのアドレスのアカウントがあるため、変更できません。",
        ),
        paragraph("変更の画面に次の認証コードを入力すると、同じ内容が画面に表示されます。"),
        code(change.code),
        paragraph("お心当たりがない場合は、このメールを破棄してください。"),
      ])
    : composeMail(sender, locale, "This address is in use", [
        paragraph(
          "Somebody asked to change another account's address to this one. It already has an account, so the change is not possible.",
        ),
        paragraph("If you enter this code on the page, the page will say so too."),
        code(change.code),
        paragraph("If this was not you, ignore this mail."),
      ]);
}

/** Tells the old address, and gives it a week to object. */
export function oldAddressMail(
  sender: MailSender,
  locale: Locale,
  { undoToken }: { readonly undoToken: string },
): MailContent {
  const url = `${sender.portalOrigin}${pageUrl("changeEmailUndo", { token: undoToken })}`;
  return locale === "ja"
    ? composeMail(sender, locale, "メールアドレスが変更されました", [
        paragraph(
          "アカウントのメールアドレスが、このアドレスから別のアドレスに変更されました。ご本人の場合、対応は不要です。",
        ),
        paragraph(
          "お心当たりがない場合は、7日以内に次のリンクから元に戻してください。すべての端末がログアウトされ、次回のログインでパスワードの再設定が必要になります。",
        ),
        link("変更を元に戻す", url),
      ])
    : composeMail(sender, locale, "Your e-mail address was changed", [
        paragraph(
          "The address of your account was changed from this one to another. If this was you, there is nothing to do.",
        ),
        paragraph(
          "If it was not, undo it within seven days with this link. Every device is signed out, and the next sign-in asks for a new password.",
        ),
        link("Undo the change", url),
      ]);
}

export function emailChangedMail(sender: MailSender, locale: Locale): MailContent {
  const url = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "メールアドレスの変更が完了しました", [
        paragraph("今後は、このメールアドレスでログインしてください。"),
        link("アカウント設定を開く", url),
      ])
    : composeMail(sender, locale, "Your new e-mail address is in force", [
        paragraph("From now on, sign in with this address."),
        link("Open your account settings", url),
      ]);
}

export function changeUndoneMail(sender: MailSender, locale: Locale): MailContent {
  const url = `${sender.portalOrigin}${pageUrl("resetPassword", { step: "enter-id" })}`;
  return locale === "ja"
    ? composeMail(sender, locale, "メールアドレスの変更を取り消しました", [
        paragraph(
          "アカウントのメールアドレスを元に戻し、すべての端末をログアウトしました。続けてパスワードを再設定してください。",
        ),
        link("パスワードを再設定する", url),
      ])
    : composeMail(sender, locale, "The change of address was undone", [
        paragraph(
          "Your account has its former address again and every device was signed out. Now set a new password.",
        ),
        link("Reset your password", url),
      ]);
}
