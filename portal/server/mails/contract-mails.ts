import { formatDay, formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import type { Closings } from "@sekimori/portal-contract/endpoints/closings";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import type { PlanId } from "@sekimori/portal-contract/plans";
import {
  composeMail,
  link,
  type MailBlock,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

function contractLink(sender: MailSender, locale: Locale) {
  const label = locale === "ja" ? "マイページで契約を確認する" : "View your contract";
  return link(label, `${sender.portalOrigin}${pageUrl("security", { tab: "contract" })}`);
}

/** An invoice that stays due after an end. */
export interface OwedInvoice {
  readonly number: string;
  readonly total: number;
}

/** A month that is billed although an end was asked for: its run has not come to it yet. Yen. */
interface ComingCharge {
  readonly on: string;
  readonly amount: number;
  readonly lateCharge: number;
}

/** What an end leaves to pay. */
interface StillCharged {
  readonly owed: readonly OwedInvoice[];
  /** The oldest month first. */
  readonly coming: readonly ComingCharge[];
}

/** The months that are still billed, and that none follows; undefined where there is none. */
function comingMonths(coming: readonly ComingCharge[], locale: Locale): string | undefined {
  if (coming.length === 0) return undefined;
  const named = coming.map(({ on, amount, lateCharge }) => {
    const month = formatMonth(on, locale);
    const yen = formatYen(amount + lateCharge, locale);
    const late = formatYen(lateCharge, locale);
    if (locale === "ja") {
      return `${month}分（${yen}${lateCharge > 0 ? `、うち遅延損害金${late}` : ""}）`;
    }
    return `${month} (${yen}${lateCharge > 0 ? `, of which late charge ${late}` : ""})`;
  });
  return locale === "ja"
    ? `${named.join("と")}の料金は、これから請求します。その後の月額料金は請求しません。`
    : `We'll still charge you for ${new Intl.ListFormat("en").format(named)}, and for no month after that.`;
}

/** Whether another charge comes: the one question of whoever ends a contract. */
function whatIsStillCharged({ owed, coming }: StillCharged, locale: Locale): MailBlock {
  const ja = locale === "ja";
  const months = comingMonths(coming, locale);
  if (owed.length === 0) {
    return paragraph(
      months ?? (ja ? "今後のご請求はありません。" : "There will be no further charges."),
    );
  }
  const named = owed.map(({ number, total }) =>
    ja ? `${number}、${formatYen(total, locale)}` : `${number} (${formatYen(total, locale)})`,
  );
  return paragraph(
    ja
      ? `${months ?? "新たな月額料金は請求しません。"}未払いの請求書（${named.join("／")}）は、引き続きお支払いが必要です。`
      : `${months ?? "We won't charge you for another month."} ${named.length === 1 ? `Invoice ${named[0]} remains` : `Invoices ${new Intl.ListFormat("en").format(named)} remain`} due.`,
  );
}

/** The paid plan was cancelled to a month's end. */
export function cancellationMail(
  sender: MailSender,
  locale: Locale,
  { endsOn, ...still }: StillCharged & { readonly endsOn: string },
): MailContent {
  const day = formatDay(endsOn, locale);
  return locale === "ja"
    ? composeMail(sender, locale, "解約を受け付けました", [
        paragraph(
          `詳細診断プランは${day}に終了し、翌日から無料プランになります。それまでは今までどおりご利用いただけます。`,
        ),
        whatIsStillCharged(still, locale),
        paragraph("終了日までは、マイページから解約を取り消せます。"),
        contractLink(sender, locale),
      ])
    : composeMail(sender, locale, "Your cancellation is confirmed", [
        paragraph(
          `Your detailed diagnosis plan ends on ${day}. You can use it until then; the free plan starts the next day.`,
        ),
        whatIsStillCharged(still, locale),
        paragraph(
          "Changed your mind? You can undo the cancellation on My Page until your plan ends.",
        ),
        contractLink(sender, locale),
      ]);
}

/** How many others lose their access to a workspace. */
function othersIn(members: number, locale: Locale): string {
  if (locale === "ja") {
    return members === 0 ? "ほかのユーザーはいません" : `ほか${members}名も利用できなくなります`;
  }
  if (members === 0) return "Nobody else has access";
  return members === 1 ? "1 other person loses access" : `${members} other people lose access`;
}

/** What closes, whatever the applications are called. */
interface Closing {
  readonly applications: readonly Pick<Closings["applications"][number], "closes">[];
  readonly complete: boolean;
}

/** What closes with the account, as far as the applications have said it, and else in general. */
function closingBlocks({ applications, complete }: Closing, locale: Locale): readonly MailBlock[] {
  const ja = locale === "ja";
  const closes = applications.flatMap((application) => application.closes);
  const named = [
    paragraph(
      ja
        ? "次のワークスペースも同じ日に閉鎖し、データを削除します。残すには、その前日までに、ほかの方を所有者にしてください。"
        : "These workspaces close on the same day, and we delete their data. To keep one, make somebody else an owner before that day.",
    ),
    table(closes.map(({ name, members }) => [name, othersIn(members, locale)] as const)),
  ];
  const none = paragraph(
    ja
      ? "退会に伴って閉鎖されるワークスペースはありません。"
      : "No workspace closes with your account.",
  );
  const inGeneral = paragraph(
    ja
      ? "ほかに所有者のいないワークスペースも、同じ日に閉鎖し、データを削除します。該当するワークスペースは、管理アプリケーションの契約情報に表示しています。残すには、先にほかの方を所有者にしてください。"
      : "Workspaces that only you own close on the same day, and we delete their data. The management application lists them under My contract. To keep one, make somebody else an owner first.",
  );
  return [
    ...(closes.length > 0 ? named : []),
    ...(complete && closes.length === 0 ? [none] : []),
    ...(complete ? [] : [inGeneral]),
  ];
}

/** The member closes the account. */
export function withdrawalMail(
  sender: MailSender,
  locale: Locale,
  {
    endsOn,
    deletesOn,
    closings,
    ...still
  }: StillCharged & {
    readonly endsOn: string;
    readonly deletesOn: string;
    readonly closings: Closing;
  },
): MailContent {
  const day = formatDay(endsOn, locale);
  const deleted = formatDay(deletesOn, locale);
  const closing = closingBlocks(closings, locale);
  return locale === "ja"
    ? composeMail(sender, locale, "退会を受け付けました", [
        paragraph(
          `ご契約と会員登録は${day}に終了します。それまではログインしてご利用いただけます。`,
        ),
        whatIsStillCharged(still, locale),
        paragraph(
          `アカウントのデータは${deleted}に削除します。法令により保存が必要な請求書は、期限まで保管します。`,
        ),
        ...closing,
        paragraph("終了日までは、マイページから退会を取り消せます。"),
        contractLink(sender, locale),
      ])
    : composeMail(sender, locale, `Your account closes on ${day}`, [
        paragraph(
          `Your plan ends and your account closes on ${day}. Until then, you can log in and use the service.`,
        ),
        whatIsStillCharged(still, locale),
        paragraph(
          `We'll delete your account's data on ${deleted}. We keep invoices for as long as the law requires.`,
        ),
        ...closing,
        paragraph(
          "Changed your mind? You can undo the closure on My Page until your account closes.",
        ),
        contractLink(sender, locale),
      ]);
}

/** What was taken back, and what holds now. */
export interface UndoneEnd {
  readonly undone: "cancellation" | "withdrawal";
  readonly plan: PlanId;
  /** For want of payment; nothing is charged meanwhile. */
  readonly isSuspended: boolean;
  /** The next charge, in yen; null when none is known. The late charge comes on top, without tax. */
  readonly next: {
    readonly on: string;
    readonly amount: number;
    readonly lateCharge: number;
    readonly taxPercent: number;
  } | null;
  /** The day of an announced price without which nothing more is charged; null: there is none. */
  readonly toAgreeBefore: string | null;
  /** The last day of a plan that ends by itself. */
  readonly endsOn: string | null;
}

function planThatHolds(
  { plan, isSuspended, next, toAgreeBefore, endsOn }: UndoneEnd,
  locale: Locale,
): string {
  const ja = locale === "ja";
  const name = planNames[plan].ja;
  if (plan === "free") {
    return ja
      ? "今後も無料プランをご利用いただけます。料金はかかりません。"
      : "You stay on the free plan. You won't be charged.";
  }
  if (isSuspended) {
    return ja
      ? `${name}は停止中です。未払いの料金がすべて支払われると、すぐに再開します。`
      : "Your plan is still suspended. It resumes as soon as all unpaid invoices are paid.";
  }
  if (endsOn !== null) {
    const day = formatDay(endsOn, locale);
    return ja
      ? `${name}は、もとの予定どおり${day}までご利用いただけ、その後は無料プランになります。料金はかかりません。`
      : `Your free trial still runs until ${day}, then you move to the free plan. You won't be charged.`;
  }
  const goesOn = ja
    ? `${name}は引き続きご利用いただけます。`
    : "Your detailed diagnosis plan continues.";
  if (next !== null || toAgreeBefore === null) return goesOn;
  const day = formatDay(toAgreeBefore, locale);
  return ja
    ? `${goesOn}${day}からもご利用いただくには、その前日までにマイページで新しい料金に同意してください。`
    : `${goesOn} To keep it from ${day} on, agree to the new price on My Page before that day.`;
}

function nextChargeRows({ next }: UndoneEnd, locale: Locale): readonly MailBlock[] {
  if (next === null) return [];
  const ja = locale === "ja";
  const day = formatDay(next.on, locale);
  const yen = formatYen(next.amount, locale);
  const late = formatYen(next.lateCharge, locale);
  return [
    table([
      [ja ? "次回のご請求" : "Next charge", day],
      ja
        ? ["金額", `${yen}（税率${next.taxPercent}%・税込）`]
        : ["Amount", `${yen} (${next.taxPercent}% tax included)`],
      ...(next.lateCharge > 0 ? [[ja ? "遅延損害金" : "Late charge", late] as const] : []),
    ]),
  ];
}

/** A cancellation or withdrawal was taken back: which one, and what holds now. */
export function cancellationUndoneMail(
  sender: MailSender,
  locale: Locale,
  undone: UndoneEnd,
): MailContent {
  const holds = [
    paragraph(planThatHolds(undone, locale)),
    ...nextChargeRows(undone, locale),
    contractLink(sender, locale),
  ];
  if (undone.undone === "cancellation") {
    return locale === "ja"
      ? composeMail(sender, locale, "解約を取り消しました", [
          paragraph("プランの解約のお申し出を取り消しました。"),
          ...holds,
        ])
      : composeMail(sender, locale, "You've undone your cancellation", [
          paragraph("Your plan is no longer canceled."),
          ...holds,
        ]);
  }
  return locale === "ja"
    ? composeMail(sender, locale, "退会を取り消しました", [
        paragraph(
          "退会のお申し出を取り消しました。アカウントとデータ、所有するワークスペースはそのまま残ります。",
        ),
        ...holds,
      ])
    : composeMail(sender, locale, "Your account stays open", [
        paragraph(
          "You've undone the closure of your account. Your account, its data, and the workspaces you own all stay.",
        ),
        ...holds,
      ]);
}

/** A plan's last day is over; the free plan has begun. */
export function planEndedMail(
  sender: MailSender,
  locale: Locale,
  { plan, endedOn }: { readonly plan: PlanId; readonly endedOn: string },
): MailContent {
  const day = formatDay(endedOn, locale);
  const name = planNames[plan][locale];
  return locale === "ja"
    ? composeMail(sender, locale, `${name}が終了しました`, [
        paragraph(`${name}は${day}に終了し、無料プランになりました。今後のご請求はありません。`),
        contractLink(sender, locale),
      ])
    : composeMail(sender, locale, `Your plan has ended: ${name}`, [
        paragraph(
          `Your plan ended on ${day}. You're now on the free plan, and you won't be charged again.`,
        ),
        contractLink(sender, locale),
      ]);
}
