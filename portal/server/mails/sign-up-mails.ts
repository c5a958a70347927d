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
    ? composeMail(sender, locale, "認証コード", [
        paragraph(
          `${sender.serviceName}にお申し込みいただき、ありがとうございます。登録画面に次の認証コードを入力してください。`,
        ),
        code(digits),
        paragraph(`認証コードは${minutes}分間有効です。`),
        paragraph("別の端末やブラウザーで続ける場合は、次のリンクから開いてください。"),
        link("登録を続ける", resumeUrl),
        note("お心当たりがない場合は、このメールを破棄してください。登録は行われません。"),
      ])
    : composeMail(sender, locale, "Your authentication code:", [
        paragraph(
          `Thanks for registering with ${sender.serviceName}. Enter this code to confirm your email address.`,
        ),
        code(digits),
        paragraph(`The code expires in ${minutes} minutes.`),
        paragraph("On another device or in another browser, continue with this link."),
        link("Continue your registration", resumeUrl),
        note("Didn't register? You can ignore this email. No account will be created."),
      ]);
}

export interface AlreadyRegistered {
  /** Also proves the address on the page that waits for it, which then points to sign-in. */
  readonly code: string;
  readonly signInUrl: string;
  /** None for an account that has no password. */
  readonly resetUrl?: string | undefined;
}

/** Tells the owner of an account that somebody tried to sign up with the same address. */
export function alreadyRegisteredMail(
  sender: MailSender,
  locale: Locale,
  { code: digits, signInUrl, resetUrl }: AlreadyRegistered,
): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "登録済みのメールアドレスです", [
        paragraph(
          "このメールアドレスで会員登録のお申し込みがありましたが、すでにアカウントをお持ちです。新しいアカウントは作成されません。",
        ),
        link("ログインする", signInUrl),
        ...(resetUrl === undefined ? [] : [link("パスワードをお忘れの方", resetUrl)]),
        paragraph(
          "登録画面を開いたままの場合は、次の認証コードを入力すると、ログインの画面へ進めます。",
        ),
        code(digits),
        note(
          "お心当たりがない場合は、このメールを破棄してください。アカウントに変更はありません。",
        ),
      ])
    : composeMail(sender, locale, "You already have an account:", [
        paragraph(
          "Someone tried to register with this email address, but it already has an account. No new account will be created.",
        ),
        link("Log in", signInUrl),
        ...(resetUrl === undefined ? [] : [link("Forgot your password?", resetUrl)]),
        paragraph("If the registration page is still open, enter this code to go on to login."),
        code(digits),
        note("Not you? You can ignore this email. Nothing about your account has changed."),
      ]);
}
