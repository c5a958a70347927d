import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { mailMoment } from "./application-mail.ts";
import { invoiceRows, type MailedInvoice } from "./billing-mails.ts";
import { composeMail, type MailContent, type MailSender, paragraph, table } from "./mail-layout.ts";
import {
  consequence,
  type MailedFailure,
  type MailedStanding,
  type Mending,
  mendingLink,
  type Row,
  suspensionRows,
  whoMends,
} from "./unpaid-words.ts";

/** A failure of others is mended by waiting, as long as it is tried again by itself. */
const nothingToDo: Localized = {
  ja: "お手続きは不要です。",
  en: "You don't need to do anything.",
};

/** A failed charge of an invoice, and what follows from it. */
export interface FailedCharge extends Mending {
  readonly failure: MailedFailure;
  /** Which charge of this invoice it was, whoever wanted it, and its day. */
  readonly attempt: { readonly number: number; readonly on: string };
  /** When it is tried again by itself; null when it is not. */
  readonly next: { readonly at: Date; readonly on: string; readonly isLast: boolean } | null;
  readonly standing: MailedStanding;
}

const ordinals = ["First", "Second", "Third", "Fourth", "Fifth"] as const;
const ordinal = (number: number): string => ordinals[number - 1] ?? `${number}th`;

/** The subjects of a course all differ, so that they stand apart in a list of mails. */
function failedSubject(failed: MailedInvoice & FailedCharge): Localized {
  const { attempt, failure, next, standing, total } = failed;
  const again = attempt.number > 1;
  const ja = `決済ができませんでした${again ? `（${attempt.number}回目）` : ""}`;
  const en = `Your payment failed${again ? " again" : ""}`;
  if (next !== null) {
    const [dayJa, dayEn] = [formatDay(next.on, "ja"), formatDay(next.on, "en")];
    return next.isLast
      ? { ja: `${ja}：${dayJa}が最後の請求です`, en: `${en}: the last attempt is on ${dayEn}` }
      : {
          ja: `${ja}：${dayJa}に再度請求します`,
          en: `${en}: ${again ? "next attempt" : "we'll try again"} on ${dayEn}`,
        };
  }
  const payBy = standing.suspension?.payBy;
  const wanted: Partial<Record<MailedFailure, Localized>> = {
    card: { ja: "別のカードが必要です", en: "add another card" },
    authentication: { ja: "認証が必要です", en: "verify your identity" },
  };
  const need = wanted[failure];
  if (need !== undefined && payBy !== undefined) {
    return {
      ja: `${ja}：${formatDay(payBy, "ja")}までに${need.ja}`,
      en: `${en}: ${need.en} by ${formatDay(payBy, "en")}`,
    };
  }
  if (need !== undefined) return { ja: `${ja}：${need.ja}`, en: `${en}: ${need.en}` };
  return {
    ja: `${ja}：${formatYen(total, "ja")}が未払いです`,
    en: `${en}: ${formatYen(total, "en")} is unpaid`,
  };
}

function nextTryOf({ next, failure }: FailedCharge, locale: Locale): string {
  const ja = locale === "ja";
  if (next !== null) {
    const at = mailMoment(next.at, locale);
    if (next.isLast) return ja ? `${at}（最後の請求）` : `${at}, for the last time`;
    return at;
  }
  if (failure === "card") {
    return ja ? "別のカードのご登録後すぐ" : "As soon as you add another card";
  }
  if (failure === "authentication") return ja ? "認証の完了後すぐ" : "As soon as you verify";
  return ja ? "自動での請求はありません" : "No further automatic attempt";
}

/** When that is stands above it. */
const triedAgain: Localized = {
  ja: "再度の請求の日時までにお支払いがない場合は、同じカードにもう一度請求します。",
  en: "If you don't pay before the next attempt, we'll try the same card again.",
};

/**
 * A charge failed: which one, who can mend it, when it is tried again, what follows for the plan, and
 * a link to pay now.
 */
export function paymentFailedMail(
  sender: MailSender,
  locale: Locale,
  failed: MailedInvoice & FailedCharge,
): MailContent {
  const { attempt, failure, next, standing } = failed;
  const ja = locale === "ja";
  const day = formatDay(attempt.on, locale);
  const rows: readonly Row[] = [
    ...invoiceRows(failed, locale),
    ja
      ? ["決済できなかったご請求", `${attempt.number}回目（${day}）`]
      : ["Failed payment", `${ordinal(attempt.number)} attempt, ${day}`],
    [ja ? "再度の請求" : "Next attempt", nextTryOf(failed, locale)],
    ...suspensionRows(standing, locale, next?.isLast),
  ];
  const isWaitedFor = failure === "gateway" && next !== null;
  const mends = [whoMends[failure][locale], ...(isWaitedFor ? [nothingToDo[locale]] : [])];
  return composeMail(sender, locale, failedSubject(failed)[locale], [
    paragraph(ja ? "ご利用料金の決済ができませんでした。" : "We couldn't charge your card."),
    table(rows),
    paragraph(mends.join(ja ? "" : " ")),
    ...(next === null ? [] : [paragraph(triedAgain[locale])]),
    ...consequence(standing, locale, next?.isLast),
    mendingLink(sender, locale, failed),
  ]);
}
