import type { Locale } from "@sekimori/kit-contract/locale";
import { changeNotice } from "./account-mails.ts";
import type { MailContent, MailSender } from "./mail-layout.ts";

/** @param name what the passkey is called. */
export function passkeyAddedMail(sender: MailSender, locale: Locale, name: string): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "パスキーが登録されました", en: "Passkey added" },
    {
      ja: `パスキー（${name}）が登録されました。パスワードなしでログインできます。パスワードでログインするときは、パスキー、認証アプリまたは復旧コードも必要になります。安全のため、ほかの端末からログアウトしました。`,
      en: `Your passkey (${name}) was added. You can log in with it instead of your password. If you log in with your password, you also need a passkey, your authenticator app or a recovery code. To keep your account safe, we logged you out on all other devices.`,
    },
  );
}

/** @param isLast whether nothing stronger than a mailed code is left. */
export function passkeyRemovedMail(
  sender: MailSender,
  locale: Locale,
  name: string,
  isLast: boolean,
): MailContent {
  const after = isLast
    ? {
        ja: "復旧コードも使えなくなりました。次回のログインから、パスワードに加えて、メールでお送りするワンタイムパスワードの入力が必要になります。",
        en: " Your recovery codes no longer work either. From now on, you need your password and a one-time password that we email you to log in.",
      }
    : { ja: "", en: "" };
  return changeNotice(
    sender,
    locale,
    { ja: "パスキーが削除されました", en: "Passkey removed" },
    {
      ja: `パスキー（${name}）が削除され、ログインに使えなくなりました。${after.ja}安全のため、ほかの端末からログアウトしました。`,
      en: `Your passkey (${name}) was removed and can no longer be used to log in.${after.en} To keep your account safe, we logged you out on all other devices.`,
    },
  );
}

export function passkeyCopiedMail(sender: MailSender, locale: Locale, name: string): MailContent {
  return changeNotice(
    sender,
    locale,
    { ja: "パスキーが複製された可能性があります", en: "Your passkey may have been copied" },
    {
      ja: `使用回数が前回から増えていないパスキーでのログインを拒否しました（${name}）。パスキーが複製された可能性があります。アカウント設定でこのパスキーを削除し、新しいパスキーを登録してください。`,
      en: `We refused one of your passkeys, because its use count hadn't gone up since the last login (${name}). Someone may have copied it. Remove it in your account settings and add a new one.`,
    },
  );
}
