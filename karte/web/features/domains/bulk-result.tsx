import { useLingui } from "@lingui/react/macro";
import { type Bulk, undoBulk } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";

interface BulkResultProps {
  readonly bulk: Bulk;
  readonly onChange: (bulk: Bulk | undefined) => void;
}

/** What a bulk act did, what it left out and why, and the way back. */
export function BulkResult({ bulk, onChange }: BulkResultProps) {
  const { t, i18n } = useLingui();
  const mayUndo = useMay("manage-domains");
  const [busy, setBusy] = useState(false);
  const done = i18n.number(bulk.count);
  const reasons: Readonly<Record<string, string>> = {
    ProofMissing: t`ownership not verified`,
    ConsentMissing: t`no scan consent`,
    PlanLimit: t`over plan limit`,
    AlreadyRunning: t`scan in progress`,
  };

  async function undo() {
    setBusy(true);
    try {
      onChange(await client.call(undoBulk, { params: { id: bulk.id }, body: {} }));
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Banner
      tone="success"
      role="status"
      className="mb-5"
      title={
        bulk.state === "undone"
          ? t`Undone. Domains restored: ${{ done }}`
          : t`Done. Domains changed: ${{ done }}`
      }
      closeLabel={t`Close`}
      onClose={() => onChange(undefined)}
      action={
        mayUndo &&
        bulk.undoUntil !== null && (
          <Button size="small" pending={busy} onClick={() => void undo()}>
            {t`Undo`}
          </Button>
        )
      }
    >
      {bulk.skipped.length > 0 && (
        <ul>
          {bulk.skipped.map(({ reason, count }) => (
            <li key={reason}>
              {t`Skipped`}: {i18n.number(count)} ({reasons[reason] ?? reason})
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
