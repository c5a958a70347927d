import type { Locale } from "@sekimori/kit-contract/locale";
import { keepsItsOrder, personName } from "@sekimori/kit-contract/person-name";
import type { ShownDetails } from "@sekimori/portal-contract/endpoints/profile-view";
import type { EnteredInformation } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { prefectures } from "@sekimori/portal-contract/prefectures";

/** `1000005` as `〒100-0005`, or without the mark where the reader does not know it. */
export function postalCodeText(code: string, locale: Locale): string {
  const parted = `${code.slice(0, 3)}-${code.slice(3)}`;
  return locale === "ja" ? `〒${parted}` : parted;
}

export const prefectureName = (code: string, locale: Locale): string =>
  prefectures.find((one) => one.code === code)?.[locale] ?? "";

/**
 * An address as its lines are written: from the prefecture down in Japanese letters, from the
 * building up in Latin ones.
 */
export function addressLines(
  {
    postalCode,
    addrState,
    addrCity,
    addrLine1,
    addrLine2,
  }: Omit<ShownDetails, "userType" | "companyName" | "corporateNumber">,
  locale: Locale,
): string[] {
  const isJapanese = locale === "ja" || keepsItsOrder(addrCity + addrLine1);
  const written = isJapanese ? "ja" : locale;
  const prefecture = prefectureName(addrState, written);
  const postal = postalCodeText(postalCode, written);
  const lines = isJapanese
    ? [
        postal,
        `${prefecture}${addrCity}${keepsItsOrder(addrCity) ? "" : " "}${addrLine1}`,
        addrLine2,
      ]
    : [addrLine2, `${addrLine1}, ${addrCity}`, `${prefecture} ${postal}`];
  if (locale !== "ja") lines.push("Japan");
  return lines.filter((line) => line.trim() !== "");
}

/** The member's name in the reader's order. */
export function memberName({ firstName, lastName }: EnteredInformation, locale: Locale): string {
  return personName(firstName, lastName, locale);
}
