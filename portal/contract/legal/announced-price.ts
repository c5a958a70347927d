import { formatDay } from "@sekimori/kit-contract/dates";
import type { Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";

/** A price that is announced and holds after the first charge of whoever applies now. */
export interface AnnouncedPrice {
  readonly effectiveOn: string;
  /** Yen a month, with tax. */
  readonly monthlyPrice: number;
}

/** What final confirmation, its mail and the legal notice say of it. */
export const announcedPriceRule = ({ effectiveOn, monthlyPrice }: AnnouncedPrice): Localized => ({
  ja: `${formatDay(effectiveOn, "ja")}からは月額${formatYen(monthlyPrice, "ja")}（税込）に変わります。それまでに新しい料金への同意をお願いし、同意されない場合、契約はその前日に終了します。`,
  en: `From ${formatDay(effectiveOn, "en")} the price is ${formatYen(monthlyPrice, "en")} per month, tax included. We'll ask you to agree to it before then; if you don't, your plan ends the day before.`,
});
