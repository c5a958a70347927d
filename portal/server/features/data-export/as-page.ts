import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type DataPart, dataPage } from "@sekimori/kit-server/html/data-page";
import { accountParts } from "./account-parts.ts";
import type { ApplicationData, MissingApplication } from "./ask-applications.ts";
import type { PersonalExport } from "./collect.ts";
import { contractParts } from "./contract-parts.ts";
import { paymentParts } from "./payment-parts.ts";
import type { ReadablePart } from "./readable-fields.ts";
import { readableRow } from "./readable-rows.ts";

/** What a person reads of each part. */
export const readableParts: {
  readonly [Name in keyof PersonalExport]: ReadablePart<PersonalExport[Name][number]>;
} = { ...accountParts, ...contractParts, ...paymentParts };

/** The portal's parts, in the order of the file, in the words of the language. */
function portalParts(portal: PersonalExport, locale: Locale): readonly DataPart[] {
  return Object.entries(portal).map(([key, rows]) => {
    const { name, fields } = readableParts[key as keyof PersonalExport];
    const written = rows.map((row) => readableRow(row, fields, locale, rows));
    return { name: name[locale], rows: written };
  });
}

const missingNote: Localized = {
  ja: "このアプリケーションに接続できなかったため、ここにはデータが含まれていません。引き続き接続を試み、そろい次第メールでお知らせします。新しいコピーの作成を依頼することもできます。",
  en: "We couldn't reach this application, so its data isn't included here. We'll keep trying and email you when the copy is complete. You can also create a new copy.",
};

/** All of a copy, as it stands in the file. */
export interface WholeExport {
  readonly portal: PersonalExport;
  readonly applications: readonly ApplicationData[];
  /** The applications that did not answer. */
  readonly missing: readonly Pick<MissingApplication, "clientId" | "name" | "names">[];
}

/** The same data as a page that needs nothing but a browser. */
export function exportAsPage(data: WholeExport, locale: Locale, madeAt: Date): string {
  return dataPage({
    locale,
    title: locale === "ja" ? "ご自身のデータ" : "Your data",
    madeAt,
    parts: [
      ...portalParts(data.portal, locale),
      ...data.applications.flatMap((application) =>
        application.parts.map(({ place, name, rows, readable }) => ({
          name: [application.names[locale], place, name[locale]]
            .filter((word) => word !== null)
            .join(": "),
          rows: readable?.[locale] ?? rows,
        })),
      ),
      ...data.missing.map(({ names }) => ({ name: names[locale], note: missingNote[locale] })),
    ],
  });
}
