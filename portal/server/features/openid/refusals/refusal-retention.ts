import { dayMs } from "@sekimori/kit-contract/tokyo";
import { expiredRows, type PurgeRule } from "@sekimori/kit-server/jobs";
import {
  applicationRefusalsDays,
  applicationRefusalsMost,
} from "@sekimori/portal-contract/constants";
import { sql } from "kysely";
import type { PortalContext } from "../../../context.ts";

type Books = Pick<PortalContext, "db">;

/** Refusals go after some days, and of each application the oldest beyond so many sooner. */
export const refusalRules = ({ db }: Books): readonly PurgeRule[] => [
  expiredRows(db, {
    table: "portal.oidc_refusal",
    column: "at",
    after: applicationRefusalsDays * dayMs,
  }),
  {
    name: "portal.oidc_refusal beyond the most",
    async remove() {
      // Ids that nobody has registered are anybody's: they share one portion.
      const { numAffectedRows } = await sql`
        delete from portal.oidc_refusal where id in (
          select id from (
            select id, row_number() over (
              partition by is_registered, case when is_registered then client_id end
              order by id desc) as place
            from portal.oidc_refusal) placed
          where place > ${applicationRefusalsMost})`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  },
];
