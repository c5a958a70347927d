import { useLingui } from "@lingui/react/macro";
import type { RunView } from "@sekimori/karte-contract/endpoints/run-view";
import { compareRuns } from "@sekimori/karte-contract/endpoints/runs";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Select } from "@sekimori/kit-web/primitives/select";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { changedAddress } from "../../app/lists/changed-address.ts";
import { RunChanges } from "./run-changes.tsx";

const comparisonQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ["comparison", from, to],
    queryFn: ({ signal }) => client.call(compareRuns, { query: { from, to }, signal }),
  });

/** Whether a run has a result of its own to compare; a re-check looks at one finding only. */
const isComparable = ({ state, kind }: RunView) => state === "finished" && kind !== "recheck";

/** What stands between any two diagnoses of the domain; which two is in the address. */
export function CompareRuns({ runs }: { readonly runs: readonly RunView[] }) {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const finished = runs.filter(isComparable);
  const [latest, before] = finished;
  if (!latest || !before) {
    return <p className="text-muted">{t`You need two finished scans to compare.`}</p>;
  }
  const from = address.get("from") ?? before.id;
  const to = address.get("to") ?? latest.id;
  const choice = (name: "from" | "to", value: string) => ({
    value,
    onChange: (event: { currentTarget: { value: string } }) =>
      void setAddress(changedAddress(address, { [name]: event.currentTarget.value }), {
        animated: false,
      }),
    children: finished.map((run) => (
      <option key={run.id} value={run.id}>
        {nameOf(run)}
      </option>
    )),
  });
  return (
    <>
      <div className="mb-5 grid max-w-[44rem] gap-4 sm:grid-cols-2">
        <Select
          label={t({ message: "From", context: "scans compared" })}
          {...choice("from", from)}
        />
        <Select label={t({ message: "To", context: "scans compared" })} {...choice("to", to)} />
      </div>
      <Comparison from={from} to={to} />
    </>
  );
}

const nameOf = ({ finishedAt, queuedAt, grade, score }: RunView) =>
  `${formatMoment(finishedAt ?? queuedAt, language.current())}  ${grade ?? "–"} ${score ?? ""}`;

function Comparison({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(comparisonQuery(from, to), queryClient);
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  const points = (data.to.score ?? 0) - (data.from.score ?? 0);
  const sign = `${points > 0 ? "+" : points < 0 ? "−" : "±"}${Math.abs(points)}`;
  return (
    <>
      <p className="mb-3">
        {t`Score change: ${{ sign }}`}
        {data.scoreVersionChanged && (
          <span className="ml-3 text-warning">
            {t`Scoring changed between these scans, which explains part of the difference.`}
          </span>
        )}
      </p>
      <RunChanges changes={data.changes} />
    </>
  );
}
