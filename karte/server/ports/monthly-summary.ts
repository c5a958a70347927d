import type { Grade } from "@sekimori/diagnosis/grades";
import type { SeverityCounts } from "@sekimori/karte-contract/endpoints/field-schemas";
import type { Localized } from "@sekimori/kit-contract/locale";
import { z } from "zod";

/** What the portal asks: a member, and a month of Asia/Tokyo as "2026-10". */
export const summaryQuerySchema = z.object({
  account: z.uuid(),
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
});

/** What karte tells for the portal's monthly mail (docs/integrate/application-contract.md). */
export interface MonthlySummary {
  readonly version: 1;
  readonly account: string;
  readonly month: string;
  readonly manualRunsUsed: number;
  readonly workspaces: readonly {
    readonly name: string;
    readonly domains: number;
    readonly grade: Grade | null;
    readonly gradeBefore: Grade | null;
    readonly open: SeverityCounts;
    readonly newFindings: number;
    readonly fixedFindings: number;
    readonly newAssets: number;
    /** What the list of open findings begins with. */
    readonly first: readonly {
      readonly title: Localized;
      readonly place: string;
      readonly why: Localized;
      /** That end together with it, it among them. */
      readonly findings: number;
    }[];
  }[];
}

/** @returns undefined for somebody who belongs to no workspace here. */
export type Summarise = (account: string, month: string) => Promise<MonthlySummary | undefined>;
