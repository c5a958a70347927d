import { labelsMost } from "@sekimori/karte-contract/constants";
import { distinctLabels, labelKey, labelsIn, labelsText } from "@sekimori/karte-contract/labels";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import type { Before } from "./before.ts";

/** Of each finding, by its id. */
export async function labelsOf(
  tx: KarteTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; labels: string[] }>`
    select finding_id as id, array_agg(label order by key) as labels
    from karte.finding_label where finding_id = any (${ids}::uuid[]) group by finding_id`.execute(
    tx,
  );
  return new Map(rows.map(({ id, labels }) => [id, labels]));
}

/** Labels to give or to take, of each finding. */
type Wanted = readonly { readonly id: string; readonly labels: readonly string[] }[];

const beforeOf = (rows: readonly { id: string; labels: readonly string[] }[]): Before =>
  rows.map(({ id, labels }) => ({ id, was: labelsText(labels) }));

/**
 * Gives each finding those of its labels that it has not; what would then have too many stays as it is. The
 * findings are locked.
 *
 * @returns what each was given
 */
async function give(tx: KarteTransaction, wanted: Wanted): Promise<Before> {
  const known = await labelsOf(
    tx,
    wanted.map(({ id }) => id),
  );
  const given = wanted.flatMap(({ id, labels }) => {
    const there = known.get(id) ?? [];
    const keys = new Set(there.map(labelKey));
    const added = distinctLabels(labels).filter((label) => !keys.has(labelKey(label)));
    return added.length === 0 || there.length + added.length > labelsMost
      ? []
      : [{ id, labels: added }];
  });
  await sql`insert into karte.finding_label (workspace_id, domain_id, finding_id, label)
    select f.workspace_id, f.domain_id, f.id, jsonb_array_elements_text(x.labels)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) x (id uuid, labels jsonb)
    join karte.finding f on f.id = x.id on conflict do nothing`.execute(tx);
  return beforeOf(given);
}

/** @returns what each has lost */
async function take(tx: KarteTransaction, wanted: Wanted): Promise<Before> {
  const { rows } = await sql<{ id: string; label: string }>`
    delete from karte.finding_label l
    using jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) x (id uuid, labels jsonb)
    where l.finding_id = x.id
      and l.key in (select lower(n) from jsonb_array_elements_text(x.labels) n)
    returning l.finding_id as id, l.label`.execute(tx);
  const taken = Map.groupBy(rows, ({ id }) => id);
  return beforeOf(
    [...taken].map(([id, some]) => ({ id, labels: some.map(({ label }) => label).toSorted() })),
  );
}

/** What is done with labels of findings. */
export interface LabelWork {
  readonly kind: "add-labels" | "remove-labels";
  readonly labels: readonly string[];
}

/** @param ids of locked findings @returns what each was given, or lost */
export function workOnLabels(
  tx: KarteTransaction,
  ids: readonly string[],
  { kind, labels }: LabelWork,
): Promise<Before> {
  const wanted = ids.map((id) => ({ id, labels }));
  return kind === "add-labels" ? give(tx, wanted) : take(tx, wanted);
}

/** Takes back what each was given, or gives back what it lost; what was labelled since stays. */
export function putLabelsBack(
  tx: KarteTransaction,
  { kind }: LabelWork,
  before: Before,
): Promise<Before> {
  const wanted = before.map(({ id, was }) => ({ id, labels: labelsIn(was ?? "") }));
  return kind === "add-labels" ? take(tx, wanted) : give(tx, wanted);
}
