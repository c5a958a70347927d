import { type Localized, locales } from "@sekimori/kit-contract/locale";
import type { Bind } from "@sekimori/kit-server/http";
import { legalConfiguration } from "@sekimori/portal-contract/endpoints/site";
import type { LegalDocument } from "@sekimori/portal-contract/legal/document";
import { legalPdfPath } from "@sekimori/portal-contract/legal/pdf-path";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { startOf } from "../plan/plan-terms.ts";
import { documents, documentVersions } from "./documents.ts";

function versionOf(document: LegalDocument): string {
  return documentVersions.find(({ id }) => id === document.id)?.version ?? "";
}

/** What the first charge would be for somebody who applies today, and what is announced for later. */
async function priceOffered({ db, settings, clock }: PortalContext) {
  const { monthlyPrice, announcedPrice } = startOf("detailed", calendarDay(clock.now()), {
    prices: await findPrices(db, settings),
    trialMonths: settings.planTrialMonths,
    trialUsedBy: null,
    hasFreeDays: true,
  });
  return { monthlyPrice: monthlyPrice ?? 0, announcedPrice };
}

/** The operator's legal details, and the terms as PDF files. */
export function registerLegal(app: FastifyInstance, bind: Bind, context: PortalContext): void {
  const { settings } = context;
  const provider: Localized = { ja: settings.providerNameJa, en: settings.providerNameEn };
  const court: Localized = { ja: settings.courtJa, en: settings.courtEn };
  const abroad: Localized = { ja: settings.companiesAbroadJa, en: settings.companiesAbroadEn };
  const contactEmail = settings.providerEmail;

  bind(legalConfiguration, async () => ({
    provider,
    court,
    abroad,
    contactEmail,
    responsiblePerson: { ja: settings.responsiblePersonJa, en: settings.responsiblePersonEn },
    address: { ja: settings.providerAddressJa, en: settings.providerAddressEn },
    phone: settings.providerPhone,
    phoneHours: { ja: settings.phoneHoursJa, en: settings.phoneHoursEn },
    invoiceNumber: settings.invoiceNumber,
    ...(await priceOffered(context)),
    trialMonths: settings.planTrialMonths,
    documents: documents.map((document) => ({
      id: document.id,
      version: versionOf(document),
      effectiveOn: document.effectiveOn,
      pdf: { ja: legalPdfPath(document.id, "ja"), en: legalPdfPath(document.id, "en") },
    })),
  }));

  for (const document of documents) {
    for (const locale of locales) {
      // Made at the first request: the library and its fonts cost a second and memory.
      let made: Promise<Buffer> | undefined;
      const make = async (): Promise<Buffer> => {
        const { termsPdf } = await import("./terms-pdf.ts");
        const names = { provider, court, contactEmail, abroad };
        return termsPdf(document, locale, names, versionOf(document));
      };
      app.get(legalPdfPath(document.id, locale), async (_request, reply) => {
        made ??= make().catch((error: unknown) => {
          made = undefined; // The next request tries again.
          throw error;
        });
        return reply
          .type("application/pdf")
          .header("content-disposition", `inline; filename="${document.id}-${locale}.pdf"`)
          .header("cache-control", "public, max-age=3600")
          .send(await made);
      });
    }
  }
}
