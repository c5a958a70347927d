import { formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { type CardBrand, cardBrandNames } from "@sekimori/portal-contract/card-brands";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  table,
} from "./mail-layout.ts";

interface ShownCard {
  readonly brand: CardBrand;
  readonly last4: string;
}

/** What may be said of a card's number, as the screens say it. */
export const endingOf = (last4: string, locale: Locale): string =>
  locale === "ja" ? `末尾 ${last4}` : `ending in ${last4}`;

const shownCard = ({ brand, last4 }: ShownCard, locale: Locale) =>
  `${cardBrandNames[brand]} ${endingOf(last4, locale)}`;

/** The card on file will soon be good no more. */
export function cardExpiresMail(
  sender: MailSender,
  locale: Locale,
  card: ShownCard & { readonly lastDay: string },
): MailContent {
  const settingsUrl = `${sender.portalOrigin}${pageUrl("security", { dialog: "card" })}`;
  const month = formatMonth(card.lastDay, locale);
  return locale === "ja"
    ? composeMail(sender, locale, "クレジットカードの有効期限が近づいています", [
        paragraph(
          "ご登録のクレジットカードは、まもなく有効期限を迎えます。お支払いが途切れないよう、期限までに新しいカードをご登録ください。",
        ),
        table([
          ["カード", shownCard(card, locale)],
          ["有効期限", month],
        ]),
        link("新しいカードを登録する", settingsUrl),
        note("すでに新しいカードをご登録の場合、お手続きは不要です。"),
      ])
    : composeMail(sender, locale, "Your card is about to expire", [
        paragraph("Your card expires soon. Add a new one before then to keep your plan."),
        table([
          ["Card", shownCard(card, locale)],
          ["Expires", month],
        ]),
        link("Add a new card", settingsUrl),
        note("Already added a new card? You don't need to do anything."),
      ]);
}

/** The issuer renewed the card on file and the card network told us. */
export function cardRenewedMail(
  sender: MailSender,
  locale: Locale,
  card: ShownCard & { readonly expiryMonth: number; readonly expiryYear: number },
): MailContent {
  const settingsUrl = `${sender.portalOrigin}${pageUrl("security")}`;
  const month = String(card.expiryMonth).padStart(2, "0");
  const expiry = formatMonth(`${card.expiryYear}-${month}-01`, locale);
  return locale === "ja"
    ? composeMail(sender, locale, "クレジットカードの情報が更新されました", [
        paragraph(
          "カード会社からの通知により、ご登録のクレジットカードの情報を新しいものに更新しました。お手続きは不要です。",
        ),
        table([
          ["カード", shownCard(card, locale)],
          ["有効期限", expiry],
        ]),
        link("お支払い方法を確認する", settingsUrl),
        note("お心当たりがない場合は、カード会社またはお問い合わせ窓口までご連絡ください。"),
      ])
    : composeMail(sender, locale, "Your card details were updated", [
        paragraph(
          "Your card issuer sent us the new details of your card, and we've updated it. You don't need to do anything.",
        ),
        table([
          ["Card", shownCard(card, locale)],
          ["Expires", expiry],
        ]),
        link("Review your payment method", settingsUrl),
        note("Unexpected? Ask your card's issuer, or contact us."),
      ]);
}

/** A card was put on file, the first or one in place of another. */
export function cardRegisteredMail(
  sender: MailSender,
  locale: Locale,
  card: ShownCard,
): MailContent {
  const shown = shownCard(card, locale);
  const settingsUrl = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "クレジットカードが登録されました", [
        paragraph("お支払いに使うクレジットカードを登録しました。"),
        table([["カード", shown]]),
        link("お支払い方法を確認する", settingsUrl),
        note("お心当たりがない場合は、お問い合わせください。"),
      ])
    : composeMail(sender, locale, "Your card has been saved", [
        paragraph("We'll use this card for your payments."),
        table([["Card", shown]]),
        link("Review your payment method", settingsUrl),
        note("Not you? Contact us."),
      ]);
}
