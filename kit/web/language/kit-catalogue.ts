import type { Messages } from "@lingui/core";
import type { Catalogue } from "./language.ts";

type Load = () => Promise<{ readonly messages: Messages }>;

const files = import.meta.glob<{ messages: Messages }>("../locales/*.po");

const load = (locale: string) => files[`../locales/${locale}.po`] as Load;

/** What the kit itself says: errors that every app knows, and the words of its shell. */
export const kitCatalogue: Catalogue = { ja: load("ja"), en: load("en") };
