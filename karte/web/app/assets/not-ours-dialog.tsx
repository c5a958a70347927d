import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type AssetRow, judgeAsset } from "@sekimori/karte-contract/endpoints/inventory";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../client.ts";
import { reportError } from "../sentences/report-error.ts";
import { consequencesQuery } from "./asset-queries.ts";

interface NotOursDialogProps {
  readonly asset: AssetRow;
  readonly state: "not-ours" | "ignored";
  readonly onClose: () => void;
}

/** Shows what falls with an asset before it does. */
export function NotOursDialog({ asset, state, onClose }: NotOursDialogProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery(consequencesQuery(asset.id), queryClient);
  const assets = data?.assets ?? 0;
  const findings = data?.findings ?? 0;

  async function judge() {
    setBusy(true);
    try {
      await client.call(judgeAsset, { params: { id: asset.id }, body: { state } });
      onClose();
    } catch (failure) {
      reportError(failure);
    } finally {
      setBusy(false);
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={state === "not-ours" ? t`Not your asset?` : t`Ignore this asset?`}
      closeLabel={t`Close`}
      locked={busy}
      actions={
        <>
          <Button variant="danger" pending={busy} unavailable={!data} onClick={() => void judge()}>
            {state === "not-ours" ? t`Not ours` : t`Ignore asset`}
          </Button>
          <Button unavailable={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
        </>
      }
    >
      <p className="font-700 break-all">
        <bdi>{asset.name}</bdi>
      </p>
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className="mt-3">
            {t`We won't scan it anymore. This also removes ${plural(assets, { one: "# asset", other: "# assets" })} and ${plural(findings, { one: "# open finding", other: "# open findings" })}.`}
          </p>
          {data.names.length > 1 && (
            <ul className="mt-3 max-h-48 list-disc overflow-y-auto pl-5 text-[0.875rem]">
              {data.names.map((name) => (
                <li key={name}>
                  <bdi className="break-all">{name}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}
