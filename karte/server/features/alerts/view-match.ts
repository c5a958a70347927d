import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import {
  domainsIn,
  findingsIn,
  type ViewColumns,
  viewSnapshot,
} from "../saved-views/view-snapshot.ts";
import type { News } from "./news.ts";

/** Whether a rule's view shows what the news is about; a rule without a view tells of everything. */
export async function matchesView(
  tx: KarteTransaction,
  rule: ViewColumns,
  { domainId, findingId }: Pick<News, "domainId" | "findingId">,
  asking: Parameters<typeof findingsIn>[2],
): Promise<boolean> {
  const view = viewSnapshot(rule);
  if (view === null) return true;
  if (view.list === "domains") {
    const { rows } = await sql`
      select 1 from karte.domain d
      where d.id = ${domainId} and d.deleted_at is null and ${await domainsIn(tx, view)}`.execute(
      tx,
    );
    return rows.length > 0;
  }
  const { shown } = await findingsIn(tx, view, asking);
  const { rows } = await sql`
    select 1 from karte.finding f
    where f.id = ${findingId} and f.domain_id = ${domainId} and ${shown}`.execute(tx);
  return rows.length > 0;
}
