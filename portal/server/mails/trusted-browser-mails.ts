import type { Locale } from "@sekimori/kit-contract/locale";
import { changeNotice } from "./account-mails.ts";
import type { MailContent, MailSender } from "./mail-layout.ts";

/** A browser signs in without the second factor from now on. */
export function browserTrustedMail(
  sender: MailSender,
  locale: Locale,
  { device, until }: { readonly device: string; readonly until: string },
): MailContent {
  const name = device || { ja: "不明な端末", en: "unknown device" }[locale];
  return changeNotice(
    sender,
    locale,
    { ja: "信頼するブラウザーが追加されました", en: "You trusted a browser" },
    {
      ja: `${until}まで、このブラウザー（${name}）ではパスワードだけでログインできます。重要な変更には、これまでどおり二要素認証が必要です。信頼はアカウント設定でいつでも解除できます。`,
      en: `Until ${until}, you can log in with just your password in this browser: ${name}. Sensitive changes still require two-factor authentication. You can stop trusting it in your account settings at any time.`,
    },
  );
}

/** The cookie of a trusted browser came from two places. */
export function trustCopiedMail(sender: MailSender, locale: Locale): MailContent {
  return changeNotice(
    sender,
    locale,
    {
      ja: "信頼するブラウザーの情報が複製された可能性があります",
      en: "A browser you trust may have been copied",
    },
    {
      ja: "信頼するブラウザーの古い情報を使って、正しいパスワードでログインしようとした人がいます。安全のため、このブラウザーの信頼を解除しました。次回のログインから、二要素認証が必要です。",
      en: "Someone tried to log in with your password and outdated data from a browser you trust. To keep your account safe, we no longer trust that browser: logging in from it requires two-factor authentication again.",
    },
  );
}
