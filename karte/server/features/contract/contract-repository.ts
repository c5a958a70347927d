import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";

/** Beyond so many a measure is not counted on. */
const countedMost = 1_000_000;

/** Domains and people of all workspaces of the contract together. */
export async function contractMeasures(
  tx: KarteTransaction,
  now: Date,
): Promise<{ readonly domains: number; readonly people: number }> {
  const { rows } = await sql<{ domains: string; people: string }>`
    select karte.contract_domains(${countedMost}) as domains,
      karte.contract_people(${now}, null) as people`.execute(tx);
  const [row] = rows;
  return { domains: Number(row?.domains ?? 0), people: Number(row?.people ?? 0) };
}

/** The workspaces that live on somebody's contract. */
export async function contractWorkspaces(
  tx: KarteTransaction,
  owner: string,
): Promise<readonly { readonly id: string; readonly name: string; readonly domains: number }[]> {
  const { rows } = await sql<{ workspace_id: string; name: string; domains: string }>`
    select workspace_id, name, domains from karte.contract_workspaces(${owner})`.execute(tx);
  return rows.map((row) => ({
    id: row.workspace_id,
    name: row.name,
    domains: Number(row.domains),
  }));
}
