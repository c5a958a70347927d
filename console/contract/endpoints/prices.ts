import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { priceBodySchema, yenSchema } from "../fields.ts";
import { requestSchema } from "../request-schema.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Prices";

const priceSchema = z.object({
  effectiveOn: daySchema,
  /** Yen with tax. */
  monthlyPrice: z.int(),
  taxPercent: z.int(),
  /** Members who have answered so far. */
  accepted: z.int(),
  refused: z.int(),
});
export type PriceView = z.infer<typeof priceSchema>;

export const listPrices = consoleEndpoint({
  name: "listPrices",
  method: "GET",
  path: "/prices",
  tag,
  summary: "What the paid plan costs now, every price that was announced, and the answers to it.",
  access: "see-prices",
  response: z.object({
    present: z.object({ monthlyPrice: z.int(), taxPercent: z.int() }),
    /** The first day from which another price can hold. */
    earliest: daySchema,
    prices: z.array(priceSchema),
  }),
  errors: [],
  limits: [perPerson(300, 600)],
});

// It is about a price and nobody: of all calls this one has its question in the address, so that a
// frame can show the answer as a document with a policy of its own.
export const previewPriceMail = consoleEndpoint({
  name: "previewPriceMail",
  method: "GET",
  path: "/prices/mail",
  tag,
  summary: "The email that holders of the paid plan would get about a price, as a page.",
  access: "see-prices",
  query: z.strictObject({
    effectiveOn: daySchema,
    monthlyPrice: z.coerce.number().pipe(yenSchema),
    locale: localeSchema,
  }),
  response: z.string(),
  mediaType: "text/html",
  errors: [],
  limits: [perPerson(300, 600)],
});

export const requestPrice = consoleEndpoint({
  name: "requestPrice",
  method: "POST",
  path: "/requests/price",
  tag,
  summary: "Asks a second person to confirm a price of the paid plan; its holders are mailed then.",
  access: "announce-price",
  body: priceBodySchema,
  response: requestSchema,
  errors: ["PriceRefused"],
  limits: [perPerson(60, 600)],
});
