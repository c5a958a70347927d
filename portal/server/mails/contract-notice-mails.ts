import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

const contractUrl = (sender: MailSender) =>
  `${sender.portalOrigin}${pageUrl("security", { tab: "contract" })}`;

/** A week before the first charge after a trial: when, how much, and how not to be charged. */
export function firstChargeMail(
  sender: MailSender,
  locale: Locale,
  { on, amount, taxPercent }: { on: string; amount: number; taxPercent: number },
): MailContent {
  const day = formatDay(on, locale);
  const yen = formatYen(amount, locale);
  const plan = planNames.detailed[locale];
  return locale === "ja"
    ? composeMail(sender, locale, `${day}に初回のご請求があります`, [
        paragraph("無料期間が終わり、ご登録のカードに初回の料金を請求します。"),
        table([
          ["金額", `${yen}（税率${taxPercent}%・税込）`],
          ["請求日", day],
          ["プラン", plan],
        ]),
        paragraph(
          "請求を希望されない場合は、請求日の前日までにマイページの「契約・請求書」で「プランを解約する」を押してください。料金は発生しません。",
        ),
        link("契約を確認・プランを解約する", contractUrl(sender)),
      ])
    : composeMail(sender, locale, `Your first charge is on ${day}`, [
        paragraph("Your free trial is ending. We'll charge your card for the first time."),
        table([
          ["Amount", `${yen} (${taxPercent}% tax included)`],
          ["Date", day],
          ["Plan", plan],
        ]),
        paragraph(
          "Don't want to be charged? Before that day, open “Contract and invoices” on My Page and choose “Cancel plan”.",
        ),
        link("View or cancel your plan", contractUrl(sender)),
      ]);
}

/** A new price: from when, how much, that it needs an agreement, and what follows without one. */
export function priceChangeMail(
  sender: MailSender,
  locale: Locale,
  change: { effectiveOn: string; monthlyPrice: number; former: number; isReminder: boolean },
): MailContent {
  const day = formatDay(change.effectiveOn, locale);
  const [former, price] = [change.former, change.monthlyPrice].map((yen) => formatYen(yen, locale));
  return locale === "ja"
    ? composeMail(
        sender,
        locale,
        change.isReminder ? "料金変更への同意をお待ちしています" : "料金変更のお知らせ",
        [
          paragraph(`${planNames.detailed.ja}の月額料金（税込）が変わります。`),
          table([
            ["変更日", day],
            ["現在の料金", former ?? ""],
            ["新しい料金", price ?? ""],
          ]),
          paragraph(
            `新しい料金でのご利用には、マイページでの同意が必要です。同意がない場合、プランは変更日の前日に終了し、無料プランになります。それまでは現在の料金でご利用いただけます。`,
          ),
          link("マイページで回答する", contractUrl(sender)),
        ],
      )
    : composeMail(
        sender,
        locale,
        change.isReminder
          ? "Do you agree to your plan's new price?"
          : "The price of your plan is changing",
        [
          paragraph(
            "The monthly price of your detailed diagnosis plan, tax included, is changing.",
          ),
          table([
            ["From", day],
            ["Current price", former ?? ""],
            ["New price", price ?? ""],
          ]),
          paragraph(
            "To keep your plan, agree to the new price on My Page. If you don't, your plan ends the day before, and you move to the free plan. Until then, the current price holds.",
          ),
          link("Respond on My Page", contractUrl(sender)),
        ],
      );
}
