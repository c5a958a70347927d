import type { Locale } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { composeMail, link, type MailContent, type MailSender, paragraph } from "./mail-layout.ts";

/** Tells an account's owner that it can now be entered by an external ID. */
export function externalIdLinkedMail(sender: MailSender, locale: Locale): MailContent {
  const settings = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "外部IDを連携しました", [
        paragraph("アカウントに外部IDが連携されました。今後は外部IDでもログインできます。"),
        paragraph("お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。"),
        link("アカウント設定を開く", settings),
      ])
    : composeMail(sender, locale, "An external ID was linked", [
        paragraph("An external ID was linked to your account. You can now log in with it too."),
        paragraph("If this was not you, change your password at once and contact us."),
        link("Open your account settings", settings),
      ]);
}
