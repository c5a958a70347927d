import { formatDay } from "@sekimori/kit-contract/dates";
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
                `${missing.map((name) => `「${name}」`).join("")}に接続できなかったため、そのデータはまだ含まれていません。引き続き接続を試み、そろい次第あらためてメールでお知らせします。`,
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
                `We couldn't reach ${missing.map((name) => `“${name}”`).join(", ")}, so its data isn't included yet. We'll keep trying and email you again when the copy is complete.`,
              ),
            ]),
        link("Open My Page", url),
      ]);
}

/**
 * The last mail to a member who left: contract and membership have ended, the data is deleted.
 *
 * @param endedOn the last day of both.
 * @param owes whether an invoice is still unpaid.
 */
export function leftMail(
  sender: MailSender,
  locale: Locale,
  { endedOn, owes }: { readonly endedOn: string; readonly owes: boolean },
): MailContent {
  const day = formatDay(endedOn, locale);
  return locale === "ja"
    ? composeMail(sender, locale, "退会の手続きが完了しました", [
        paragraph(
          `ご契約と会員登録は${day}に終了し、アカウントのデータを削除しました。ログインはできません。`,
        ),
        paragraph("法令により保存が必要な請求書は、期限まで保管します。"),
        paragraph(
          owes
            ? "新たな月額料金は請求しません。お支払いがお済みでない請求書は、お問い合わせ窓口へご連絡のうえお支払いください。"
            : "今後、料金は請求しません。ご利用ありがとうございました。",
        ),
        link("お問い合わせ窓口を開く", sender.contactUrl),
      ])
    : composeMail(sender, locale, "Your account is closed, and your data is deleted", [
        paragraph(
          `Your plan ended and your account closed on ${day}, and we've deleted your account's data. You can no longer log in.`,
        ),
        paragraph("We keep invoices for as long as the law requires."),
        paragraph(
          owes
            ? "We won't charge you for another month. You still have an unpaid invoice: contact us to pay it."
            : "We won't charge you anymore. Thank you for using the service.",
        ),
        link("Open our contact page", sender.contactUrl),
      ]);
}
