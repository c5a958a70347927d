import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { composeMail, link, type MailContent, type MailSender, paragraph } from "./mail-layout.ts";

/** Why an operator closed an account: at their own word, or because an inquiry had no answer in time. */
export type ClosingReason = "operator" | "unanswered";

/** An operator has closed the account: what is over, what becomes of the data, and whom to ask. */
export function accountClosedMail(
  sender: MailSender,
  locale: Locale,
  { closedOn, reason }: { readonly closedOn: string; readonly reason: ClosingReason },
): MailContent {
  const day = formatDay(closedOn, locale);
  if (locale === "ja") {
    return composeMail(sender, locale, "会員登録を終了しました", [
      paragraph(
        reason === "unanswered"
          ? `確認のお願いに期限までのご回答がなかったため、会員規約に基づき、${day}に会員登録を終了しました。`
          : `${day}に会員登録を終了しました。`,
      ),
      paragraph(
        "ログインはできなくなり、ご契約も同じ日に終了しました。新たな月額料金は請求しません。未払いの請求書は、引き続きお支払いが必要です。",
      ),
      paragraph(
        "アカウントのデータは1か月以内に削除します。法令により保存が必要な請求書は、期限まで保管します。",
      ),
      link("お問い合わせ窓口を開く", sender.contactUrl),
    ]);
  }
  return composeMail(sender, locale, "We've closed your account", [
    paragraph(
      reason === "unanswered"
        ? `We didn't get an answer to our inquiry in time, so we closed your account on ${day} under the Member Terms.`
        : `We closed your account on ${day}.`,
    ),
    paragraph(
      "You can no longer log in, and your contract ended on the same day. We won't charge you for another month. Unpaid invoices remain due.",
    ),
    paragraph(
      "We'll delete your account's data within a month. We keep invoices for as long as the law requires.",
    ),
    link("Open our contact page", sender.contactUrl),
  ]);
}
