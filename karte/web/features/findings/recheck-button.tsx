import { useLingui } from "@lingui/react/macro";
import { type FindingPage, recheckFinding } from "@sekimori/karte-contract/endpoints/findings";
import { getRun } from "@sekimori/karte-contract/endpoints/runs";
import { isUnderWay } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { RefreshIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { runStateWords } from "../../app/words/words.ts";

const lookMs = 1_000;

/** Looks again at this finding only; costs nothing, so many times a day. */
export function RecheckButton({ finding }: { readonly finding: FindingPage }) {
  const { t, i18n } = useLingui();
  const [run, setRun] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(
    {
      queryKey: ["run", run],
      queryFn: ({ signal }) => client.call(getRun, { params: { id: run ?? "" }, signal }),
      enabled: run !== undefined,
      refetchInterval: ({ state }) =>
        state.data === undefined || isUnderWay(state.data.state) ? lookMs : false,
    },
    queryClient,
  );
  const state = run === undefined ? undefined : data?.state;
  const isOver = state !== undefined && !isUnderWay(state);
  const left = Math.max(0, finding.rechecks.limit - finding.rechecks.used);
  const { limit } = finding.rechecks;

  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: ["finding", finding.id] });
  }, [isOver, finding.id]);

  async function recheck() {
    setBusy(true);
    try {
      const started = await client.call(recheckFinding, { params: { id: finding.id }, body: {} });
      setRun(started.id);
      await queryClient.invalidateQueries({ queryKey: ["finding", finding.id] });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <Button
        icon={<RefreshIcon />}
        pending={busy || (run !== undefined && !isOver)}
        pendingLabel={t`Rechecking`}
        unavailable={left === 0}
        onClick={() => void recheck()}
      >
        {t`Recheck`}
      </Button>
      <p role="status" className="mt-1 text-[0.8125rem] text-muted">
        {state === undefined
          ? t`${{ left }} of ${{ limit }} left today`
          : i18n._(runStateWords[state])}
      </p>
    </div>
  );
}
