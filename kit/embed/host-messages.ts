import { type Locale, locales } from "@sekimori/kit-contract/locale";
import { isPath, type NewsOf, protocolName } from "./protocol.ts";

/** What a host tells its guest. */
export type HostMessage = { readonly protocol: typeof protocolName } & (
  | {
      /** Answers `ready`. */
      readonly type: "language";
      readonly language: Locale;
    }
  | {
      /** The person chose a page in the host's menu, or went back. */
      readonly type: "navigate";
      readonly path: string;
    }
);

export type HostNews = NewsOf<HostMessage>;

/**
 * Reads what a host sent, exactly as it is declared above. By hand rather than with a schema: a
 * guest does it on each of its pages, and the schema library weighs more than many a page.
 */
export function readHostMessage(value: unknown): HostMessage | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 3) return;
  const { protocol, type, language, path } = value as Readonly<Record<string, unknown>>;
  if (protocol !== protocolName) return;
  const locale = locales.find((known) => known === language);
  if (type === "language" && locale) return { protocol, type, language: locale };
  if (type === "navigate" && typeof path === "string" && isPath(path))
    return { protocol, type, path };
  return;
}
