import type { PolicyActs } from "@sekimori/karte-contract/endpoints/policies";
import { policySeverityActs } from "@sekimori/karte-contract/words";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { policySeverityCode, severityCode } from "../../database/codes.ts";
import { dayOf } from "../../database/moments.ts";

export interface PolicyRow {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly place: number;
  readonly enabled: boolean;
  readonly version: number;
  readonly tried_version: number | null;
  /** Until when it was looked at without a scan. */
  readonly looked_at: Date | null;
  readonly severity_how: number | null;
  readonly severity_to: number | null;
  readonly severity_until: string | null;
  readonly severity_reason: string | null;
  readonly assignee: string | null;
  readonly label: string | null;
  readonly alerts: boolean;
  readonly alert_people: string[];
  readonly alert_webhook: boolean;
  readonly ticket_system: string | null;
  readonly acted: number;
  readonly acted_at: Date | null;
  readonly held: number;
}

/** The workspace's policies in their order. */
export async function policyRows(tx: KarteTransaction): Promise<readonly PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`
    select p.*, p.severity_until::text as severity_until from karte.policy p
    order by p.place, p.id`.execute(tx);
  return rows;
}

/** One of them, locked. */
export async function policyRow(tx: KarteTransaction, id: string): Promise<PolicyRow | undefined> {
  const { rows } = await sql<PolicyRow>`
    select p.*, p.severity_until::text as severity_until from karte.policy p
    where p.id = ${id} for update`.execute(tx);
  return rows[0];
}

function severityOf(row: PolicyRow): PolicyActs["severity"] {
  if (row.severity_how === null || row.severity_to === null) return null;
  return {
    how: policySeverityCode.word(row.severity_how),
    to: severityCode.word(row.severity_to),
    until: row.severity_until === null ? null : dayOf(row.severity_until),
    reason: row.severity_reason,
  };
}

export const actsOf = (row: PolicyRow): PolicyActs => ({
  severity: severityOf(row),
  owner: row.assignee,
  label: row.label,
  alert: row.alerts ? { people: row.alert_people, webhook: row.alert_webhook } : null,
  ticket: row.ticket_system,
});

/** The same in a row. A raised severity has no end of its own. */
export function columnsOf({ severity, owner, label, alert, ticket }: PolicyActs) {
  const lowers = severity?.how === policySeverityActs[1];
  return {
    severity_how: severity && policySeverityCode.of(severity.how),
    severity_to: severity && severityCode.of(severity.to),
    severity_until: lowers ? severity.until : null,
    severity_reason: severity?.reason ?? null,
    assignee: owner,
    label,
    alerts: alert !== null,
    alert_people: [...new Set(alert?.people ?? [])],
    alert_webhook: alert?.webhook ?? false,
    ticket_system: ticket,
  };
}
