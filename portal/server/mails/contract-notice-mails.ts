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
        link("契約の確認・プランの解約", contractUrl(sender)),
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
  change: {
    effectiveOn: string;
    /** The last day to agree, on which the plan ends otherwise. */
    answerBy: string;
    monthlyPrice: number;
    former: number;
    isReminder: boolean;
  },
): MailContent {
  const day = formatDay(change.effectiveOn, locale);
  const last = formatDay(change.answerBy, locale);
  const [former, price] = [change.former, change.monthlyPrice].map((yen) => formatYen(yen, locale));
  return locale === "ja"
    ? composeMail(
        sender,
        locale,
        change.isReminder
          ? `期限が近づいています：月額${price}への同意は${last}までです`
          : `月額${price}への変更：${last}までに同意が必要です`,
        [
          paragraph(`${planNames.detailed.ja}の月額料金（税込）が変わります。`),
          table([
            ["新しい料金", price ?? ""],
            ["現在の料金", former ?? ""],
            ["変更日", day],
            ["同意の期限", last],
          ]),
          paragraph(
            "新しい料金でのご利用には、マイページでの同意が必要です。期限までに同意がない場合、プランはその日に終了し、無料プランになります。それまでは現在の料金でご利用いただけます。",
          ),
          link("マイページで回答する", contractUrl(sender)),
        ],
      )
    : composeMail(
        sender,
        locale,
        change.isReminder
          ? `Reminder: agree by ${last} to keep your plan (${price} per month)`
          : `Your plan will cost ${price} per month: agree by ${last} to keep it`,
        [
          paragraph(
            "The monthly price of your detailed diagnosis plan, tax included, is changing.",
          ),
          table([
            ["New price", price ?? ""],
            ["Current price", former ?? ""],
            ["Effective", day],
            ["Agree by", last],
          ]),
          paragraph(
            "To keep your plan, agree to the new price on My Page by that day. If you don't, your plan ends then, and you move to the free plan. Until then, the current price holds.",
          ),
          link("Respond on My Page", contractUrl(sender)),
        ],
      );
}
