import type { Localized } from "@sekimori/kit-contract/locale";
import { plainText } from "@sekimori/kit-server/plain-text";
import { z } from "zod";
import type { Queryable } from "../../../context.ts";

export const longestApplicationName = 100;

/** As an operator typed it once; versions before took marks that change how a text is read. */
const storedName = z.string().transform((name) => plainText(name, longestApplicationName));

/**
 * What an application is called: `client_name`, and a name for the readers of a language beside it
 * (OpenID Connect Dynamic Client Registration, section 2.1).
 */
export const storedNames = {
  client_name: storedName,
  "client_name#ja": storedName.optional(),
  "client_name#en": storedName.optional(),
} as const;

const storedNamesSchema = z.object(storedNames);

/** The name that people read, in every language. */
export const namesOf = (stored: z.output<typeof storedNamesSchema>): Localized => ({
  ja: stored["client_name#ja"] ?? stored.client_name,
  en: stored["client_name#en"] ?? stored.client_name,
});

/** The same of what the engine holds. @param fallback where it has no name at all */
export function readNames(
  metadata: Readonly<Record<string, unknown>>,
  fallback: string,
): Localized {
  return namesOf(storedNamesSchema.parse({ client_name: fallback, ...metadata }));
}

/** The names of applications by their ids; those that are registered no more are left out. */
export async function namesById(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Localized>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("portal.oidc_client")
    .select(["client_id", "metadata"])
    .where("client_id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ client_id: id, metadata }) => [id, namesOf(storedNamesSchema.parse(metadata))]),
  );
}
