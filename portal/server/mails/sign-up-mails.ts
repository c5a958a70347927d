import type { Locale } from "@sekimori/kit-contract/locale";
import {
  code,
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
} from "./mail-layout.ts";

export interface SignUpCode {
  readonly code: string;
  /** Resumes the sign-up on any device. */
  readonly resumeUrl: string;
  readonly minutes: number;
}

/** The code and link that prove a new address. */
export function signUpCodeMail(
  sender: MailSender,
  locale: Locale,
  { code: digits, resumeUrl, minutes }: SignUpCode,
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "会員登録の認証コード", [
        paragraph(
          "会員登録のお申し込みを受け付けました。登録画面に次の認証コードを入力してください。",
        ),
        code(digits),
        paragraph(`認証コードの有効期限は${minutes}分です。`),
        link("別の端末やブラウザーで登録を続ける場合は、次のリンクを開いてください。", resumeUrl),
        paragraph("お心当たりがない場合は、このメールを破棄してください。登録は行われません。"),
      ])
    : composeMail(sender, locale, "Your sign-up code", [
        paragraph("We received your request to sign up. Enter this code on the sign-up page."),
        code(digits),
        paragraph(`The code is valid for ${minutes} minutes.`),
        link("To continue on another device or in another browser, open this link.", resumeUrl),
        paragraph("If this was not you, ignore this mail. No account will be created."),
      ]);
}

export interface AlreadyRegistered {
  /** Also proves the address on the page that waits for it, which then points to sign-in. */
  readonly code: string;
  readonly signInUrl: string;
  readonly resetUrl: string;
}

/** Tells the owner of an account that somebody tried to sign up with the same address. */
export function alreadyRegisteredMail(
  sender: MailSender,
  locale: Locale,
  { code: digits, signInUrl, resetUrl }: AlreadyRegistered,
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "このメールアドレスは登録済みです", [
        paragraph(
          "このメールアドレスで会員登録のお申し込みがありましたが、すでにアカウントがあります。新しいアカウントは作成されません。",
        ),
        link("ログインはこちら", signInUrl),
        link("パスワードをお忘れの場合はこちら", resetUrl),
        paragraph(
          "登録画面に次の認証コードを入力すると、登録済みであることが画面にも表示されます。",
        ),
        code(digits),
        paragraph(
          "お心当たりがない場合は、このメールを破棄してください。アカウントに変更はありません。",
        ),
      ])
    : composeMail(sender, locale, "This address already has an account", [
        paragraph(
          "Somebody asked to sign up with this address, but it already has an account. No new account will be created.",
        ),
        link("Sign in", signInUrl),
        link("Reset your password", resetUrl),
        paragraph("If you enter this code on the sign-up page, the page will say so too."),
        code(digits),
        paragraph("If this was not you, ignore this mail. Nothing about your account has changed."),
      ]);
}
