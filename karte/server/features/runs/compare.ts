import type { compareRuns } from "@sekimori/karte-contract/endpoints/runs";
import type { Severity } from "@sekimori/karte-contract/words";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { type SqlBool, sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { findingStateCode, severityCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";
import { runRows, runViews } from "../run-records/run-rows.ts";

type Comparison = EndpointResult<typeof compareRuns>;
type Change = Comparison["changes"][number];

interface Brief {
  readonly key: string;
  readonly check: string;
  readonly host: string;
  readonly severity: Severity;
  readonly summary: { readonly ja: string; readonly en: string };
}

type KeyedChange = Pick<Change, "kind" | "check" | "host" | "summary" | "severity" | "before"> & {
  readonly key: string;
};

/** What two runs reported differently, by the findings' own keys. */
function changesBetween(from: readonly Brief[], to: readonly Brief[]): KeyedChange[] {
  const before = new Map(from.map((one) => [one.key, one]));
  const after = new Set(to.map(({ key }) => key));
  const of = ({ key, check, host, summary }: Brief) => ({ key, check, host, summary });
  const later = to.flatMap((one): KeyedChange[] => {
    const old = before.get(one.key);
    if (old?.severity === one.severity) return [];
    const kind = old === undefined ? "appeared" : "changed";
    return [{ kind, ...of(one), severity: one.severity, before: old?.severity ?? null }];
  });
  const gone = from.filter(({ key }) => !after.has(key));
  return [
    ...later,
    ...gone.map((one): KeyedChange => {
      return { kind: "disappeared", ...of(one), severity: null, before: one.severity };
    }),
  ];
}

/** What a policy says of how severe a finding is, where its check said something else. */
function ruledOf(
  finding: { readonly severity: number; readonly ruled_by: string | null } | undefined,
  ofCheck: Severity | null,
): Severity | null {
  if (finding === undefined || finding.ruled_by === null || ofCheck === null) return null;
  const severity = severityCode.word(finding.severity);
  return severity === ofCheck ? null : severity;
}

/** Compares two finished runs of one domain. @throws AppError NotFound. */
export async function comparison(
  { db, sealer }: KarteContext,
  member: Member,
  from: string,
  to: string,
): Promise<Comparison> {
  return inScope(db, member.scope, async (tx) => {
    const rows = await runRows(tx, sql<SqlBool>`r.id = any (${[from, to]}::uuid[])`, sql``);
    const results = await tx
      .selectFrom("karte.run_result")
      .select(["run_id", "domain_id", "findings"])
      .where("run_id", "in", [from, to])
      .execute();
    const pick = (id: string) => {
      const row = rows.find((one) => one.id === id);
      const result = results.find((one) => one.run_id === id);
      if (row === undefined || result === undefined) throw new AppError("NotFound");
      return { row, findings: result.findings as Brief[] };
    };
    const [old, fresh] = [pick(from), pick(to)];
    if (old.row.domain_id !== fresh.row.domain_id) throw new AppError("NotFound");
    const changes = changesBetween(old.findings, fresh.findings);
    const known = await tx
      .selectFrom("karte.finding")
      .select(["id", "key", "state", "severity", "ruled_by"])
      .where("domain_id", "=", old.row.domain_id)
      .execute();
    const byKey = new Map(known.map((one) => [one.key, one]));
    const [fromView, toView] = await runViews(tx, sealer, [old.row, fresh.row]);
    if (fromView === undefined || toView === undefined) throw new AppError("NotFound");
    return {
      from: fromView,
      to: toView,
      scoreVersionChanged: fromView.scoreVersion !== toView.scoreVersion,
      changes: changes.map(({ key, ...change }) => {
        const finding = byKey.get(key);
        return {
          ...change,
          finding: finding?.id ?? null,
          state: finding ? findingStateCode.word(finding.state) : null,
          inForce: ruledOf(finding, change.severity),
        };
      }),
    };
  });
}
