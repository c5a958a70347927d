import type { Locale } from "@sekimori/kit-contract/locale";
import type { CardView } from "@sekimori/portal-contract/endpoints/views";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

const brandNames: Readonly<Record<CardView["brand"], string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  jcb: "JCB",
  amex: "American Express",
  diners: "Diners Club",
};

/** A card was put on file, the first or one in place of another. */
export function cardRegisteredMail(
  sender: MailSender,
  locale: Locale,
  card: { readonly brand: CardView["brand"]; readonly last4: string },
): MailContent {
  const shown = `${brandNames[card.brand]} **** ${card.last4}`;
  const settingsUrl = `${sender.portalOrigin}${pageUrl("security")}`;
  return locale === "ja"
    ? composeMail(sender, locale, "クレジットカードを登録しました", [
        paragraph("お支払いに使うクレジットカードが登録されました。"),
        table([["カード", shown]]),
        paragraph("お心当たりがない場合は、お問い合わせください。"),
        link("アカウント設定を開く", settingsUrl),
      ])
    : composeMail(sender, locale, "Your card was registered", [
        paragraph("A credit card was registered for your payments."),
        table([["Card", shown]]),
        paragraph("If this was not you, contact us."),
        link("Open your account settings", settingsUrl),
      ]);
}
