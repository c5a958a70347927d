import type { RuleKind, SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import type { Selectable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

type Row = Selectable<Tables["portal.organisation_rule"]>;

export interface RuleRow extends Omit<Row, "rule"> {
  readonly rule: SignInRule;
}

const read = (row: Row): RuleRow => ({ ...row, rule: row.rule as SignInRule });

/** The rules that hold and those to come: of each kind one of either at most, in this order. */
export async function findRulesOf(
  db: Queryable,
  organisationId: string,
  now: Date,
): Promise<RuleRow[]> {
  const rows = await db
    .selectFrom("portal.organisation_rule")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .orderBy("kind")
    .orderBy("holds_from")
    .execute();
  // Of those whose day has come the latest holds.
  return rows
    .filter(
      ({ kind, holds_from: from }) =>
        !rows.some(
          (other) => other.kind === kind && other.holds_from > from && other.holds_from <= now,
        ),
    )
    .map(read);
}

/** Sets a rule to come in the place of another to come; one that holds goes on until then. */
export async function insertRule(
  tx: PortalTransaction,
  {
    organisationId,
    rule,
    holdsFrom,
  }: { readonly organisationId: string; readonly rule: SignInRule; readonly holdsFrom: Date },
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom("portal.organisation_rule")
    .where("organisation_id", "=", organisationId)
    .where("kind", "=", rule.kind)
    .where("holds_from", ">", now)
    .execute();
  await tx
    .insertInto("portal.organisation_rule")
    .values({
      organisation_id: organisationId,
      kind: rule.kind,
      holds_from: holdsFrom,
      rule: JSON.stringify(rule),
      set_at: now,
    })
    .execute();
}

/** @returns false where there was none of the kind. */
export async function deleteRules(
  tx: PortalTransaction,
  organisationId: string,
  kind: RuleKind,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.organisation_rule")
    .where("organisation_id", "=", organisationId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Organisations of which a rule holds that open sessions have not been held to yet. */
export async function findUnenforced(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("portal.organisation_rule")
    .select("organisation_id")
    .distinct()
    .where("enforced_at", "is", null)
    .where("holds_from", "<=", now)
    .execute();
  return rows.map(({ organisation_id: id }) => id);
}

/** Notes that open sessions have been held to the rules that hold. */
export async function markEnforced(
  tx: PortalTransaction,
  organisationId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("portal.organisation_rule")
    .set({ enforced_at: now })
    .where("organisation_id", "=", organisationId)
    .where("enforced_at", "is", null)
    .where("holds_from", "<=", now)
    .execute();
}
