import type { Locale } from "@sekimori/kit-contract/locale";
import type { EnteredInformation } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { prefectures } from "@sekimori/portal-contract/prefectures";

/** The claim `address` (OpenID Connect Core 5.1.1), formatted in the order of the member's language. */
export function addressClaim(
  information: Pick<
    EnteredInformation,
    "postalCode" | "addrState" | "addrCity" | "addrLine1" | "addrLine2"
  >,
  locale: Locale,
) {
  const prefecture = prefectures.find(({ code }) => code === information.addrState);
  const region = prefecture?.[locale] ?? "";
  const street = [information.addrLine1, information.addrLine2].filter(Boolean).join(" ");
  const postalCode = `${information.postalCode.slice(0, 3)}-${information.postalCode.slice(3)}`;
  return {
    formatted:
      locale === "ja"
        ? `〒${postalCode} ${region}${information.addrCity}${street}`
        : `${street}, ${information.addrCity}, ${region} ${postalCode}, Japan`,
    street_address: street,
    locality: information.addrCity,
    region,
    postal_code: information.postalCode,
    country: "JP",
  };
}
