import { randomUUID } from "node:crypto";
import { bulkMost } from "@sekimori/karte-contract/constants";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { every } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";
import { type DomainFilters, domainConditions, findDomains } from "./domain-filters.ts";

/** Fixes every domain that matches, so that a bulk act does what was counted. */
export async function takeSelection(
  context: KarteContext,
  member: Member,
  filters: DomainFilters,
): Promise<{ selection: string; count: number }> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    const conditions = domainConditions(filters, await findDomains(tx, filters.q));
    const { rows } = await sql<{ id: string }>`
      select d.id from karte.domain d
      where d.deleted_at is null and ${every(conditions)}
      order by d.name limit ${bulkMost}`.execute(tx);
    const selection = randomUUID();
    await tx
      .insertInto("karte.selection")
      .values({
        id: selection,
        workspace_id: member.workspaceId,
        account_id: member.person.id,
        domain_ids: rows.map(({ id }) => id),
        at: clock.now(),
      })
      .execute();
    return { selection, count: rows.length };
  });
}

/** Domains by their ids or by a selection, as a person chose them. */
export interface Chosen {
  readonly domains?: readonly string[] | undefined;
  readonly selection?: string | undefined;
}

/** @throws AppError InvalidInput unless one of both is given, NotFound for another's selection */
export async function idsOf(
  tx: KarteTransaction,
  member: Member,
  given: Chosen,
): Promise<readonly string[]> {
  if ((given.domains === undefined) === (given.selection === undefined)) {
    throw invalidField("domains", "required");
  }
  if (given.domains) return given.domains;
  const row = await tx
    .selectFrom("karte.selection")
    .select("domain_ids")
    .where("id", "=", given.selection ?? "")
    .where("account_id", "=", member.person.id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NotFound");
  return row.domain_ids;
}
