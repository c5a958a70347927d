import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { z } from "zod";

/** Whom the portal asks about. */
export const personalDataQuerySchema = z.object({ account: z.uuid() });

/** Everything karte holds about a member, for the portal's copy of their data (docs/integrate/application-contract.md). */
export interface PersonalDataAnswer {
  readonly version: 1;
  readonly account: string;
  readonly parts: readonly {
    /** The table. */
    readonly id: string;
    /** The workspace's name; null for what is of none. */
    readonly place: string | null;
    readonly name: Localized;
    readonly rows: readonly Readonly<Record<string, unknown>>[];
    /** The same rows as a person reads them; of a part that is too long, nothing. */
    readonly readable?: Readonly<Record<Locale, readonly Readonly<Record<string, string>>[]>>;
  }[];
}

/** @returns undefined for somebody who was never here. */
export type TellPersonalData = (account: string) => Promise<PersonalDataAnswer | undefined>;
