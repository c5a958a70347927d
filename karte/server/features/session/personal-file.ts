import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { dataPage } from "@sekimori/kit-server/html/data-page";
import type { KarteContext } from "../../context.ts";
import type { PersonalDataAnswer, TellPersonalData } from "../../ports/personal-data.ts";
import { type PersonalData, personalData } from "./personal-export.ts";
import { personalParts, personFields, visitFields } from "./personal-parts.ts";
import { type Fields, readableRow } from "./readable-row.ts";

const title = { ja: "ご自身のデータ", en: "Your data" } as const;
const visitsName = { ja: "開いたワークスペース", en: "Workspaces you opened" } as const;
const personName = { ja: "氏名・メールアドレス", en: "Name and email address" } as const;

/** What a program reads. */
function asJson({ workspaces, ...data }: PersonalData): string {
  const flat = workspaces.map(({ parts, ...workspace }) => ({ ...workspace, ...parts }));
  return JSON.stringify({ ...data, workspaces: flat }, undefined, 2);
}

/** A part of the data, and how a person reads it. */
interface NamedPart {
  readonly id: string;
  /** The workspace's name; null for what is of none. */
  readonly place: string | null;
  readonly name: Localized;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly fields: Fields;
}

/** What there is, part by part and named; a part of which there is nothing is left out. */
function namedParts({ visits, workspaces }: PersonalData): readonly NamedPart[] {
  return [
    { id: "visits", place: null, name: visitsName, rows: visits, fields: visitFields },
    ...workspaces.flatMap(({ workspace, name, email, parts }) => [
      ...(name === null
        ? []
        : [
            {
              id: "person",
              place: workspace.name,
              name: personName,
              rows: [{ name, email }],
              fields: personFields,
            },
          ]),
      ...personalParts.flatMap(({ table, name: called, keep, inside }) => {
        const rows = parts[table] ?? [];
        const fields = { ...keep, ...inside };
        return rows.length === 0
          ? []
          : [{ id: table, place: workspace.name, name: called, rows, fields }];
      }),
    ]),
  ];
}

/** What a person reads: in their words, and in Tokyo's time. */
function asPage(data: PersonalData, locale: Locale): string {
  return dataPage({
    locale,
    title: title[locale],
    madeAt: data.exportedAt,
    parts: namedParts(data).map(({ place, name, rows, fields }) => ({
      name: place === null ? name[locale] : `${place}: ${name[locale]}`,
      rows: rows.map((row) => readableRow(row, fields, locale)),
    })),
  });
}

/** Somebody's data as a file of theirs. */
export function personalFile(
  data: PersonalData,
  form: "json" | "html",
  locale: Locale,
): { readonly fileName: string; readonly text: string } {
  const day = tokyoDay(data.exportedAt);
  return {
    fileName: `karte-${day}.${form}`,
    text: form === "json" ? asJson(data) : asPage(data, locale),
  };
}

/** A longer part goes as it is: the portal takes 64 MiB of an answer, which two languages treble. */
const readableMost = 20_000;

/** A part as the portal is told of it: for programs, and for whoever reads it in either language. */
function told({ fields, ...part }: NamedPart): PersonalDataAnswer["parts"][number] {
  if (part.rows.length > readableMost) return part;
  const written = (locale: Locale) => part.rows.map((row) => readableRow(row, fields, locale));
  return { ...part, readable: { ja: written("ja"), en: written("en") } };
}

/** The same data for the copy that the portal makes. */
export function tellPersonalData(
  context: Pick<KarteContext, "db" | "clock" | "sealer">,
): TellPersonalData {
  return async (account) => {
    const data = await personalData(context, account);
    if (data.firstSeenAt === null && data.workspaces.length === 0) return undefined;
    return { version: 1, account, parts: namedParts(data).map(told) };
  };
}
