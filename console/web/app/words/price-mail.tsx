import { useLingui } from "@lingui/react/macro";
import { previewPriceMail } from "@sekimori/console-contract/endpoints/prices";
import { type Locale, locales } from "@sekimori/kit-contract/locale";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";

interface PriceMailProps {
  readonly effectiveOn: string;
  readonly monthlyPrice: number;
}

/** What members are mailed about a price, in both languages, as it will look. */
export function PriceMail({ effectiveOn, monthlyPrice }: PriceMailProps) {
  const { t } = useLingui();
  const titles: Readonly<Record<Locale, string>> = {
    ja: t`The email in Japanese`,
    en: t`The email in English`,
  };
  return (
    <>
      {locales.map((locale) => {
        const query = new URLSearchParams({
          effectiveOn,
          monthlyPrice: String(monthlyPrice),
          locale,
        });
        return (
          <Disclosure key={locale} summary={titles[locale]}>
            <iframe
              title={titles[locale]}
              src={`${previewPriceMail.path}?${query.toString()}`}
              sandbox=""
              className="h-96 w-full rounded-8 border border-border"
            />
          </Disclosure>
        );
      })}
    </>
  );
}
