import type { listPrices } from "@sekimori/console-contract/endpoints/prices";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Locale } from "@sekimori/kit-contract/locale";

/** What the paid plan costs, as the portal has announced it. */
export interface Prices {
  list(): Promise<EndpointResult<typeof listPrices>>;
  /** The email about a price. */
  mail(price: {
    readonly effectiveOn: string;
    readonly monthlyPrice: number;
    readonly locale: Locale;
  }): Promise<{ readonly subject: string; readonly html: string }>;
}
