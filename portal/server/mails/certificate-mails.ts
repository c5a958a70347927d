import type { Locale } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { mailMoment } from "./application-mail.ts";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
} from "./mail-layout.ts";

/**
 * Tells an owner that a certificate of the organisation's SAML provider runs out: the last one, or one
 * beside others, of which nobody knows here whether the provider still signs with it.
 */
export function certificateEndingMail(
  sender: MailSender,
  locale: Locale,
  {
    provider,
    endsAt: at,
    isLast,
  }: {
    /** The host that people know it by. */
    readonly provider: string;
    readonly endsAt: Date;
    readonly isLast: boolean;
  },
): MailContent {
  const endsAt = mailMoment(at, locale);
  const page = `${sender.portalOrigin}${pageUrl("organisation")}`;
  if (locale === "ja") {
    return composeMail(sender, locale, "シングルサインオンの証明書の期限が近づいています", [
      paragraph(
        isLast
          ? `シングルサインオンに登録されているIDプロバイダー（${provider}）の証明書は、${endsAt}に期限が切れます。期限が切れると、このIDプロバイダーによるログインを利用できなくなります。`
          : `シングルサインオンに登録されているIDプロバイダー（${provider}）の証明書のうち1つは、${endsAt}に期限が切れます。IDプロバイダーがこの証明書を使い続けている場合、期限が切れると、このIDプロバイダーによるログインを利用できなくなります。`,
      ),
      link("組織のページで証明書を変更する", page),
      note(
        isLast
          ? "証明書は4つまで登録できます。IDプロバイダーで証明書を切り替える前に、新しい証明書を追加してください。"
          : "IDプロバイダーで別の証明書に切り替えてある場合は、期限が切れる証明書を削除するだけで済みます。",
      ),
    ]);
  }
  return composeMail(sender, locale, "Your single sign-on certificate is about to expire", [
    paragraph(
      isLast
        ? `Your identity provider's certificate for single sign-on (${provider}) expires on ${endsAt}. After that, nobody can log in through this provider.`
        : `One of your identity provider's certificates for single sign-on (${provider}) expires on ${endsAt}. If the provider still uses it then, nobody can log in through it.`,
    ),
    link("Change the certificates on your organization's page", page),
    note(
      isLast
        ? "Up to four certificates can be in use at the same time. Add the new one here before your provider switches to it."
        : "If your provider has switched to another certificate already, just remove the one that expires.",
    ),
  ]);
}
