import type { Locale } from "@sekimori/kit-contract/locale";
import { recoveryCodesFew, recoveryCodesInSet } from "@sekimori/portal-contract/constants";
import { changeNotice } from "./account-mails.ts";
import type { MailContent, MailSender } from "./mail-layout.ts";

export function appAddedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "認証アプリが登録されました", en: "Authenticator app added" },
    {
      ja: "次回のログインから、パスワードに加えて、認証アプリに表示されるコードの入力が必要になります。安全のため、ほかの端末からログアウトしました。",
      en: "From now on, you need your password and a code from your authenticator app to log in. To keep your account safe, we logged you out on all other devices.",
    },
  );
}

export function appReplacedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "認証アプリが変更されました", en: "Authenticator app replaced" },
    {
      ja: "新しい認証アプリが登録され、以前の認証アプリのコードは使えなくなりました。安全のため、ほかの端末からログアウトしました。",
      en: "A new authenticator app has replaced the previous one, whose codes no longer work. To keep your account safe, we logged you out on all other devices.",
    },
  );
}

/** @param keepsPasskey whether a passkey still asks for more than a mailed code. */
export function appRemovedMail(
  sender: MailSender,
  locale: Locale,
  keepsPasskey: boolean,
): MailContent {
  if (keepsPasskey) {
    return changeNotice(
      sender,
      locale,
      { ja: "認証アプリが解除されました", en: "Authenticator app removed" },
      {
        ja: "認証アプリは使えなくなりました。パスキーと復旧コードは引き続き使えます。安全のため、ほかの端末からログアウトしました。",
        en: "Your authenticator app no longer works. Your passkeys and recovery codes do. To keep your account safe, we logged you out on all other devices.",
      },
    );
  }
  return changeNotice(
    sender,
    locale,
    { ja: "認証アプリが解除されました", en: "Authenticator app removed" },
    {
      ja: "認証アプリと復旧コードは使えなくなりました。次回のログインから、メールでお送りするワンタイムパスワードの入力が必要になります。安全のため、ほかの端末からログアウトしました。",
      en: "Your authenticator app and recovery codes no longer work. From now on, you need your password and a one-time password that we email you to log in. To keep your account safe, we logged you out on all other devices.",
    },
  );
}

export function recoveryCodesMadeMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "復旧コードが作り直されました", en: "New recovery codes created" },
    {
      ja: `新しい復旧コードが${recoveryCodesInSet}個作られ、以前の復旧コードは使えなくなりました。安全のため、ほかの端末からログアウトしました。`,
      en: `${recoveryCodesInSet} new recovery codes have been created, and the previous ones no longer work. To keep your account safe, we logged you out on all other devices.`,
    },
  );
}

/** @param left how many codes are left after this one. */
export function recoveryCodeUsedMail(
  sender: MailSender,
  locale: Locale,
  left: number,
): MailContent {
  const isFew = left <= recoveryCodesFew;
  return changeNotice(
    sender,
    locale,
    { ja: "復旧コードが使われました", en: "A recovery code was used" },
    {
      ja: `認証アプリまたはパスキーの代わりに復旧コードが使われました。残りは${left}個です。${isFew ? "アカウント設定で作り直してください。" : ""}`,
      en: `A recovery code was used in place of your authenticator app or passkey. Codes left: ${left}.${isFew ? " Create new ones in your account settings." : ""}`,
    },
  );
}
