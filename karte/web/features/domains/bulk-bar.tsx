import { useLingui } from "@lingui/react/macro";
import { type Bulk, selectDomains } from "@sekimori/karte-contract/endpoints/domains";
import { Button } from "@sekimori/kit-web/primitives/button";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { SelectionBar } from "../../app/lists/selection-bar.tsx";
import type { Selection } from "../../app/lists/use-selection.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useSession } from "../../app/session/session-query.ts";
import { type BulkKind, bulkKeys, bulkKindsOf } from "./bulk-kinds.ts";
import { bulkWords } from "./bulk-words.ts";
import type { DomainFilters } from "./domain-queries.ts";
import { ExportButton } from "./export-button.tsx";

const bulkDialog = fetchedDialog(async () => (await import("./bulk-dialog.tsx")).BulkDialog);

interface BulkBarProps {
  readonly selection: Selection;
  readonly filters: DomainFilters;
  /** How many match. */
  readonly matching: { readonly value: number; readonly more: boolean };
  readonly onDone: (bulk: Bulk) => void;
}

/** Acts on the ticked domains of all pages, or on a snapshot of all that match. */
export function BulkBar({ selection, filters, matching, onDone }: BulkBarProps) {
  const { i18n } = useLingui();
  const acts = useSession().data?.workspace?.acts ?? [];
  const [asking, setAsking] = useState<BulkKind>();
  const [all, setAll] = useState<{ selection: string; count: number; of: Selection["ids"] }>();
  // Ticking anything after "all that match" goes back to what is ticked.
  const snapshot = all?.of === selection.ids ? all : undefined;
  const count = snapshot?.count ?? selection.ids.size;
  const which = snapshot ? { selection: snapshot.selection } : { domains: [...selection.ids] };
  async function takeAll() {
    try {
      setAll({ ...(await client.call(selectDomains, { body: filters })), of: selection.ids });
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <SelectionBar
      count={count}
      onAll={
        snapshot === undefined && (matching.more || selection.ids.size < matching.value)
          ? () => void takeAll()
          : undefined
      }
      onClear={selection.clear}
    >
      {bulkKindsOf(acts).map((kind) => (
        <Button
          key={kind}
          size="small"
          aria-keyshortcuts={bulkKeys[kind]}
          onClick={() => setAsking(kind)}
        >
          {i18n._(bulkWords[kind])}
        </Button>
      ))}
      <ExportButton filters={filters} chosen={which} />
      {asking && (
        <bulkDialog.Dialog
          kind={asking}
          count={count}
          which={which}
          onDone={(bulk) => {
            setAsking(undefined);
            selection.clear();
            onDone(bulk);
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </SelectionBar>
  );
}
