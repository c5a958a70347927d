import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { dataExportLifetimeMs } from "@sekimori/portal-contract/constants";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { composeMail, link, type MailContent, type MailSender, paragraph } from "./mail-layout.ts";

const days = dataExportLifetimeMs / dayMs;

const askedAgain: Localized = {
  ja: "パスワードの確認が必要な場合があります。",
  en: " We may ask for your password.",
};

/**
 * The copy of somebody's own data can be fetched; the mail carries nothing of it.
 *
 * @param missing names of the applications whose part it lacks so far.
 */
export function dataExportReadyMail(
  sender: MailSender,
  locale: Locale,
  missing: readonly string[] = [],
): MailContent {
  const again = sender.hasNoPassword ? { ja: "", en: "" } : askedAgain;
  const url = `${sender.portalOrigin}${pageUrl("security", { tab: "contract" })}`;
  return locale === "ja"
    ? composeMail(sender, locale, "データの準備ができました", [
        paragraph(
          `ご依頼のデータの準備ができました。${days}日以内に、マイページの「契約・請求書」からダウンロードしてください。${again.ja}`,
        ),
        ...(missing.length === 0
          ? []
          : [
              paragraph(
                `${missing.join("、")}に接続できなかったため、そのデータはまだ含まれていません。引き続き接続を試み、そろい次第あらためてメールでお知らせします。`,
              ),
            ]),
        link("マイページを開く", url),
      ])
    : composeMail(sender, locale, "Your data is ready", [
        paragraph(
          `The copy of your data that you asked for is ready. Download it within ${days} days, under “Contract and invoices” on My Page.${again.en}`,
        ),
        ...(missing.length === 0
          ? []
          : [
              paragraph(
                `We couldn't reach ${missing.join(", ")}, so its data isn't included yet. We'll keep trying and email you again when the copy is complete.`,
              ),
            ]),
        link("Open My Page", url),
      ]);
}
