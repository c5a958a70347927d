import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  resetPasswordUrl,
} from "./mail-layout.ts";

/**
 * Tells an account's owner that it can now be entered by an external ID.
 *
 * @param name what the operator calls it
 */
export function externalIdLinkedMail(
  sender: MailSender,
  locale: Locale,
  name: Localized | undefined,
): MailContent {
  const called = name?.[locale];
  const settings = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, `${called ?? "外部ID"}が連携されました`, [
        paragraph(
          `アカウントに${called ?? "外部ID"}が連携されました。今後は${called ?? "外部ID"}でもログインできます。`,
        ),
        link("アカウント設定を確認する", settings),
        note("お心当たりがない場合は、すぐにパスワードを再設定し、お問い合わせください。"),
        link("パスワードを再設定する", resetPasswordUrl(sender)),
      ])
    : composeMail(sender, locale, `${called ?? "An external ID"} has been linked to your account`, [
        paragraph(
          `You can now log in with ${called ?? "your external ID"} as well as with your password.`,
        ),
        link("Review your account settings", settings),
        note("Not you? Reset your password right away, then contact us."),
        link("Reset your password", resetPasswordUrl(sender)),
      ]);
}

/**
 * Tells an account's owner that an external ID no longer opens it.
 *
 * @param name what the operator calls it
 */
export function externalIdUnlinkedMail(
  sender: MailSender,
  locale: Locale,
  name: Localized | undefined,
): MailContent {
  const called = name?.[locale];
  const settings = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, `${called ?? "外部ID"}の連携が解除されました`, [
        paragraph(
          `アカウントと${called ?? "外部ID"}の連携が解除されました。今後はパスワードでログインしてください。ほかの端末からはログアウトしました。`,
        ),
        link("アカウント設定を確認する", settings),
        note("お心当たりがない場合は、すぐにパスワードを再設定し、お問い合わせください。"),
        link("パスワードを再設定する", resetPasswordUrl(sender)),
      ])
    : composeMail(
        sender,
        locale,
        `${called ?? "An external ID"} has been unlinked from your account`,
        [
          paragraph(
            `You can no longer log in with ${called ?? "your external ID"}. Use your password from now on. Your other devices have been logged out.`,
          ),
          link("Review your account settings", settings),
          note("Not you? Reset your password right away, then contact us."),
          link("Reset your password", resetPasswordUrl(sender)),
        ],
      );
}
