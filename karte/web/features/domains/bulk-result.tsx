import { useLingui } from "@lingui/react/macro";
import { type Bulk, undoBulk } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { actKeys } from "../../app/search/key-of.ts";
import { keyOf } from "../../app/search/row-keys.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";
import { HostText } from "../../app/words/host-text.tsx";
import { bulkProblemWords, bulkWords, skippedWords } from "./bulk-words.ts";
import { isUnderWay } from "./use-bulk.ts";

interface BulkResultProps {
  readonly bulk: Bulk;
  readonly onChange: (bulk: Bulk | undefined) => void;
}

/** How far a bulk act is, or what it did, what it left out and why, and the way back. */
export function BulkResult({ bulk, onChange }: BulkResultProps) {
  const { t, i18n } = useLingui();
  const mayUndo = useMay("manage-domains");
  const [busy, setBusy] = useState(false);
  const done = i18n.number(bulk.count);
  if (isUnderWay(bulk)) return <BulkProgress bulk={bulk} />;

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

  const { state, problem } = bulk;
  const told =
    state === "failed"
      ? ({ tone: "danger", title: t`Stopped. Domains changed: ${{ done }}` } as const)
      : state === "undone"
        ? ({ tone: "success", title: t`Undone. Domains restored: ${{ done }}` } as const)
        : bulk.count > 0
          ? ({ tone: "success", title: t`Done. Domains changed: ${{ done }}` } as const)
          : ({ tone: "warning", title: t`No domains were changed` } as const);
  return (
    <Banner
      tone={told.tone}
      role="status"
      className="mb-5"
      title={told.title}
      closeLabel={t`Close`}
      onClose={() => onChange(undefined)}
      action={
        mayUndo &&
        bulk.undoUntil !== null && (
          <Button size="small" pending={busy} {...keyOf(actKeys.undo)} onClick={() => void undo()}>
            {t`Undo`}
          </Button>
        )
      }
    >
      {state === "failed" && problem !== null && <p>{i18n._(bulkProblemWords[problem])}</p>}
      {state !== "undone" && bulk.skipped.map((one) => <Skipped key={one.reason} {...one} />)}
    </Banner>
  );
}

/** What was left out for one reason; its names for whoever wants them. */
function Skipped({ reason, count, names }: Bulk["skipped"][number]) {
  const { t, i18n } = useLingui();
  const words = skippedWords[reason];
  const figure = i18n.number(count);
  const rest = i18n.number(count - names.length);
  const why = words ? i18n._(words) : reason;
  return (
    <Disclosure summary={t`Skipped: ${{ figure }} (${{ why }})`}>
      <ul className="gap-6 text-[0.875rem] sm:columns-2">
        {names.map((name) => (
          <li key={name}>
            <HostText text={name} />
          </li>
        ))}
        {count > names.length && <li>{t`and ${{ rest }} more`}</li>}
      </ul>
    </Disclosure>
  );
}

/** How far a large act is; it goes on whatever becomes of the page. */
function BulkProgress({ bulk }: { readonly bulk: Bulk }) {
  const { t, i18n } = useLingui();
  const isBack = bulk.state === "undoing";
  const gone = isBack ? bulk.total - bulk.reached : bulk.reached;
  const reached = i18n.number(gone);
  const total = i18n.number(bulk.total);
  const act = i18n._(bulkWords[bulk.act]);
  return (
    <Banner className="mb-5" title={isBack ? t`Undoing` : t`Work in progress`}>
      <ProgressBar
        label={act}
        value={bulk.state === "waiting" ? undefined : gone}
        max={Math.max(1, bulk.total)}
        valueText={bulk.state === "waiting" ? t`Waiting` : t`${{ reached }} of ${{ total }}`}
      />
      <p className="mt-2 text-muted">{t`You can leave this page. The work continues in the background.`}</p>
    </Banner>
  );
}
