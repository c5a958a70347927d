import { useLingui } from "@lingui/react/macro";
import type { DomainRow } from "@sekimori/karte-contract/endpoints/domains";
import { cancelRun, startRun } from "@sekimori/karte-contract/endpoints/runs";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PlayIcon } from "@sekimori/kit-web/first-icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { runPhaseWords, runStateWords } from "../../app/words/words.ts";

type Diagnosed = Pick<DomainRow, "id" | "name" | "run" | "proof" | "consented" | "readOnly">;

interface RunButtonProps {
  readonly domain: Diagnosed;
  /** In one line of a list. */
  readonly isInRow?: boolean;
}

/** Starts a diagnosis, or shows how far it is and stops it. */
export function RunButton({ domain, isInRow = false }: RunButtonProps) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const { run } = domain;
  const name = domain.name.unicode;

  async function act(call: () => Promise<unknown>) {
    setBusy(true);
    try {
      await call();
      await queryClient.invalidateQueries();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  if (run) {
    const { done, total } = run;
    const phase = i18n._(run.state === "silent" ? runStateWords.silent : runPhaseWords[run.phase]);
    return (
      <div className={isInRow ? "flex min-w-40 items-center gap-2" : "grid min-w-40 gap-2"}>
        <ProgressBar
          label={phase}
          value={total > 0 ? done : undefined}
          max={Math.max(1, total)}
          {...(total > 0 && { valueText: i18n.number(done / total, { style: "percent" }) })}
        />
        <Button
          size={isInRow ? "tiny" : "small"}
          variant="plain"
          pending={busy}
          aria-label={t`Stop the scan of ${{ name }}`}
          onClick={() =>
            void act(() => client.call(cancelRun, { params: { id: run.id }, body: {} }))
          }
        >
          {t`Stop`}
        </Button>
      </div>
    );
  }
  const missing = domain.readOnly || domain.proof !== "proved" || !domain.consented;
  return (
    <Button
      size={isInRow ? "tiny" : "small"}
      icon={<PlayIcon />}
      pending={busy}
      unavailable={missing}
      aria-label={t`Scan ${{ name }}`}
      onClick={() => void act(() => client.call(startRun, { body: { domain: domain.id } }))}
    >
      {t({ message: "Scan", context: "button" })}
    </Button>
  );
}
