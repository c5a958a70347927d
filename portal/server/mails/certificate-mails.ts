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

/** Tells an owner that the last certificate of the organisation's SAML provider runs out. */
export function certificateEndingMail(sender: MailSender, locale: Locale, at: Date): MailContent {
  const endsAt = mailMoment(at, locale);
  const page = `${sender.portalOrigin}${pageUrl("organisation")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "シングルサインオンの証明書の期限が近づいています", [
        paragraph(
          `シングルサインオンに登録されているIDプロバイダーの証明書は、${endsAt}に期限が切れます。期限が切れると、組織のログインを利用できなくなります。`,
        ),
        link("組織のページで証明書を変更する", page),
        note(
          "証明書は4つまで登録できます。IDプロバイダーで証明書を切り替える前に、新しい証明書を追加してください。",
        ),
      ])
    : composeMail(sender, locale, "Your single sign-on certificate is about to expire", [
        paragraph(
          `Your identity provider's certificate for single sign-on expires on ${endsAt}. After that, nobody can log in through your organization.`,
        ),
        link("Change the certificates on your organization's page", page),
        note(
          "Up to four certificates can be in use at the same time. Add the new one here before your provider switches to it.",
        ),
      ]);
}
