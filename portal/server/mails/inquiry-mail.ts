import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

/** Something that a member is asked to confirm, by when, and what follows without an answer. */
export function inquiryMail(
  sender: MailSender,
  locale: Locale,
  { about, answerBy }: { readonly about: string; readonly answerBy: string },
): MailContent {
  const day = formatDay(answerBy, locale);
  return locale === "ja"
    ? composeMail(sender, locale, `${day}までにご回答ください`, [
        paragraph("会員登録について、次の点の確認をお願いしています。"),
        paragraph(about),
        table([["回答の期限", day]]),
        paragraph(
          "期限までにご回答がない場合、会員規約に基づき、会員登録を終了する（会員資格を取り消す）ことがあります。ご回答はお問い合わせ窓口で承ります。",
        ),
        link("お問い合わせ窓口で回答する", sender.contactUrl),
      ])
    : composeMail(sender, locale, `We need your answer by ${day}`, [
        paragraph("We need you to confirm something about your account."),
        paragraph(about),
        table([["Answer by", day]]),
        paragraph(
          "Without an answer by that day, we may close your account under the Member Terms. You can answer through our contact page.",
        ),
        link("Answer on our contact page", sender.contactUrl),
      ]);
}
