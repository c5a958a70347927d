import { useLingui } from "@lingui/react/macro";
import { selectFindings } from "@sekimori/karte-contract/endpoints/findings";
import { client } from "../../app/client.ts";
import { SelectionBar } from "../../app/lists/selection-bar.tsx";
import type { Selection } from "../../app/lists/use-selection.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { TicketButton } from "../../app/tickets/ticket-button.tsx";
import { useTicketSystems } from "../../app/tickets/use-ticket-systems.ts";
import { toasts } from "../../app/toasts.ts";
import type { FindingFilterQuery } from "./finding-queries.ts";
import { FindingWork, type Worked } from "./finding-work.tsx";

interface FindingSelectionProps {
  readonly selection: Selection;
  readonly filters: FindingFilterQuery;
  /** How many match. */
  readonly count: { readonly value: number; readonly more: boolean };
  readonly onUndoable: (done: Worked) => void;
}

/** What is done to the findings that are ticked, on whichever page. */
export function FindingSelection({ selection, filters, count, onUndoable }: FindingSelectionProps) {
  const { t, i18n } = useLingui();
  const { ids } = selection;
  const systems = useTicketSystems();

  async function takeAll() {
    try {
      const { findings, more } = await client.call(selectFindings, { body: filters });
      selection.replace(findings);
      const most = i18n.number(findings.length);
      if (more) {
        toasts.show({
          tone: "info",
          title: t`At most ${{ most }} at a time`,
          text: t`The most severe matches are selected.`,
        });
      }
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <SelectionBar
      count={ids.size}
      onAll={ids.size < count.value ? () => void takeAll() : undefined}
      onClear={selection.clear}
    >
      <TicketButton findings={[...ids]} systems={systems} onDone={selection.clear} />
      <FindingWork ids={[...ids]} withCause onDone={selection.clear} onUndoable={onUndoable} />
    </SelectionBar>
  );
}
